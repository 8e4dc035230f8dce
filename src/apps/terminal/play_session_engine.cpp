// `ordo play`: the engine's turns, its advice, and who plays which side.
#include <utility>

#include <fmt/format.h>

#include "apps/terminal/play_session.h"
#include "rules/notation.h"
#include "util/text.h"

namespace ordo::apps {

using rules::Color;

bool PlaySession::is_engines_turn() const {
  const rules::Game& game = open_game_.game();
  return engine_side_ && !game.outcome() && game.position().to_move() == *engine_side_;
}

bool PlaySession::engine_answers() {
  if (!is_engines_turn()) return false;
  if (settings_.interactive) {
    say(fmt::format("{} is thinking.", player(*engine_side_)));
    console_.out << std::flush;
  }
  open_game_.play(engine_.choose(open_game_.game()));
  announce_turn();
  return true;
}

void PlaySession::seat_engine(Color side) {
  if (engine_side_ && *engine_side_ != side) {  // the other player changes seats with it
    std::swap(names_[0], names_[1]);
  }
  engine_side_ = side;
  names_[static_cast<std::size_t>(side)] = engine_.name();
}

bool PlaySession::take_back_decision() {
  int undone = 0;
  while (open_game_.undo()) {
    ++undone;
    if (!is_engines_turn()) return true;
  }
  while (undone-- > 0) open_game_.redo();  // all that is left is what the engine began with
  return false;
}

bool PlaySession::repeat_decision() {
  if (!open_game_.redo()) return false;
  while (is_engines_turn() && open_game_.redo()) {
  }
  return true;
}

void PlaySession::hint(const Command& /*command*/) {
  if (open_game_.game().outcome()) return say("The game is over: nobody may move any more.");
  const auto [turn, score, from_table] = engine_.advise(open_game_.game());
  say(fmt::format("{} ({})", rules::to_text(turn), score_for_people(score, from_table)));
}

void PlaySession::set_level(const Command& command) {
  const auto strength = strength_from(command.argument);
  if (!strength) {
    return say(fmt::format("Which level? {} is neither a number from 1 to {} nor 'full'.",
                           util::quoted(command.argument), thinking::kMaxLevel));
  }
  engine_.set_strength(*strength);
  if (engine_side_) names_[static_cast<std::size_t>(*engine_side_)] = engine_.name();
  say(fmt::format("The engine plays at {}{}.", describe(*strength),
                  engine_side_ ? "" : ", once 'go' lets it take a side"));
}

void PlaySession::swap_sides(const Command& /*command*/) {
  if (open_game_.game().outcome()) return say("The game is over: nobody may move any more.");
  open_game_.unstage();
  seat_engine(open_game_.game().position().to_move());
}

}  // namespace ordo::apps
