// Games as lists show them, what is due, and conditional turns.
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
  /// Newest first, only those after `before` if there is one.
  void page(const std::optional<std::pair<Instant, GameId>>& before, int limit) {
    if (before) {
      values_.push_back(value_of(before->first));
      values_.emplace_back(before->second);
      add(fmt::format("(last_at, id) < (${}, ${})", values_.size() - 1, values_.size()));
    }
    values_.push_back(value_of(limit));
    text_ += fmt::format(" ORDER BY last_at DESC, id DESC LIMIT ${}", values_.size());
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
/// itself.
[[nodiscard]] std::vector<Row> games_of(Connection& connection, const GameFilter& filter, bool live,
                                        std::optional<Color> seat, int limit) {
  Statement statement(fmt::format("SELECT {} FROM games", kSummaryColumns));
  statement.where(live ? "live = 1" : "live = 0");
  if (live && !filter.with_waiting) statement.where("status <> 'waiting'");
  if (seat) {
    const bool is_white = *seat == Color::White;
    statement.where(is_white ? "white_id = {}" : "black_id = {}", *filter.player);
    if (filter.opponent) statement.where(is_white ? "black_id = {}" : "white_id = {}", *filter.opponent);
  }
  if (filter.variant) statement.where("variant = {}", value_of(rules::name(*filter.variant)));
  if (filter.rated) statement.where("rated = {}", value_of(*filter.rated));
  if (filter.result) statement.where("result = {}", result_for(*filter.result, seat));
  statement.page(filter.before, limit);
  return statement.run(connection);
}

}  // namespace

std::optional<GameSummary> Store::summary(const GameId& game) {
  static const std::string kQuery = fmt::format("SELECT {} FROM games WHERE id = $1", kSummaryColumns);
  const auto rows = connection_.query(kQuery, {game});
  if (rows.empty()) return std::nullopt;
  return summary_from(rows.front());
}

std::vector<GameSummary> Store::games(const GameFilter& filter) {
  const int limit = std::clamp(filter.limit, 1, kMostGamesOfAPage);
  std::vector<std::optional<Color>> seats = {std::nullopt};
  if (filter.player) seats = {Color::White, Color::Black};
  std::vector<GameSummary> found;
  for (const bool live : {true, false}) {
    if (filter.live && *filter.live != live) continue;
    for (const std::optional<Color> seat : seats) {
      for (const Row& row : games_of(connection_, filter, live, seat, limit))
        found.push_back(summary_from(row));
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
  auto rows = connection_.query("SELECT id FROM games WHERE deadline <= $1 ORDER BY deadline LIMIT $2",
                                {value_of(now), most});
  auto silent = connection_.query(
      "SELECT id FROM games WHERE engine_to_move = 1 AND last_at < $1 ORDER BY last_at LIMIT $2",
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

void Store::set_plan(const GameId& game, Color owner, const online::Plan& plan) {
  const Value color = value_of(word(owner));
  if (plan.empty()) {
    connection_.execute("DELETE FROM plans WHERE game = $1 AND color = $2", {game, color});
    return;
  }
  connection_.execute(
      "INSERT INTO plans (game, color, body) VALUES ($1, $2, $3) "
      "ON CONFLICT (game, color) DO UPDATE SET body = excluded.body",
      {game, color, online::to_json(plan)});
}

online::Plan Store::plan(const GameId& game, Color owner) {
  const auto rows = connection_.query("SELECT body FROM plans WHERE game = $1 AND color = $2",
                                      {game, value_of(word(owner))});
  if (rows.empty()) return {};
  auto plan = online::parse_plan(rows.front().text(0));
  if (!plan) broken(fmt::format("the plan of game {}: {}", game, plan.error()));
  return *std::move(plan);
}

void Store::notify(std::string_view channel, std::string_view text) { connection_.notify(channel, text); }

}  // namespace ordo::store
