// The course of a game: playing, taking back, repetition and the end.
#include "rules/game.h"

#include <algorithm>

namespace ordo::rules {

Game::Game(const Position& start) : positions_{start}, outcome_(rules::outcome(start)) {}

int Game::repetitions() const noexcept {
  return static_cast<int>(std::count(positions_.begin(), positions_.end(), position()));
}

util::Result<Turn, Refusal> Game::play(std::string_view text) {
  if (outcome_) return util::failure(Refusal{Reason::GameOver, "The game is over: " + describe(*outcome_)});
  auto turn = read_turn(position(), text);
  if (turn) play(*turn);
  return turn;
}

void Game::play(const Turn& turn) {
  ORDO_CHECK(!outcome_);
  positions_.push_back(position().after(turn));
  turns_.push_back(turn);
  outcome_ = rules::outcome(position());
  if (!outcome_ && repetitions() >= 3) outcome_ = Outcome{std::nullopt, Ending::Repetition};
}

bool Game::take_back() {
  const bool ended_by_players =
      outcome_ && (outcome_->ending == Ending::Agreement || outcome_->ending == Ending::Resignation ||
                   outcome_->ending == Ending::Time);
  if (!ended_by_players) {
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
