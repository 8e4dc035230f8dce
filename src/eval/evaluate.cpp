// The weighted sum of the features, between the weights for a full and those for an empty board.
#include "eval/evaluate.h"

#include <algorithm>

#include "eval/features.h"
#include "util/check.h"

namespace ordo::eval {

using rules::Bitboard;

Evaluator::Evaluator(const Weights& weights, std::size_t size)
    : weights_(weights), mask_(size - 1), structures_(size) {
  ORDO_CHECK(size > 0 && (size & mask_) == 0);
}

int Evaluator::operator()(Bitboard own, Bitboard enemy, rules::Phase phase) noexcept {
  constexpr int kLimit = 19'000;
  const Structure mine = structure(own);
  const Structure theirs = structure(enemy.turned());
  Weight sum = mine.worth;
  sum.add(theirs.worth, -1);
  visit_contact(own, enemy, mine.cuts, theirs.cuts, phase == rules::Phase::Advance,
                [&](int feature, int count) { sum.add(weights_[static_cast<std::size_t>(feature)], count); });
  const int pieces = own.count() + enemy.count();
  return std::clamp((sum.full() * pieces + sum.empty() * (kFullBoard - pieces)) / (16 * kFullBoard), -kLimit,
                    kLimit);
}

const Evaluator::Structure& Evaluator::structure(Bitboard pieces) noexcept {
  const std::uint64_t key = (pieces.low() * 0x9E3779B97F4A7C15U) ^ (pieces.high() * 0xC2B2AE3D27D4EB4FU);
  Structure& structure = structures_[(key ^ key >> 32) >> 7 & mask_];
  if (structure.pieces != pieces) judge(pieces, structure);
  return structure;
}

void Evaluator::judge(Bitboard pieces, Structure& structure) const noexcept {
  structure.pieces = pieces;
  structure.cuts = rules::possible_cut_points(pieces);
  Weight worth;
  detail::add_structure(pieces, structure.cuts, 1, [&](int feature, int count) {
    worth.add(weights_[static_cast<std::size_t>(feature)], count);
  });
  structure.worth = worth;
}

int evaluate(const rules::Position& position, const Judgement& judgement) {
  return Evaluator(judgement.of(position.variant()), 2)(position.own(), position.enemy(), position.phase());
}

}  // namespace ordo::eval
