// What one game is, and what is due.
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {

std::optional<GameSummary> Store::summary(const GameId& game) {
  static const std::array<std::string, 2> kQueries = {fmt::format("{} WHERE id = $1", summaries_of(true)),
                                                      fmt::format("{} WHERE id = $1", summaries_of(false))};
  // In this order: between the two questions a game may come to its end, but not begin again.
  for (const std::string& query : kQueries) {
    const auto rows = connection_.query(query, {game});
    if (!rows.empty()) return summary_from(rows.front());
  }
  return std::nullopt;
}

std::vector<GameId> Store::overdue(Instant now, Instant engine_silent_since, int limit) {
  const Value most = value_of(limit);
  auto rows = connection_.query("SELECT game FROM live WHERE deadline <= $1 ORDER BY deadline LIMIT $2",
                                {value_of(now), most});
  auto silent = connection_.query(
      "SELECT game FROM live WHERE engine_to_move = 1 AND last_at < $1 ORDER BY last_at LIMIT $2",
      {value_of(engine_silent_since), most});
  std::move(silent.begin(), silent.end(), std::back_inserter(rows));
  std::vector<GameId> games;
  for (const Row& row : rows) {
    const bool is_new = std::ranges::find(games, row.text(0)) == games.end();
    if (is_new && games.size() < static_cast<std::size_t>(limit)) games.push_back(row.text(0));
  }
  return games;
}

int Store::live_games_of(const UserId& user) {
  const auto rows = connection_.query(
      "SELECT (SELECT COUNT(*) FROM games WHERE live = 1 AND white_id = $1) + "
      "(SELECT COUNT(*) FROM games WHERE live = 1 AND black_id = $1 AND (white_id IS NULL OR white_id <> "
      "$1))",
      {user});
  return static_cast<int>(rows.front().integer(0));
}

int Store::live_engine_games_of(const UserId& user) {
  const auto rows = connection_.query(
      "SELECT (SELECT COUNT(*) FROM games WHERE live = 1 AND white_id = $1 AND black_kind = 'engine') + "
      "(SELECT COUNT(*) FROM games WHERE live = 1 AND black_id = $1 AND white_kind = 'engine')",
      {user});
  return static_cast<int>(rows.front().integer(0));
}

void Store::notify(std::string_view channel, std::string_view text) { connection_.notify(channel, text); }

}  // namespace ordo::store
