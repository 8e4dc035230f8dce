// The value of a position as it stands, without looking ahead.
#pragma once

#include "rules/position.h"

namespace ordo::eval {

/// In centipoints (search/score.h says what they mean), for the side to move, in less than
/// search::Score::kMaxEstimate. Both sides as the mover sees them; neither is empty, and nobody stands on an
/// enemy home row. This function is all the search knows of the evaluation.
[[nodiscard]] int evaluate(rules::Variant variant, rules::Bitboard own, rules::Bitboard enemy,
                           rules::Phase phase) noexcept;

[[nodiscard]] inline int evaluate(const rules::Position& position) noexcept {
  return evaluate(position.variant(), position.own(), position.enemy(), position.phase());
}

}  // namespace ordo::eval
