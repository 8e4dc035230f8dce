// Who plays: guests, accounts, their ratings, and what they show to be let in, or to be known again.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {
namespace {

// At once, in a transaction that others wait for.
constexpr std::int64_t kMostSwept = 5000;
constexpr std::int64_t kMostGuestsSwept = 500;

constexpr std::string_view kUserColumns =
    "SELECT id, kind, name, password_hash, created_at, deleted_at FROM users ";
constexpr std::string_view kCredentialColumns =
    "SELECT id, kind, user_id, secret_hash, label, created_at, used_at, expires_at FROM credentials ";

[[nodiscard]] std::optional<User> user_from(const std::vector<Row>& rows) {
  if (rows.empty()) return std::nullopt;
  const Row& row = rows.front();
  User user{row.text(0), player_kind_from(row.text(1)), row.text(2), row.text(3), instant(row, 4),
            std::nullopt};
  if (!row.is_null(5)) user.deleted_at = instant(row, 5);
  return user;
}

[[nodiscard]] Credential credential_from(const Row& row) {
  return {row.text(0),     credential_kind_from(row.text(1)),
          row.text(2),     row.text(3),
          row.text(4),     instant(row, 5),
          instant(row, 6), instant(row, 7)};
}

[[nodiscard]] bool rests(Connection& connection, const std::string& key, Instant now) {
  return !connection
              .query("SELECT 1 FROM resting_names WHERE name_key = $1 AND until > $2", {key, value_of(now)})
              .empty();
}

}  // namespace

bool Store::add_user(const User& user) {
  if (rests(connection_, name_key(user.name), user.created_at)) return false;
  const std::int64_t added = connection_.execute(
      "INSERT INTO users (id, kind, name, name_key, password_hash, created_at, deleted_at) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
      {user.id, value_of(word(user.kind)), user.name, name_key(user.name), user.password_hash,
       value_of(user.created_at), value_of(user.deleted_at)});
  if (added == 1) return true;
  // The very same may have been added before, and only the answer lost.
  const auto known = user_named(user.name);
  return known && known->id == user.id;
}

std::optional<User> Store::user(const UserId& id) {
  static const std::string kQuery = fmt::format("{}WHERE id = $1", kUserColumns);
  return user_from(connection_.query(kQuery, {id}));
}

std::optional<User> Store::user_named(const std::string& name) {
  static const std::string kQuery = fmt::format("{}WHERE name_key = $1", kUserColumns);
  return user_from(connection_.query(kQuery, {name_key(name)}));
}

Promotion Store::promote_guest(const UserId& id, const std::string& name, const std::string& password_hash,
                               Instant now) {
  const std::string key = name_key(name);
  // If somebody takes the name between looking and writing, the unique key makes this job fail and be run
  // again.
  const auto taken = connection_.query("SELECT id FROM users WHERE name_key = $1 AND id <> $2", {key, id});
  if (!taken.empty() || rests(connection_, key, now)) return Promotion::NameTaken;
  const std::int64_t changed = connection_.execute(
      "UPDATE users SET kind = 'account', name = $2, name_key = $3, password_hash = $4 "
      "WHERE id = $1 AND kind = 'guest' AND deleted_at IS NULL",
      {id, name, key, password_hash});
  if (changed == 1) return Promotion::Done;
  // The very same may have been done before, and only the answer lost: no two hashes are alike.
  const auto known = user(id);
  const bool is_done = known && !known->deleted_at && known->password_hash == password_hash;
  return is_done ? Promotion::Done : Promotion::NoGuest;
}

void Store::set_password(const UserId& id, const std::string& password_hash) {
  connection_.execute("UPDATE users SET password_hash = $2 WHERE id = $1 AND deleted_at IS NULL",
                      {id, password_hash});
}

bool Store::hold_user(const UserId& id) {
  const auto rows = connection_.query(connection_.dialect() == Dialect::Sqlite
                                          ? "SELECT deleted_at FROM users WHERE id = $1"
                                          : "SELECT deleted_at FROM users WHERE id = $1 FOR NO KEY UPDATE",
                                      {id});
  return rows.empty() || rows.front().is_null(0);
}

bool Store::has_deleted(std::span<const UserId> users) {
  return std::ranges::any_of(users, [this](const UserId& id) {
    const auto known = user(id);
    return known && known->deleted_at;
  });
}

online::Rating Store::rating(const UserId& user, rules::Variant variant) {
  const auto rows = connection_.query(
      "SELECT rating, deviation, volatility, games, at FROM ratings WHERE user_id = $1 AND variant = $2",
      {user, value_of(rules::name(variant))});
  if (rows.empty()) return {};
  const Row& row = rows.front();
  return {row.real(0), row.real(1), row.real(2), static_cast<int>(row.integer(3)), instant(row, 4)};
}

std::vector<ShownRating> Store::ratings(std::span<const UserId> users) {
  static const std::string kQuery = [] {
    std::string places = "$1";
    for (std::size_t i = 2; i <= kMostRatings; ++i) places += fmt::format(", ${}", i);
    return fmt::format("SELECT user_id, variant, rating FROM ratings WHERE user_id IN ({})", places);
  }();
  std::vector<Value> values(kMostRatings, Value{std::string()});
  for (std::size_t i = 0; i < std::min(users.size(), kMostRatings); ++i) values[i] = users[i];
  std::vector<ShownRating> found;
  for (const Row& row : connection_.query(kQuery, values)) {
    const auto variant = rules::variant_from(row.text(1));
    if (!variant) broken("a rating of the variant " + row.text(1));
    found.push_back({row.text(0), *variant, static_cast<int>(std::lround(row.real(2)))});
  }
  return found;
}

void Store::add_credential(const Credential& credential) {
  connection_.execute(
      "INSERT INTO credentials (id, kind, user_id, secret_hash, label, created_at, used_at, expires_at) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING",
      {credential.id, value_of(word(credential.kind)), credential.user, credential.secret_hash,
       credential.label, value_of(credential.created_at), value_of(credential.used_at),
       value_of(credential.expires_at)});
}

std::optional<Credential> Store::credential(const std::string& secret_hash) {
  static const std::string kQuery = fmt::format("{}WHERE secret_hash = $1", kCredentialColumns);
  const auto rows = connection_.query(kQuery, {secret_hash});
  if (rows.empty()) return std::nullopt;
  return credential_from(rows.front());
}

std::vector<Credential> Store::credentials(const UserId& user, CredentialKind kind) {
  static const std::string kQuery =
      fmt::format("{}WHERE user_id = $1 AND kind = $2 ORDER BY created_at DESC, id", kCredentialColumns);
  std::vector<Credential> found;
  for (const Row& row : connection_.query(kQuery, {user, value_of(word(kind))}))
    found.push_back(credential_from(row));
  return found;
}

void Store::touch_credential(const std::string& id, Instant used_at, Instant expires_at) {
  connection_.execute("UPDATE credentials SET used_at = $2, expires_at = $3 WHERE id = $1",
                      {id, value_of(used_at), value_of(expires_at)});
}

bool Store::revoke_credential(const UserId& user, const std::string& id) {
  return connection_.execute("DELETE FROM credentials WHERE user_id = $1 AND id = $2", {user, id}) == 1;
}

void Store::revoke_other_sessions(const UserId& user, const std::string& kept_id) {
  connection_.execute("DELETE FROM credentials WHERE user_id = $1 AND kind = 'session' AND id <> $2",
                      {user, kept_id});
}

std::vector<std::string> Store::revoke_others(const UserId& user, const std::string& kept_id) {
  std::vector<std::string> revoked;
  for (const Row& row : connection_.query(
           "DELETE FROM credentials WHERE user_id = $1 AND id <> $2 RETURNING id", {user, kept_id})) {
    revoked.push_back(row.text(0));
  }
  return revoked;
}

bool Store::knows_device(const std::string& secret_hash, const UserId& user, Instant now) {
  return !connection_
              .query("SELECT 1 FROM devices WHERE secret_hash = $1 AND user_id = $2 AND expires_at > $3",
                     {secret_hash, user, value_of(now)})
              .empty();
}

void Store::renew_device(const std::optional<std::string>& old_hash, const std::string& new_hash,
                         const UserId& user, Instant now, Instant expires_at) {
  if (old_hash) {
    connection_.execute("DELETE FROM devices WHERE secret_hash = $1 AND user_id = $2", {*old_hash, user});
    connection_.execute("UPDATE devices SET secret_hash = $2 WHERE secret_hash = $1", {*old_hash, new_hash});
  }
  connection_.execute(
      "INSERT INTO devices (secret_hash, user_id, used_at, expires_at) VALUES ($1, $2, $3, $4) "
      "ON CONFLICT (secret_hash, user_id) DO UPDATE SET used_at = excluded.used_at, expires_at = "
      "excluded.expires_at",
      {new_hash, user, value_of(now), value_of(expires_at)});
  connection_.execute(
      "DELETE FROM devices WHERE user_id = $1 AND secret_hash NOT IN (SELECT secret_hash FROM devices "
      "WHERE user_id = $1 ORDER BY used_at DESC, secret_hash LIMIT $2)",
      {user, value_of(kMostDevices)});
}

void Store::forget_devices(const UserId& user) {
  connection_.execute("DELETE FROM devices WHERE user_id = $1", {user});
}

Swept Store::sweep(Instant now, Instant guests_before, Instant guests_from) {
  const Value most = kMostSwept;
  std::int64_t removed = connection_.execute(
      "DELETE FROM credentials WHERE id IN (SELECT id FROM credentials WHERE expires_at <= $1 "
      "ORDER BY expires_at LIMIT $2)",
      {value_of(now), most});
  connection_.execute("DELETE FROM devices WHERE expires_at <= $1", {value_of(now)});
  connection_.execute("DELETE FROM resting_names WHERE until <= $1", {value_of(now)});
  for (const Row& row :
       connection_.query("DELETE FROM seeks WHERE alive_until <= $1 RETURNING id", {value_of(now)})) {
    notify("lobby", "gone " + row.text(0));
  }
  // Longer than anybody may think about a turn.
  connection_.execute("DELETE FROM uptime WHERE alive_at < $1", {value_of(now - std::chrono::days(60))});
  // Longer than any answer to a commit can be waited for.
  if (connection_.dialect() == Dialect::Postgres) {
    removed = std::max(removed, connection_.execute("DELETE FROM commits WHERE token IN (SELECT token FROM "
                                                    "commits WHERE at < now() - INTERVAL '1 hour' "
                                                    "ORDER BY at LIMIT $1)",
                                                    {most}));
  }
  for (const Row& row : connection_.query("SELECT user_id FROM leaving LIMIT 1")) {
    if (remove_traces(row.text(0))) removed = kMostSwept;  // the rest soon
  }
  const auto guests = connection_.query(
      "SELECT created_at FROM users WHERE kind = 'guest' AND created_at >= $1 AND created_at < $2 "
      "ORDER BY created_at LIMIT $3",
      {value_of(guests_from), value_of(guests_before), Value{kMostGuestsSwept}});
  if (guests.empty()) return {removed < kMostSwept, {}};
  const Value last = guests.back().values()[0];
  // Each seat once for games going on and once for those over: that is what there are indices for.
  connection_.execute(
      "DELETE FROM users WHERE kind = 'guest' AND created_at >= $2 AND created_at <= $3 "
      "AND NOT EXISTS (SELECT 1 FROM credentials c WHERE c.user_id = users.id AND c.used_at >= $1) "
      "AND NOT EXISTS (SELECT 1 FROM games g WHERE g.live = 1 AND g.white_id = users.id) "
      "AND NOT EXISTS (SELECT 1 FROM games g WHERE g.live = 1 AND g.black_id = users.id) "
      "AND NOT EXISTS (SELECT 1 FROM games g WHERE g.live = 0 AND g.white_id = users.id) "
      "AND NOT EXISTS (SELECT 1 FROM games g WHERE g.live = 0 AND g.black_id = users.id)",
      {value_of(guests_before), value_of(guests_from), last});
  const bool has_all = static_cast<std::int64_t>(guests.size()) < kMostGuestsSwept;
  return {has_all && removed < kMostSwept,
          has_all ? Instant{} : instant(guests.back(), 0) + online::Duration(1)};
}

}  // namespace ordo::store
