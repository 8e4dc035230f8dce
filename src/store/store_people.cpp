// Who plays: guests, accounts, their ratings, and what they show to be let in.
#include <fmt/format.h>

#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {
namespace {

/// What stands in games where the name of somebody was who has gone.
constexpr std::string_view kDeletedName = "deleted";
constexpr std::string_view kDeletedChat = "(deleted)";

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

/// The same event without what `user`, who sits at `seat`, has said and was called.
[[nodiscard]] online::Event without_traces(online::Event event, const UserId& user, Color seat) {
  if (auto* created = std::get_if<online::Created>(&event)) {
    for (auto& player : created->players) {
      if (player && player->id == user) player->name = kDeletedName;
    }
  } else if (auto* joined = std::get_if<online::Joined>(&event)) {
    if (joined->player.id == user) joined->player.name = kDeletedName;
  } else if (auto* said = std::get_if<online::Said>(&event)) {
    if (said->by == seat) said->text = kDeletedChat;
  }
  return event;
}

void remove_traces(Connection& connection, const GameId& game, const UserId& user, Color seat) {
  for (const online::StoredEvent& stored : Store(connection).events(game)) {
    const online::Event clean = without_traces(stored.event, user, seat);
    if (clean == stored.event) continue;
    connection.execute("UPDATE events SET body = $3 WHERE game = $1 AND seq = $2",
                       {game, stored.seq, online::to_json(clean)});
  }
}

void remove_traces(Connection& connection, const UserId& user) {
  const auto white = connection.query(
      "SELECT id FROM games WHERE live = 1 AND white_id = $1 UNION SELECT id FROM games WHERE live = 0 AND "
      "white_id = $1",
      {user});
  for (const Row& row : white) remove_traces(connection, row.text(0), user, Color::White);
  const auto black = connection.query(
      "SELECT id FROM games WHERE live = 1 AND black_id = $1 UNION SELECT id FROM games WHERE live = 0 AND "
      "black_id = $1",
      {user});
  for (const Row& row : black) remove_traces(connection, row.text(0), user, Color::Black);
  const Value name = value_of(kDeletedName);
  for (const Row& row : white)
    connection.execute("UPDATE games SET white_name = $2 WHERE id = $1", {row.text(0), name});
  for (const Row& row : black)
    connection.execute("UPDATE games SET black_name = $2 WHERE id = $1", {row.text(0), name});
  for (const Row& row : white)
    connection.execute("DELETE FROM plans WHERE game = $1 AND color = 'white'", {row.text(0)});
  for (const Row& row : black)
    connection.execute("DELETE FROM plans WHERE game = $1 AND color = 'black'", {row.text(0)});
}

}  // namespace

bool Store::add_user(const User& user) {
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

bool Store::promote_guest(const UserId& id, const std::string& name, const std::string& password_hash) {
  const std::string key = name_key(name);
  // If somebody takes the name between looking and writing, the unique key makes this job fail and be run
  // again.
  const auto taken = connection_.query("SELECT id FROM users WHERE name_key = $1 AND id <> $2", {key, id});
  if (!taken.empty()) return false;
  const std::int64_t changed = connection_.execute(
      "UPDATE users SET kind = 'account', name = $2, name_key = $3, password_hash = $4 "
      "WHERE id = $1 AND deleted_at IS NULL",
      {id, name, key, password_hash});
  if (changed != 1) throw SqlError(SqlTrouble::Other, fmt::format("there is no user {}", id));
  return true;
}

void Store::set_password(const UserId& id, const std::string& password_hash) {
  connection_.execute("UPDATE users SET password_hash = $2 WHERE id = $1", {id, password_hash});
}

void Store::delete_user(const UserId& id, Instant now) {
  connection_.execute(
      "UPDATE users SET name = $2, name_key = NULL, password_hash = '', deleted_at = $3 "
      "WHERE id = $1 AND deleted_at IS NULL",
      {id, value_of(kDeletedName), value_of(now)});
  connection_.execute("DELETE FROM credentials WHERE user_id = $1", {id});
  connection_.execute("DELETE FROM ratings WHERE user_id = $1", {id});
  for (const Row& row : connection_.query("SELECT id FROM seeks WHERE owner = $1", {id}))
    drop_seek(id, row.text(0));
  remove_traces(connection_, id);
}

online::Rating Store::rating(const UserId& user, rules::Variant variant) {
  const auto rows = connection_.query(
      "SELECT rating, deviation, volatility, games, at FROM ratings WHERE user_id = $1 AND variant = $2",
      {user, value_of(rules::name(variant))});
  if (rows.empty()) return {};
  const Row& row = rows.front();
  return {row.real(0), row.real(1), row.real(2), static_cast<int>(row.integer(3)), instant(row, 4)};
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

void Store::sweep(Instant now, Instant guests_before) {
  connection_.execute("DELETE FROM credentials WHERE expires_at <= $1", {value_of(now)});
  for (const Row& row :
       connection_.query("DELETE FROM seeks WHERE alive_until <= $1 RETURNING id", {value_of(now)})) {
    notify("lobby", "gone " + row.text(0));
  }
  // Each seat once for games going on and once for those over: that is what there are indices for.
  connection_.execute(
      "DELETE FROM users WHERE kind = 'guest' AND created_at < $1 "
      "AND NOT EXISTS (SELECT 1 FROM credentials c WHERE c.user_id = users.id AND c.used_at >= $1) "
      "AND NOT EXISTS (SELECT 1 FROM games g WHERE g.live = 1 AND g.white_id = users.id) "
      "AND NOT EXISTS (SELECT 1 FROM games g WHERE g.live = 1 AND g.black_id = users.id) "
      "AND NOT EXISTS (SELECT 1 FROM games g WHERE g.live = 0 AND g.white_id = users.id) "
      "AND NOT EXISTS (SELECT 1 FROM games g WHERE g.live = 0 AND g.black_id = users.id)",
      {value_of(guests_before)});
  // Longer than any answer to a commit can be waited for.
  if (connection_.dialect() == Dialect::Postgres)
    connection_.execute("DELETE FROM commits WHERE at < now() - INTERVAL '1 hour'");
}

}  // namespace ordo::store
