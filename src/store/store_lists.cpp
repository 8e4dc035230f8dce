// Lists of games, newest first, by any filter.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {
namespace {

constexpr int kMostGamesOfAPage = 100;
constexpr int kGamesOfASmallPage = 20;

constexpr std::array<std::string_view, 3> kResults = {"1-0", "0-1", "1/2-1/2"};

/// A statement that is put together, with its parameters. Its text depends on which filters there are, not on
/// their values, since statements are kept prepared.
class Statement {
 public:
  explicit Statement(std::string text) : text_(std::move(text)) {}

  void add(std::string_view text) { text_ += text; }
  /// The place of a new parameter.
  [[nodiscard]] std::string place_of(Value value) {
    values_.push_back(std::move(value));
    return fmt::format("${}", values_.size());
  }
  [[nodiscard]] std::vector<Row> run(Connection& connection) const {
    return connection.query(text_, values_);
  }

 private:
  std::string text_;
  std::vector<Value> values_;
};

/// " AND (time, id) < ($1, $2)": only games after that place of the list.
[[nodiscard]] std::string after(Statement& statement, const std::optional<std::pair<Instant, GameId>>& before,
                                std::string_view time, std::string_view id) {
  if (!before) return "";
  const std::string instant = statement.place_of(value_of(before->first));
  return fmt::format(" AND ({}, {}) < ({}, {})", time, id, instant, statement.place_of(before->second));
}

/// How many rows are asked for. One of two numbers, which the text has: PostgreSQL plans badly for a number
/// it does not know.
[[nodiscard]] int rows_for(int limit) noexcept {
  return limit <= kGamesOfASmallPage ? kGamesOfASmallPage : kMostGamesOfAPage;
}

/// What "won" and "lost" are in the eyes of that seat; anything else is itself.
[[nodiscard]] std::string result_for(const std::string& wanted, std::optional<Color> seat) {
  if (wanted == "drawn") return "1/2-1/2";
  if (!seat || (wanted != "won" && wanted != "lost")) return wanted;
  return (wanted == "won") == (*seat == Color::White) ? "1-0" : "0-1";
}

/// " AND white_id = $1 AND black_id = $2"
[[nodiscard]] std::string seated(Statement& statement, const GameFilter& filter, std::optional<Color> seat) {
  if (!seat) return "";
  const bool is_white = *seat == Color::White;
  std::string condition =
      fmt::format(" AND {} = {}", is_white ? "white_id" : "black_id", statement.place_of(*filter.player));
  if (filter.opponent) {
    condition +=
        fmt::format(" AND {} = {}", is_white ? "black_id" : "white_id", statement.place_of(*filter.opponent));
  }
  return condition;
}

/// Whether an index that begins with the kind of game is needed. SQLite finds all games of a player in one
/// that has them by time alone; PostgreSQL might take that of all games instead, if it expects to meet the
/// player often.
[[nodiscard]] bool needs_kind(Dialect dialect, const GameFilter& filter) noexcept {
  return filter.variant || filter.rated || filter.result || filter.opponent ||
         (filter.player && dialect == Dialect::Postgres);
}

/// That a game is over, in the words of the index that the list is in (see migrations.cpp).
[[nodiscard]] std::string_view is_over(Dialect dialect, const GameFilter& filter,
                                       std::optional<Color> seat) noexcept {
  if (!needs_kind(dialect, filter)) return "live = 0";
  if (filter.opponent) return "live + 4 < 5";
  if (seat) return *seat == Color::White ? "live + 2 < 3" : "live + 3 < 4";
  return "live + 1 < 2";
}

/// The conditions on variant, rated and result, one after the other for all values of those that the filter
/// leaves open: that is how an index that begins with all three is used by any filter. A single empty one if
/// none is needed.
[[nodiscard]] std::vector<std::string> kinds(Statement& statement, Dialect dialect, const GameFilter& filter,
                                             std::optional<Color> seat) {
  if (!needs_kind(dialect, filter)) return {""};
  std::vector<std::string> variants;
  if (filter.variant) {
    variants.push_back(statement.place_of(value_of(rules::name(*filter.variant))));
  } else {
    for (const rules::Variant variant : {rules::Variant::Ordo, rules::Variant::OrdoX})
      variants.push_back(fmt::format("'{}'", rules::name(variant)));
  }
  std::vector<std::string> rated = {"0", "1"};
  if (filter.rated) rated = {statement.place_of(value_of(*filter.rated))};
  std::vector<std::string> results;
  if (filter.result) {
    results.push_back("= " + statement.place_of(result_for(*filter.result, seat)));
  } else {
    for (const std::string_view result : kResults) results.push_back(fmt::format("= '{}'", result));
    results.emplace_back("IS NULL");  // it was aborted
  }
  std::vector<std::string> conditions;
  for (const std::string& variant : variants) {
    for (const std::string& flag : rated) {
      for (const std::string& result : results) {
        conditions.push_back(
            fmt::format(" AND variant = {} AND rated = {} AND result {}", variant, flag, result));
      }
    }
  }
  return conditions;
}

/// Games that are over. Each part of the list is the beginning of what an index has in that order; only the
/// games of the page are then looked at as a whole.
[[nodiscard]] std::vector<Row> games_over(Connection& connection, const GameFilter& filter, int limit) {
  const int rows = rows_for(limit);
  std::vector<std::optional<Color>> seats = {std::nullopt};
  if (filter.player) seats = {Color::White, Color::Black};
  Statement statement(fmt::format("{} WHERE id IN (SELECT page_id FROM (", summaries_of(false)));
  const std::string only_after = after(statement, filter.before, "last_at", "id");
  int parts = 0;
  for (const std::optional<Color> seat : seats) {
    const std::string its = seated(statement, filter, seat);
    for (const std::string& kind : kinds(statement, connection.dialect(), filter, seat)) {
      // All have the same result, but PostgreSQL does not see that of "IS NULL", and would sort all of them.
      const std::string_view order = kind.empty() ? "" : "result DESC, ";
      // UNION, since somebody may sit at both sides of the board.
      statement.add(
          fmt::format("{}SELECT page_at, page_id FROM (SELECT last_at AS page_at, id AS page_id FROM games "
                      "WHERE {}{}{}{} ORDER BY {}last_at DESC, id DESC LIMIT {}) AS p{}",
                      parts == 0 ? "" : " UNION ", is_over(connection.dialect(), filter, seat), its, kind,
                      only_after, order, rows, parts));
      ++parts;
    }
  }
  statement.add(fmt::format(" ORDER BY page_at DESC, page_id DESC LIMIT {}) AS page)", rows));
  return statement.run(connection);
}

/// The conditions on games that are going on. `prefix`: of their columns.
[[nodiscard]] std::string wanted(Statement& statement, const GameFilter& filter, std::string_view prefix) {
  std::string conditions = filter.with_waiting ? "" : fmt::format(" AND {}status = 'playing'", prefix);
  if (filter.variant) {
    conditions += fmt::format(" AND {}variant = {}", prefix,
                              statement.place_of(value_of(rules::name(*filter.variant))));
  }
  if (filter.rated)
    conditions += fmt::format(" AND {}rated = {}", prefix, statement.place_of(value_of(*filter.rated)));
  return conditions;
}

/// Of a player who sits there; there are few.
[[nodiscard]] std::vector<Row> games_going_on_of(Connection& connection, const GameFilter& filter, Color seat,
                                                 int limit) {
  Statement statement(fmt::format("{} WHERE games.live = 1", summaries_of(true)));
  statement.add(seated(statement, filter, seat));
  statement.add(wanted(statement, filter, ""));
  statement.add(after(statement, filter.before, "live.last_at", "game"));
  statement.add(
      fmt::format(" ORDER BY live.last_at DESC, game DESC LIMIT {}", statement.place_of(value_of(limit))));
  return statement.run(connection);
}

/// Whoever plays them, but only the newest so many if `among` says so, and otherwise all, found in an index.
[[nodiscard]] std::vector<Row> games_going_on(Connection& connection, const GameFilter& filter, int rows,
                                              std::optional<int> among) {
  Statement statement(fmt::format("{} WHERE game IN (SELECT live.game FROM live", summaries_of(true)));
  statement.add(among ? " WHERE TRUE" : " JOIN games AS its ON its.id = live.game WHERE its.live + 1 = 2");
  if (!among) statement.add(wanted(statement, filter, "its."));
  statement.add(after(statement, filter.before, "live.last_at", "live.game"));
  statement.add(fmt::format(" ORDER BY live.last_at DESC, live.game DESC LIMIT {})", among.value_or(rows)));
  statement.add(wanted(statement, filter, ""));
  statement.add(fmt::format(" ORDER BY live.last_at DESC, game DESC LIMIT {}", rows));
  return statement.run(connection);
}

/// The same. `live` is read as a whole and sorted, since it is narrow; of the wide rows those of the newest
/// are looked at, and no others if they make a page.
[[nodiscard]] std::vector<Row> games_going_on(Connection& connection, const GameFilter& filter, int limit) {
  const int rows = rows_for(limit);
  const int newest = 8 * rows;
  auto found = games_going_on(connection, filter, rows, newest);
  if (found.size() >= static_cast<std::size_t>(limit)) return found;
  Statement all("SELECT COUNT(*) FROM live WHERE TRUE");
  all.add(after(all, filter.before, "last_at", "game"));
  if (all.run(connection).front().integer(0) <= newest) return found;
  return games_going_on(connection, filter, rows, std::nullopt);
}

}  // namespace

std::vector<GameSummary> Store::games(const GameFilter& filter) {
  const int limit = std::clamp(filter.limit, 1, kMostGamesOfAPage);
  std::vector<GameSummary> found;
  const auto add = [&found](const std::vector<Row>& rows) {
    for (const Row& row : rows) found.push_back(summary_from(row));
  };
  // In this order: between the two questions a game may come to its end, but not begin again.
  const bool may_go_on = filter.live != false && !filter.result;
  if (may_go_on && filter.player) {
    for (const Color seat : {Color::White, Color::Black})
      add(games_going_on_of(connection_, filter, seat, limit));
  } else if (may_go_on) {
    add(games_going_on(connection_, filter, limit));
  }
  if (filter.live != true) add(games_over(connection_, filter, limit));
  std::ranges::sort(found, [](const GameSummary& a, const GameSummary& b) {
    return std::pair(a.last_at, a.id) > std::pair(b.last_at, b.id);
  });
  // Somebody at both sides of the board is found twice.
  const auto same = [](const GameSummary& a, const GameSummary& b) { return a.id == b.id; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  if (found.size() > static_cast<std::size_t>(limit)) found.resize(static_cast<std::size_t>(limit));
  return found;
}

}  // namespace ordo::store
