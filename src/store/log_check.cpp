// Checking that every game can be replayed from its log and is what lists say it is.
#include <optional>

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

}  // namespace

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
  for (GameId last;;) {
    const auto rows = connection->query(
        "SELECT id, COALESCE(live.last_seq, games.last_seq) FROM games LEFT JOIN live ON game = id "
        "WHERE id > $1 ORDER BY id LIMIT $2",
        {last, kGamesOfAPage});
    if (rows.empty()) break;
    for (const Row& row : rows) {
      last = row.text(0);
      ++check.games;
      if (auto fault = fault_of(store, last, row.integer(1), check.events))
        check.broken.emplace_back(last, *std::move(fault));
    }
    progress("games", check.games);
  }
  for (const Row& row : connection->query("SELECT DISTINCT game FROM events WHERE NOT EXISTS (SELECT 1 FROM "
                                          "games WHERE games.id = events.game)")) {
    check.broken.emplace_back(row.text(0), "there are events, but no such game");
  }
  return check;
}

}  // namespace ordo::store
