// Games that were played without the server, which accounts keep here if they want to.
//
// Every change of a user's games takes the next number of that user, its version. So a device that knows the
// last version it has seen gets what is new, and one that names the version it has changed cannot overwrite
// what it has not seen. What is deleted stays as a row without a body, for devices to hear of it.
#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {
namespace {

[[nodiscard]] KeptRow kept_from(const Row& row) {
  return {row.text(0), row.integer(1), instant(row, 2),
          row.is_null(3) ? std::nullopt : std::optional(row.text(3))};
}

/// Of what was deleted long ago no device needs to hear.
void forget_deleted(Connection& connection, const UserId& user) {
  connection.execute(
      "DELETE FROM kept_games WHERE user_id = $1 AND body IS NULL AND version <= (SELECT version FROM "
      "kept_games WHERE user_id = $1 AND body IS NULL ORDER BY version DESC LIMIT 1 OFFSET $2)",
      {user, std::int64_t{kMostDeletedKept}});
}

}  // namespace

std::optional<Instant> Store::keeps_games_since(const UserId& user) {
  const auto rows = connection_.query("SELECT since FROM keepers WHERE user_id = $1", {user});
  return rows.empty() ? std::nullopt : std::optional(instant(rows.front(), 0));
}

bool Store::keep_games(const UserId& user, Instant now) {
  if (!hold_user(user)) return false;
  // Versions begin with the time: none of an earlier period comes again, whatever a device remembers of it.
  connection_.execute(
      "INSERT INTO keepers (user_id, since, last_version) VALUES ($1, $2, $2) ON CONFLICT DO NOTHING",
      {user, value_of(now)});
  return true;
}

void Store::keep_no_games(const UserId& user) {
  (void)hold_user(user);
  connection_.execute("DELETE FROM kept_games WHERE user_id = $1", {user});
  connection_.execute("DELETE FROM keepers WHERE user_id = $1", {user});
}

std::vector<KeptRow> Store::kept_games(const UserId& user, std::int64_t after, int limit) {
  std::vector<KeptRow> all;
  for (const Row& row : connection_.query(
           "SELECT id, version, changed_at, body FROM kept_games WHERE user_id = $1 AND version > $2 "
           "ORDER BY version LIMIT $3",
           {user, after, value_of(limit)}))
    all.push_back(kept_from(row));
  return all;
}

KeptChange Store::change_kept(const UserId& user, const std::string& id, std::int64_t base,
                              const std::optional<std::string>& body, Instant now, int most) {
  using Kind = KeptChange::Kind;
  if (!hold_user(user)) return {Kind::Off, 0};
  if (!keeps_games_since(user)) return {Kind::Off, 0};
  const auto rows = connection_.query(
      "SELECT id, version, changed_at, body FROM kept_games WHERE user_id = $1 AND id = $2", {user, id});
  const std::optional<KeptRow> known = rows.empty() ? std::nullopt : std::optional(kept_from(rows.front()));
  if (!known && !body) return {Kind::Done, 0};
  if ((known ? known->version : 0) != base) return {Kind::Changed, 0};
  if (body && !(known && known->body)) {
    const auto count =
        connection_.query("SELECT COUNT(*) FROM kept_games WHERE user_id = $1 AND body IS NOT NULL", {user});
    if (count.front().integer(0) >= most) return {Kind::Full, 0};
  }
  connection_.execute("UPDATE keepers SET last_version = last_version + 1 WHERE user_id = $1", {user});
  const std::int64_t version =
      connection_.query("SELECT last_version FROM keepers WHERE user_id = $1", {user}).front().integer(0);
  connection_.execute(
      "INSERT INTO kept_games (user_id, id, version, changed_at, body) VALUES ($1, $2, $3, $4, $5) "
      "ON CONFLICT (user_id, id) DO UPDATE SET version = excluded.version, changed_at = excluded.changed_at, "
      "body = excluded.body",
      {user, id, version, value_of(now), body ? Value{*body} : Value{}});
  if (!body) forget_deleted(connection_, user);
  return {Kind::Done, version};
}

}  // namespace ordo::store
