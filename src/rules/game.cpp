// The course of a game: playing, taking back, repetition and the end.
#include "rules/game.h"

#include "rules/repetition.h"
#include "util/check.h"

namespace ordo::rules {

Game::Game(const Position& start) : positions_{start}, outcome_(rules::outcome(start)) {}

int Game::repetitions() const noexcept {
  return rules::repetitions(std::span(positions_).first(turns_.size()), position());
}

util::Result<Turn, Refusal> Game::play(std::string_view text) {
  if (outcome_) return util::failure(Refusal{Reason::GameOver, "The game is over: " + describe(*outcome_)});
  auto turn = read_turn(position(), text);
  if (turn) play(*turn);
  return turn;
}

void Game::play(const Turn& turn) {
  ORDO_CHECK(!outcome_);
  const Position next = position().after(turn);
  outcome_ = outcome_after(positions_, next);
  positions_.push_back(next);
  turns_.push_back(turn);
}

bool Game::take_back() {
  if (!outcome_ || !is_by_players(outcome_->ending)) {
    if (turns_.empty()) return false;
    positions_.pop_back();
    turns_.pop_back();
  }
  outcome_.reset();  // whoever could still play a turn here had not lost
  return true;
}

bool Game::end(const Outcome& outcome) {
  if (outcome_) return false;
  outcome_ = outcome;
  return true;
}

}  // namespace ordo::rules
