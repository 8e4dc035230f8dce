// The value of a position as it stands, without looking ahead.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "eval/judgement.h"
#include "eval/network.h"
#include "eval/row_blocks.h"
#include "eval/weights.h"
#include "rules/position.h"

namespace ordo::eval {

/// Judges by a network, or by a weighted sum of features where there is none. Remembers what a side's own
/// pieces add up to by themselves, since the same sets of pieces come again and again in a tree, most of them
/// against other enemies. Not for several threads. This is all the search knows of the evaluation.
class Evaluator {
 public:
  /// `size` sets are remembered; a power of two. Weights and network must outlive it.
  explicit Evaluator(const Weights& weights, const Network* network = nullptr, std::size_t size = 2048);

  /// From now on by this network, or by the weights if it is null.
  void judge_by(const Network* network);

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

  /// The rows of one side's pieces, added up, by the set.
  struct Sums {
    std::vector<rules::Bitboard> pieces;  ///< none: nothing is remembered there
    std::vector<Network::Row> sums;
    RowBlocks blocks;
  };

  [[nodiscard]] int by_weights(rules::Bitboard own, rules::Bitboard enemy, rules::Phase phase) noexcept;
  [[nodiscard]] int by_network(rules::Bitboard own, rules::Bitboard enemy, rules::Phase phase) noexcept;
  [[nodiscard]] std::size_t place_of(rules::Bitboard pieces) const noexcept;
  [[nodiscard]] const Structure& structure(rules::Bitboard pieces) noexcept;
  void judge(rules::Bitboard pieces, Structure& structure) const noexcept;
  [[nodiscard]] const Network::Row& sum(Sums& known, rules::Bitboard pieces) noexcept;

  const Weights& weights_;
  const Network* network_ = nullptr;
  std::size_t mask_;
  std::vector<Structure> structures_;
  Sums movers_;
  Sums waiters_;
  ContactBlocks contacts_;
};

/// The same without a memory.
[[nodiscard]] int evaluate(const rules::Position& position, const Judgement& judgement = Judgement::own());

}  // namespace ordo::eval
