// What a value from the table says about a node, and what it does not.
#pragma once

#include "search/decisions.h"
#include "search/transposition_table.h"

namespace ordo::search {

/// What is certain counts from the root in the search, and from the node in the table.
[[nodiscard]] constexpr int to_table(int score, int turns) noexcept {
  return score > Score::kMaxEstimate ? score + turns : score < -Score::kMaxEstimate ? score - turns : score;
}
[[nodiscard]] constexpr int from_table(int score, int turns) noexcept {
  return score > Score::kMaxEstimate ? score - turns : score < -Score::kMaxEstimate ? score + turns : score;
}

/// Whether a remembered value answers the question of the window. Where a proof is asked for, an estimate is
/// no answer: it may come from a search that left out the move that wins.
[[nodiscard]] constexpr bool settles(Bound bound, int score, int alpha, int beta) noexcept {
  if ((is_proven(alpha) || is_proven(beta)) && !is_proven(score)) return false;
  return bound == Bound::Exact || (bound == Bound::AtLeast ? score >= beta : score <= alpha);
}

/// Whether a remembered value, of whatever depth, says more than the estimate: that is then known to be too
/// low or too high.
[[nodiscard]] constexpr bool improves(int estimate, Bound bound, int score) noexcept {
  if (score > Score::kMaxEstimate || score < -Score::kMaxEstimate) return false;
  return bound == Bound::Exact || (bound == Bound::AtLeast ? score > estimate : score < estimate);
}

}  // namespace ordo::search
