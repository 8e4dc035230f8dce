// Games as lists show them, and what is due.
#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {
namespace {

constexpr int kMostGamesOfAPage = 100;

/// A statement that grows condition by condition, with its parameters.
class Statement {
 public:
  explicit Statement(std::string text) : text_(std::move(text)) {}

  /// `condition` has {} where the parameter goes.
  void where(std::string_view condition, Value value) {
    values_.push_back(std::move(value));
    add(fmt::format(fmt::runtime(condition), fmt::format("${}", values_.size())));
  }
  void where(std::string_view condition) { add(condition); }
  /// Newest first, only those after `before` if there is one. `time`, `id`: columns of one table.
  void page(const std::optional<std::pair<Instant, GameId>>& before, int limit, std::string_view time,
            std::string_view id) {
    if (before) add(is_after(*before, time, id));
    text_ += newest(limit, time, id);
  }
  /// Only those among the newest so many games that are going on.
  void among_newest(const std::optional<std::pair<Instant, GameId>>& before, int many) {
    std::string games = "SELECT game FROM live";
    if (before) games += " WHERE " + is_after(*before, "last_at", "game");
    games += newest(many, "last_at", "game");
    add(fmt::format("game IN ({})", games));
  }
  [[nodiscard]] std::vector<Row> run(Connection& connection) const {
    return connection.query(text_, values_);
  }

 private:
  void add(std::string_view condition) {
    text_ += has_condition_ ? " AND " : " WHERE ";
    text_ += condition;
    has_condition_ = true;
  }
  [[nodiscard]] std::string is_after(const std::pair<Instant, GameId>& before, std::string_view time,
                                     std::string_view id) {
    values_.push_back(value_of(before.first));
    values_.emplace_back(before.second);
    return fmt::format("({}, {}) < (${}, ${})", time, id, values_.size() - 1, values_.size());
  }
  [[nodiscard]] std::string newest(int limit, std::string_view time, std::string_view id) {
    values_.push_back(value_of(limit));
    return fmt::format(" ORDER BY {} DESC, {} DESC LIMIT ${}", time, id, values_.size());
  }

  std::string text_;
  std::vector<Value> values_;
  bool has_condition_ = false;
};

/// What "won" and "lost" are in the eyes of that seat; anything else is itself.
[[nodiscard]] std::string result_for(const std::string& wanted, std::optional<Color> seat) {
  if (wanted == "drawn") return "1/2-1/2";
  if (!seat || (wanted != "won" && wanted != "lost")) return wanted;
  return (wanted == "won") == (*seat == Color::White) ? "1-0" : "0-1";
}

/// Games over and games going on are in different indices, and so are both seats: each pair is asked for by
/// itself. `among`: only those among the newest so many that are going on.
[[nodiscard]] std::vector<Row> games_of(Connection& connection, const GameFilter& filter, bool live,
                                        std::optional<Color> seat, int limit, std::optional<int> among = {}) {
  Statement statement{std::string(summaries_of(live))};
  statement.where(live ? "games.live = 1" : "games.live = 0");
  if (among) statement.among_newest(filter.before, *among);
  if (live && !filter.with_waiting) statement.where("status <> 'waiting'");
  if (seat) {
    const bool is_white = *seat == Color::White;
    statement.where(is_white ? "white_id = {}" : "black_id = {}", *filter.player);
    if (filter.opponent) statement.where(is_white ? "black_id = {}" : "white_id = {}", *filter.opponent);
  }
  if (filter.variant) statement.where("variant = {}", value_of(rules::name(*filter.variant)));
  if (filter.rated) statement.where("rated = {}", value_of(*filter.rated));
  if (filter.result) statement.where("result = {}", result_for(*filter.result, seat));
  statement.page(filter.before, limit, live ? "live.last_at" : "last_at", live ? "game" : "id");
  return statement.run(connection);
}

/// Whoever plays them. The narrow table is sorted first, so that few of the wide rows are looked at.
[[nodiscard]] std::vector<Row> live_games(Connection& connection, const GameFilter& filter, int limit) {
  const std::int64_t all = connection.query("SELECT COUNT(*) FROM live").front().integer(0);
  for (int many = 4 * limit;; many *= 8) {
    const bool is_last = many >= all;
    auto rows = games_of(connection, filter, true, {}, limit, is_last ? std::nullopt : std::optional(many));
    if (is_last || rows.size() == static_cast<std::size_t>(limit)) return rows;
  }
}

}  // namespace

std::optional<GameSummary> Store::summary(const GameId& game) {
  // In this order: between the two questions a game may come to its end, but not begin again.
  for (const bool live : {true, false}) {
    Statement statement{std::string(summaries_of(live))};
    statement.where("id = {}", game);
    const auto rows = statement.run(connection_);
    if (!rows.empty()) return summary_from(rows.front());
  }
  return std::nullopt;
}

std::vector<GameSummary> Store::games(const GameFilter& filter) {
  const int limit = std::clamp(filter.limit, 1, kMostGamesOfAPage);
  std::vector<std::optional<Color>> seats = {std::nullopt};
  if (filter.player) seats = {Color::White, Color::Black};
  std::vector<GameSummary> found;
  for (const bool live : {true, false}) {
    if (filter.live && *filter.live != live) continue;
    for (const std::optional<Color> seat : seats) {
      const auto rows = live && !seat ? live_games(connection_, filter, limit)
                                      : games_of(connection_, filter, live, seat, limit);
      for (const Row& row : rows) found.push_back(summary_from(row));
    }
  }
  std::ranges::sort(found, [](const GameSummary& a, const GameSummary& b) {
    return std::pair(a.last_at, a.id) > std::pair(b.last_at, b.id);
  });
  // Somebody at both sides of the board is found twice.
  const auto same = [](const GameSummary& a, const GameSummary& b) { return a.id == b.id; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  if (found.size() > static_cast<std::size_t>(limit)) found.resize(static_cast<std::size_t>(limit));
  return found;
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
