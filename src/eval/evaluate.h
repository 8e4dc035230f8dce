// The value of a position as it stands, without looking ahead.
#pragma once

#include <cstddef>
#include <vector>

#include "eval/weights.h"
#include "rules/position.h"

namespace ordo::eval {

/// Remembers what a side's own pieces are worth by themselves, since the same sets of pieces come again and
/// again in a tree, most of them against other enemies. Not for several threads. This is all the search knows
/// of the evaluation.
class Evaluator {
 public:
  /// `size` sets of 64 bytes each; a power of two. The weights must outlive it.
  explicit Evaluator(const Weights& weights, std::size_t size = 4096);

  /// In centipoints (thinking/score.h says what they mean), for the side to move, in less than
  /// thinking::Score::kMaxEstimate. Both sides as the mover sees them; neither is empty, and nobody stands on
  /// an enemy home row.
  [[nodiscard]] int operator()(rules::Bitboard own, rules::Bitboard enemy, rules::Phase phase) noexcept;

 private:
  /// One side, as it sees itself, moving up.
  struct alignas(64) Structure {
    rules::Bitboard pieces;  ///< none: nothing is remembered here
    rules::Bitboard cuts;    ///< the possible cut points
    Weight worth;
  };

  [[nodiscard]] const Structure& structure(rules::Bitboard pieces) noexcept;
  void judge(rules::Bitboard pieces, Structure& structure) const noexcept;

  const Weights& weights_;
  std::size_t mask_;
  std::vector<Structure> structures_;
};

/// The same without a memory.
[[nodiscard]] int evaluate(const rules::Position& position, const Judgement& judgement = {});

}  // namespace ordo::eval
