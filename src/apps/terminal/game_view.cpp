// What a drawing of a game in progress shows.
#include "apps/terminal/game_view.h"

#include <fmt/format.h>

#include "rules/notation.h"

namespace ordo::apps {

BoardView view_of(const rules::Game& game, const std::array<std::string, 2>& names) {
  const std::size_t turns = game.turns().size();
  BoardView view{
      .position = game.position(),
      .outcome = game.outcome(),
      .marks = {},
      .names = names,
      .heading = fmt::format("{}, turn {}", rules::title(game.variant()), turn_number(game, turns)),
      .last = {}};
  if (turns > 0) {
    const rules::Position& before = game.positions()[turns - 1];
    const rules::Turn& turn = game.turns()[turns - 1];
    view.marks = marks_of(before, turn);
    view.last = fmt::format("{} played {}", rules::name(before.to_move()), rules::to_text(turn));
  }
  return view;
}

BoardView view_of(const rules::Game& game, const std::array<std::string, 2>& names, rules::Part preparation) {
  BoardView view = view_of(game, names);
  view.position = game.position().after(preparation);
  view.marks = marks_of_preparation(game.position(), preparation);
  view.last =
      fmt::format("{} prepared {}", rules::name(game.position().to_move()), rules::to_text(preparation));
  return view;
}

std::size_t turn_number(const rules::Game& game, std::size_t index) {
  return (index + (game.start().to_move() == rules::Color::Black ? 1 : 0)) / 2 + 1;
}

}  // namespace ordo::apps
