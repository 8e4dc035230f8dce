// A game on the table: staging half a turn, taking back and playing again.
#include "apps/terminal/open_game.h"

#include <utility>

#include <fmt/format.h>

#include "rules/query.h"

namespace ordo::apps {

using rules::Position;
using rules::Reason;
using rules::Refusal;
using rules::Turn;
using rules::TurnText;
using util::failure;
using util::Result;

Position OpenGame::position() const { return staged_ ? game_.position().after(*staged_) : game_.position(); }

Result<OpenGame::Entered, Refusal> OpenGame::enter(const TurnText& text) {
  if (const auto& over = game_.outcome()) {
    return failure(Refusal{Reason::GameOver, "the game is over: " + rules::describe(*over)});
  }
  if (staged_) {
    if (text.second) {
      return failure(Refusal{
          Reason::TooManyParts,
          fmt::format("{} is prepared already: only the advance is missing", rules::to_text(*staged_))});
    }
    const auto advance = rules::resolve_part(position(), text.first);
    if (!advance) return failure(advance.error());
    play(Turn(*staged_, *advance));
    return Entered::Turn;
  }
  const auto turn = rules::resolve(position(), text);
  if (turn) {
    play(*turn);
    return Entered::Turn;
  }
  if (turn.error().reason != Reason::NeedsAdvance) return failure(turn.error());
  const auto preparation = rules::resolve_part(position(), text.first);
  if (!preparation) return failure(preparation.error());
  staged_ = *preparation;
  return Entered::Preparation;
}

std::optional<OpenGame::Choice> OpenGame::open_choice(TurnText& text) const {
  Position before = position();
  rules::PartText* part = &text.first;
  if (text.second && !staged_) {
    // The first part is the one, unless it is fine as it stands.
    if (const auto first = rules::resolve_part(before, text.first)) {
      before = before.after(*first);
      part = &*text.second;
    }
  }
  const rules::Bitboard enemy = before.pieces(rules::opponent(before.to_move()));
  const rules::Bitboard subgroups = rules::largest_subgroups(enemy, part->to);
  if (!subgroups.several()) return std::nullopt;
  return Choice{part, enemy - rules::bitboard(part->to), subgroups};
}

bool OpenGame::unstage() { return std::exchange(staged_, std::nullopt).has_value(); }

bool OpenGame::undo() {
  if (unstage()) return true;
  const auto outcome = game_.outcome();
  const std::size_t turns = game_.turns().size();
  const std::optional<Turn> last = turns > 0 ? std::optional(game_.turns().back()) : std::nullopt;
  if (!game_.take_back()) return false;
  if (game_.turns().size() < turns) {
    undone_.emplace_back(*last);
  } else {
    undone_.emplace_back(*outcome);
  }
  changed_ = true;
  return true;
}

bool OpenGame::redo() {
  if (undone_.empty()) return false;
  staged_.reset();
  const Step step = undone_.back();
  undone_.pop_back();
  changed_ = true;
  if (const Turn* turn = std::get_if<Turn>(&step)) {
    game_.play(*turn);
    return true;
  }
  const auto& outcome = std::get<rules::Outcome>(step);
  if (outcome.ending == rules::Ending::Abandoned) return game_.abandon(outcome.winner);
  if (!outcome.winner) return game_.agree_draw();
  const rules::Color loser = rules::opponent(*outcome.winner);
  return outcome.ending == rules::Ending::Time ? game_.lose_on_time(loser) : game_.resign(loser);
}

bool OpenGame::resign() {
  if (!game_.resign(game_.position().to_move())) return false;
  went_on();
  return true;
}

bool OpenGame::agree_draw() {
  if (!game_.agree_draw()) return false;
  went_on();
  return true;
}

void OpenGame::play(const Turn& turn) {
  game_.play(turn);
  went_on();
}

// What was taken back belongs to another course of the game now.
void OpenGame::went_on() {
  staged_.reset();
  undone_.clear();
  changed_ = true;
}

}  // namespace ordo::apps
