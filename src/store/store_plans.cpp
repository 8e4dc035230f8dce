// Conditional turns, each kept with the position it was made for.
#include <fmt/format.h>

#include "store/rows.h"
#include "store/store.h"

namespace ordo::store {

bool Store::set_plan(const GameId& game, Color owner, const online::Plan& plan, const Standpoint& made_for) {
  // Whoever makes a turn changes this row as well, and looks for plans after that: either the turn sees the
  // plan, or the plan the turn. So it is with a plan that is withdrawn.
  const auto live = connection_.query(connection_.dialect() == Dialect::Sqlite
                                          ? "SELECT plies, fen FROM live WHERE game = $1"
                                          : "SELECT plies, fen FROM live WHERE game = $1 FOR UPDATE",
                                      {game});
  if (live.empty() || live.front().integer(0) != made_for.plies || live.front().text(1) != made_for.fen) {
    return false;
  }
  const Value color = value_of(word(owner));
  if (plan.empty()) {
    connection_.execute("DELETE FROM plans WHERE game = $1 AND color = $2", {game, color});
    return true;
  }
  connection_.execute(
      "INSERT INTO plans (game, color, body, plies, fen) VALUES ($1, $2, $3, $4, $5) "
      "ON CONFLICT (game, color) DO UPDATE SET body = excluded.body, plies = excluded.plies, fen = "
      "excluded.fen",
      {game, color, online::to_json(plan), value_of(made_for.plies), made_for.fen});
  return true;
}

online::Plan Store::plan(const GameId& game, Color owner) {
  const auto rows = connection_.query(
      "SELECT body FROM plans JOIN live ON live.game = plans.game AND live.plies = plans.plies "
      "AND live.fen = plans.fen WHERE plans.game = $1 AND color = $2",
      {game, value_of(word(owner))});
  if (rows.empty()) return {};
  auto plan = online::parse_plan(rows.front().text(0));
  if (!plan) broken(fmt::format("the plan of game {}: {}", game, plan.error()));
  return *std::move(plan);
}

}  // namespace ordo::store
