// Single events of many games, stored with one statement.
#include "store/lone_events.h"

#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "store/rows.h"
#include "util/check.h"

namespace ordo::store {
namespace {

/// The text of an array, as PostgreSQL reads it.
class Array {
 public:
  void add(std::int64_t number) { next() += std::to_string(number); }
  void add(const std::optional<Instant>& at) {
    next() += at ? std::to_string(online::milliseconds(*at)) : "NULL";
  }
  void add(std::string_view text) {
    std::string& to = next();
    to += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') to += '\\';
      to += c;
    }
    to += '"';
  }
  [[nodiscard]] Value value() && { return std::move(text_ += text_.empty() ? "{}" : "}"); }

 private:
  [[nodiscard]] std::string& next() { return text_ += text_.empty() ? '{' : ','; }

  std::string text_;
};

// The key of events decides who was faster; only the events that got in move their games on. In the order of
// the games, so that two nodes do not wait for each other.
constexpr std::string_view kStore = R"(
WITH news AS (
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[],
                       $7::bigint[], $8::text[])
    AS one (game, seq, at, body, deadline, engine_to_move, plies, fen)
), stored AS (
  INSERT INTO events (game, seq, at, body) SELECT game, seq, at, body FROM news ORDER BY game
  ON CONFLICT DO NOTHING RETURNING game, seq
), moved AS (
  UPDATE live SET last_seq = news.seq, last_at = news.at, deadline = news.deadline,
                  engine_to_move = news.engine_to_move, plies = news.plies, fen = news.fen
  FROM news JOIN stored USING (game, seq)
  WHERE live.game = news.game AND live.last_seq = news.seq - 1 RETURNING live.game
)
SELECT stored.game, stored.seq, moved.game IS NOT NULL FROM stored LEFT JOIN moved USING (game))";

}  // namespace

std::optional<LoneEvent> LoneEvent::of(const GameSummary& summary, std::int64_t seq, Instant at,
                                       std::span<const online::Event> events) {
  if (events.size() != 1 || !is_like_a_turn(events.front()) || !is_live(summary.status)) return std::nullopt;
  // Of who speaks it must be known that the account is not deleted; plans follow the turns of their games.
  if (std::holds_alternative<online::Said>(events.front()) ||
      summary.settings.time.kind == online::TimeControl::Kind::Correspondence) {
    return std::nullopt;
  }
  return LoneEvent{&summary, seq, at, &events.front()};
}

void store_lone_events(Connection& connection, std::span<LoneEvent* const> events) {
  ORDO_CHECK(connection.dialect() == Dialect::Postgres);
  Array games, numbers, times, bodies, deadlines, engines, plies, fens;
  std::unordered_map<std::string_view, LoneEvent*> by_game;
  for (LoneEvent* lone : events) {
    lone->is_stored = false;
    const GameSummary& summary = *lone->summary;
    if (!by_game.emplace(summary.id, lone).second) continue;  // one of a game at a time
    games.add(summary.id);
    numbers.add(lone->seq);
    times.add(lone->at);
    bodies.add(online::to_json(*lone->event));
    deadlines.add(summary.deadline);
    engines.add(std::int64_t{is_engines_turn(summary) ? 1 : 0});
    plies.add(std::int64_t{summary.plies});
    fens.add(summary.fen);
  }
  if (by_game.empty()) return;
  const auto rows = connection.query(
      kStore, {std::move(games).value(), std::move(numbers).value(), std::move(times).value(),
               std::move(bodies).value(), std::move(deadlines).value(), std::move(engines).value(),
               std::move(plies).value(), std::move(fens).value()});
  for (const Row& row : rows) {
    if (row.integer(2) == 0) {
      throw SqlError(SqlTrouble::Other, fmt::format("there is no game {} with {} events to add to",
                                                    row.text(0), row.integer(1) - 1));
    }
    by_game.at(row.text(0))->is_stored = true;
  }
}

}  // namespace ordo::store
