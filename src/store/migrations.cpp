// The tables, version by version.
#include "store/migrations.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "util/check.h"

namespace ordo::store {
namespace {

// Booleans are 0 and 1, instants milliseconds since 1970. Lists go newest first; a game that is going on
// changes with every turn, so it is in few indices, and in those for lists only once it is over.
constexpr std::string_view kFirst = R"(
CREATE TABLE games (
  id {id} PRIMARY KEY,
  variant TEXT NOT NULL,
  start_fen TEXT NOT NULL,
  time_control TEXT NOT NULL,
  rated BIGINT NOT NULL,
  white_kind TEXT,
  white_id {id},
  white_name TEXT,
  white_level BIGINT,
  white_rating BIGINT,
  black_kind TEXT,
  black_id {id},
  black_name TEXT,
  black_level BIGINT,
  black_rating BIGINT,
  status TEXT NOT NULL,
  live BIGINT NOT NULL,
  result TEXT,
  ending TEXT,
  plies BIGINT NOT NULL,
  fen TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_at BIGINT NOT NULL,
  deadline BIGINT,
  engine_to_move BIGINT NOT NULL,
  last_seq BIGINT NOT NULL
) {clustered};
CREATE INDEX games_over ON games (last_at, id) WHERE live = 0;
CREATE INDEX games_over_white ON games (white_id, last_at, id) WHERE live = 0;
CREATE INDEX games_over_black ON games (black_id, last_at, id) WHERE live = 0;
CREATE INDEX games_live ON games (last_at, id) WHERE live = 1;
CREATE INDEX games_live_white ON games (white_id) WHERE live = 1;
CREATE INDEX games_live_black ON games (black_id) WHERE live = 1;
CREATE INDEX games_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_engine ON games (last_at) WHERE engine_to_move = 1;

CREATE TABLE events (
  game {id} NOT NULL,
  seq BIGINT NOT NULL,
  at BIGINT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (game, seq)
) {clustered};

CREATE TABLE plans (
  game {id} NOT NULL,
  color TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (game, color)
) {clustered};

CREATE TABLE users (
  id {id} PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT UNIQUE,
  password_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  deleted_at BIGINT
) {clustered};
CREATE INDEX users_guests ON users (created_at) WHERE kind = 'guest';

CREATE TABLE credentials (
  id {id} PRIMARY KEY,
  kind TEXT NOT NULL,
  user_id {id} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  secret_hash {id} NOT NULL UNIQUE,
  label TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
) {clustered};
CREATE INDEX credentials_user ON credentials (user_id, kind);
CREATE INDEX credentials_expiry ON credentials (expires_at);

CREATE TABLE ratings (
  user_id {id} NOT NULL,
  variant TEXT NOT NULL,
  rating DOUBLE PRECISION NOT NULL,
  deviation DOUBLE PRECISION NOT NULL,
  volatility DOUBLE PRECISION NOT NULL,
  games BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (user_id, variant)
) {clustered};

CREATE TABLE seeks (
  id {id} PRIMARY KEY,
  owner {id} NOT NULL,
  owner_name TEXT NOT NULL,
  owner_rating BIGINT,
  variant TEXT NOT NULL,
  start_fen TEXT NOT NULL,
  time_control TEXT NOT NULL,
  rated BIGINT NOT NULL,
  color TEXT,
  created_at BIGINT NOT NULL,
  alive_until BIGINT NOT NULL
) {clustered};
CREATE INDEX seeks_owner ON seeks (owner);

{postgres}
CREATE TABLE commits (
  token TEXT COLLATE "C" PRIMARY KEY,
  at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX commits_at ON commits (at);
{end}
)";

// A turn writes one narrow row in `live` and its events, and nothing in `games`: what is there of a game's
// plies, fen, last_at and last_seq counts once the game is over. `live` has no index but its key, and is read
// as a whole: it holds only games that are going on, and every index would have to follow every turn.
constexpr std::string_view kLive = R"(
CREATE TABLE live (
  game {id} PRIMARY KEY,
  last_seq BIGINT NOT NULL,
  last_at BIGINT NOT NULL,
  deadline BIGINT,
  engine_to_move BIGINT NOT NULL,
  plies BIGINT NOT NULL,
  fen TEXT NOT NULL
) {clustered};
{postgres}
-- So that the next version of a row finds room beside it, and the key can stay as it is.
ALTER TABLE live SET (fillfactor = 50);
{end}
INSERT INTO live SELECT id, last_seq, last_at, deadline, engine_to_move, plies, fen FROM games WHERE live = 1;
DROP INDEX games_live;
DROP INDEX games_deadline;
DROP INDEX games_engine;
ALTER TABLE games DROP COLUMN deadline;
ALTER TABLE games DROP COLUMN engine_to_move;
)";

// A plan says for which position it was made (the game's plies and fen as in `live`). Of those that were
// there before nobody knows, so they go. Names of deleted accounts are not given out for a while; browsers
// that have signed in are known again when somebody tries passwords.
constexpr std::string_view kStanding = R"(
DELETE FROM plans;
ALTER TABLE plans ADD COLUMN plies BIGINT NOT NULL DEFAULT -1;
ALTER TABLE plans ADD COLUMN fen TEXT NOT NULL DEFAULT '';

CREATE TABLE resting_names (
  name_key {id} PRIMARY KEY,
  until BIGINT NOT NULL
) {clustered};

CREATE TABLE devices (
  secret_hash {id} NOT NULL,
  user_id {id} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  used_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (secret_hash, user_id)
) {clustered};
CREATE INDEX devices_user ON devices (user_id, used_at);
CREATE INDEX devices_expiry ON devices (expires_at);
)";

// When there was a node: one row from each start after a silence to the last sign of life.
constexpr std::string_view kUptime = R"(
CREATE TABLE uptime (
  started_at BIGINT PRIMARY KEY,
  alive_at BIGINT NOT NULL
) {clustered};
)";

// For lists with filters: games that are over, by everything that can be asked of them, newest last. Who asks
// for some of it only asks for each value of the rest (store_lists.cpp), so that no list looks at a game that
// it does not show. Those that are going on are found beside `live`. Nothing of it changes with a turn.
//
// "live + 1 < 2" is live = 0, in words that only one index has: a list names its index by them. PostgreSQL
// would choose by what it expects, and expecting draws where there are none it would go through all games.
// (Of a condition with "=" it would expect that hardly any game meets it, and sort those that do.)
constexpr std::string_view kFilters = R"(
CREATE INDEX games_over_kind ON games (variant, rated, result, last_at, id) WHERE live + 1 < 2;
CREATE INDEX games_over_white_kind ON games (white_id, variant, rated, result, last_at, id) WHERE live + 2 < 3;
CREATE INDEX games_over_black_kind ON games (black_id, variant, rated, result, last_at, id) WHERE live + 3 < 4;
CREATE INDEX games_over_pair ON games (white_id, black_id, variant, rated, result, last_at, id)
  WHERE live + 4 < 5;
CREATE INDEX games_live_kind ON games (status, variant, rated, id) WHERE live + 1 = 2;
)";

// Deleted users whose names still are in some of their games.
constexpr std::string_view kLeaving = R"(
CREATE TABLE leaving (
  user_id {id} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE
) {clustered};
)";

// Games played without the server, of accounts that keep them here. See store_kept.cpp.
constexpr std::string_view kKept = R"(
CREATE TABLE keepers (
  user_id {id} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  since BIGINT NOT NULL,
  last_version BIGINT NOT NULL
) {clustered};
CREATE TABLE kept_games (
  user_id {id} NOT NULL REFERENCES keepers (user_id) ON DELETE CASCADE,
  id {id} NOT NULL,
  version BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  body TEXT,
  PRIMARY KEY (user_id, id)
) {clustered};
CREATE UNIQUE INDEX kept_games_version ON kept_games (user_id, version);
)";

// Who is connected to which node, and when each node was last heard of; what belongs to neither a backup nor
// a history. And people among themselves: whom somebody does not want to meet, and seeks that are for one
// alone.
constexpr std::string_view kPeople = R"(
CREATE TABLE nodes (
  id {id} PRIMARY KEY,
  alive_at BIGINT NOT NULL
) {clustered};

CREATE TABLE online (
  user_id {id} NOT NULL,
  node {id} NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (user_id, node)
) {clustered};
CREATE INDEX online_node ON online (node);

CREATE TABLE blocks (
  user_id {id} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  other_id {id} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  at BIGINT NOT NULL,
  PRIMARY KEY (user_id, other_id)
) {clustered};
CREATE INDEX blocks_other ON blocks (other_id);

ALTER TABLE seeks ADD COLUMN target {id};
ALTER TABLE seeks ADD COLUMN target_name TEXT;
CREATE INDEX seeks_target ON seeks (target) WHERE target IS NOT NULL;
)";

// What the engine found in the positions of games that were over: a report is asked for once, worked on by
// one node (which says now and then that it is still there), and stays. `body` is a list of lines as JSON.
// `evaluations`: the deepest look at a position, whatever game it was in; the oldest go when there are too
// many.
constexpr std::string_view kReports = R"(
CREATE TABLE reports (
  game {id} PRIMARY KEY,
  asked_by {id} NOT NULL,
  asked_at BIGINT NOT NULL,
  state TEXT NOT NULL,
  nodes BIGINT NOT NULL,
  positions BIGINT NOT NULL,
  worker {id} NOT NULL,
  seen_at BIGINT NOT NULL
) {clustered};
CREATE INDEX reports_waiting ON reports (asked_at, game) WHERE state = 'waiting';
CREATE INDEX reports_asker ON reports (asked_by);

CREATE TABLE report_positions (
  game {id} NOT NULL,
  ply BIGINT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (game, ply)
) {clustered};

CREATE TABLE evaluations (
  position {id} PRIMARY KEY,
  nodes BIGINT NOT NULL,
  body TEXT NOT NULL,
  game {id} NOT NULL,
  ply BIGINT NOT NULL,
  at BIGINT NOT NULL
) {clustered};
CREATE INDEX evaluations_at ON evaluations (at, position);
)";

constexpr std::array kMigrations = {Migration{kFirst},  Migration{kLive},    Migration{kStanding},
                                    Migration{kUptime}, Migration{kFilters}, Migration{kLeaving},
                                    Migration{kKept},   Migration{kPeople},  Migration{kReports}};

// Any number will do, as long as it is always the same.
constexpr std::string_view kTakeMigrationLock = "SELECT pg_advisory_xact_lock(7306341)";

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
}

[[nodiscard]] bool has_version_table(Connection& connection) {
  const auto rows = connection.dialect() == Dialect::Sqlite
                        ? connection.query("SELECT COUNT(*) FROM sqlite_master WHERE name = 'schema_version'")
                        : connection.query(
                              "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() AND "
                              "tablename = 'schema_version'");
  return rows.front().integer(0) != 0;
}

/// False: there was nothing to do.
[[nodiscard]] bool take_a_step(Connection& connection, std::span<const Migration> steps) {
  const std::int64_t version = schema_version(connection);
  const auto newest = static_cast<std::int64_t>(steps.size());
  if (version > newest) {
    throw SqlError(
        SqlTrouble::Other,
        fmt::format("the database has version {}, made by a newer ordo; this one knows versions up "
                    "to {}: use the newer program",
                    version, newest));
  }
  if (version == newest) return false;
  if (version == 0) connection.script("CREATE TABLE schema_version (version BIGINT NOT NULL)");
  connection.script(script_for(steps[static_cast<std::size_t>(version)], connection.dialect()));
  connection.execute("DELETE FROM schema_version");
  connection.execute("INSERT INTO schema_version (version) VALUES ($1)", {version + 1});
  return true;
}

}  // namespace

std::span<const Migration> all_migrations() { return kMigrations; }

std::string script_for(const Migration& migration, Dialect dialect) {
  constexpr std::string_view kOnly = "{postgres}";
  constexpr std::string_view kEnd = "{end}";
  const bool is_sqlite = dialect == Dialect::Sqlite;
  std::string script(migration.script);
  for (std::size_t from = 0; is_sqlite && (from = script.find(kOnly)) != std::string::npos;) {
    const std::size_t to = script.find(kEnd, from);
    ORDO_CHECK(to != std::string::npos);
    script.erase(from, to + kEnd.size() - from);
  }
  replace_all(script, kOnly, "");
  replace_all(script, kEnd, "");
  replace_all(script, "{id}", is_sqlite ? "TEXT" : "TEXT COLLATE \"C\"");
  replace_all(script, "{clustered}", is_sqlite ? "WITHOUT ROWID" : "");
  return script;
}

std::int64_t schema_version(Connection& connection) {
  if (!has_version_table(connection)) return 0;
  const auto rows = connection.query("SELECT version FROM schema_version");
  if (rows.size() != 1)
    throw SqlError(SqlTrouble::Other, "the table schema_version does not have exactly one row");
  return rows.front().integer(0);
}

std::int64_t migrate(Connection& connection, std::span<const Migration> steps) {
  for (std::int64_t taken = 0;; ++taken) {
    const bool is_sqlite = connection.dialect() == Dialect::Sqlite;
    connection.script(is_sqlite ? "BEGIN IMMEDIATE" : "BEGIN");
    try {
      if (!is_sqlite) connection.query(kTakeMigrationLock);
      const bool went_on = take_a_step(connection, steps);
      connection.script("COMMIT");
      if (!went_on) return taken;
    } catch (...) {
      try {
        connection.script("ROLLBACK");
      } catch (const SqlError&) {  // NOLINT(bugprone-empty-catch): the first error is the one to tell
      }
      throw;
    }
  }
}

}  // namespace ordo::store
