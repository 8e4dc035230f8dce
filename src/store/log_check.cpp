// Checking that every game can be replayed from its log and is what lists say it is.
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "online/room.h"
#include "rules/fen.h"
#include "store/drivers.h"
#include "store/maintenance.h"
#include "store/migrations.h"
#include "store/store.h"

namespace ordo::store {
namespace {

constexpr std::int64_t kGamesOfAPage = 1000;

/// What is wrong with the numbers of a log.
[[nodiscard]] std::optional<std::string> wrong_numbers(const std::vector<online::StoredEvent>& events) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto expected = static_cast<std::int64_t>(i + 1);
    if (events[i].seq != expected)
      return fmt::format("event {} follows event {}", events[i].seq, expected - 1);
  }
  return std::nullopt;
}

[[nodiscard]] std::optional<std::string> disagreement(const GameSummary& summary, const online::Room& room) {
  const auto plies = static_cast<int>(room.game().turns().size());
  if (summary.status != room.status()) return "lists show another state than the log";
  if (summary.plies != plies) return fmt::format("lists show {} turns, the log has {}", summary.plies, plies);
  if (summary.fen != rules::to_fen(room.game().position())) return "lists show another position than the log";
  if (summary.outcome && summary.outcome != room.game().outcome())
    return "lists show another result than the log";
  return std::nullopt;
}

/// Counts its events, too.
[[nodiscard]] std::optional<std::string> fault_of(Store& store, const GameId& game, std::int64_t last_seq,
                                                  std::int64_t& count) {
  try {
    const auto events = store.events(game);
    count += static_cast<std::int64_t>(events.size());
    if (auto wrong = wrong_numbers(events)) return wrong;
    if (last_seq != static_cast<std::int64_t>(events.size()))
      return fmt::format("the last event should be {}, it is {}", last_seq, events.size());
    const auto room = online::Room::replay(game, events);
    if (!room) return room.error();
    const auto summary = store.summary(game);
    return summary ? disagreement(*summary, *room) : std::optional<std::string>();
  } catch (const SqlError& error) {
    if (error.trouble() == SqlTrouble::Lost) throw;
    return error.what();
  }
}

/// Goes through all games in the order of their ids, also where pages between them cannot be read.
class GameWalk {
 public:
  GameWalk(Connection& connection, LogCheck& check) : connection_(connection), check_(check) {}

  /// The next games, as their ids and the numbers of their last events; none: there are no more.
  [[nodiscard]] std::vector<Row> next() {
    for (;;) {
      try {
        auto rows = connection_.query(
            "SELECT id, COALESCE(live.last_seq, games.last_seq) FROM games LEFT JOIN live ON game = id "
            "WHERE id > $1 ORDER BY id LIMIT $2",
            {last_, is_careful_ ? 1 : kGamesOfAPage});
        if (gap_from_) end_gap(rows.empty() ? "the end" : rows.front().text(0));
        if (!rows.empty()) last_ = rows.back().text(0);
        return rows;
      } catch (const SqlError& error) {
        if (error.trouble() == SqlTrouble::Lost) throw;
      }
      // First those that can be read before the place, one by one.
      if (!std::exchange(is_careful_, true)) continue;
      if (!gap_from_) gap_from_ = last_;
      if (jump()) continue;
      end_gap("the end");
      return {};
    }
  }

 private:
  /// To a place further on among all ids, at first not far; false: there is none.
  [[nodiscard]] bool jump() {
    constexpr char kFirst = '0';
    constexpr char kLast = 'z';
    ++jumps_;
    last_.resize(jumps_ <= 200 ? 3 : jumps_ <= 400 ? 2 : 1, kFirst);
    for (auto place = last_.rbegin(); place != last_.rend(); ++place) {
      if (*place < kLast) {
        ++*place;
        return true;
      }
      *place = kFirst;
    }
    return false;
  }

  void end_gap(const std::string& to) {
    check_.damage.push_back(fmt::format("the games between {} and {} cannot be read",
                                        gap_from_->empty() ? "the first" : *gap_from_, to));
    gap_from_.reset();
    jumps_ = 0;
    is_careful_ = false;
  }

  Connection& connection_;
  LogCheck& check_;
  GameId last_;
  bool is_careful_ = false;         // one at a time, since a page of them could not be read
  std::optional<GameId> gap_from_;  // the last one before the place that cannot be read
  int jumps_ = 0;                   // since then
};

void find_orphans(Connection& connection, LogCheck& check) {
  try {
    for (const Row& row : connection.query("SELECT DISTINCT game FROM events WHERE NOT EXISTS (SELECT 1 FROM "
                                           "games WHERE games.id = events.game)")) {
      check.broken.emplace_back(row.text(0), "there are events, but no such game");
    }
  } catch (const SqlError& error) {
    if (error.trouble() == SqlTrouble::Lost) throw;
    check.damage.push_back(fmt::format("not all events can be read: {}", error.what()));
  }
}

}  // namespace

std::vector<std::string> file_damage(Connection& connection) {
  if (connection.dialect() != Dialect::Sqlite) return {};
  // Having found less than it was asked for, SQLite goes on to the rows, and gives up at one it cannot read.
  std::string last_error;
  for (const int most : {100, 30, 10, 3, 1}) {
    try {
      std::vector<std::string> lines;
      for (const Row& row : connection.query(fmt::format("PRAGMA integrity_check({})", most))) {
        if (row.text(0) != "ok") lines.push_back(row.text(0));
      }
      return lines;
    } catch (const SqlError& error) {
      if (error.trouble() != SqlTrouble::Damaged) throw;
      last_error = error.what();
    }
  }
  return {last_error};
}

LogCheck check_logs(const std::string& address, const Progress& progress) {
  const auto connection = connect(address, false);
  connection->script(
      connection->dialect() == Dialect::Sqlite ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  if (const std::int64_t version = schema_version(*connection);
      version != static_cast<std::int64_t>(all_migrations().size())) {
    throw SqlError(SqlTrouble::Other,
                   fmt::format("the database has version {}, this program checks version {}", version,
                               all_migrations().size()));
  }
  Store store(*connection);
  LogCheck check;
  check.damage = file_damage(*connection);
  GameWalk walk(*connection, check);
  for (auto rows = walk.next(); !rows.empty(); rows = walk.next()) {
    for (const Row& row : rows) {
      ++check.games;
      if (auto fault = fault_of(store, row.text(0), row.integer(1), check.events))
        check.broken.emplace_back(row.text(0), *std::move(fault));
    }
    progress("games", check.games);
  }
  find_orphans(*connection, check);
  return check;
}

}  // namespace ordo::store
