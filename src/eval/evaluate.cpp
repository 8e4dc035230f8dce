// The weighted sum of the features, between the weights for a full and those for an empty board.
#include "eval/evaluate.h"

#include <algorithm>

#include "eval/features.h"
#include "eval/weights.h"

namespace ordo::eval {
namespace {

[[nodiscard]] int weigh(const Weights& weights, rules::Bitboard own, rules::Bitboard enemy,
                        bool advance) noexcept {
  Weight sum;
  visit_features(own, enemy, advance,
                 [&](int feature, int count) { sum.add(weights[static_cast<std::size_t>(feature)], count); });
  const int pieces = own.count() + enemy.count();
  return (sum.full() * pieces + sum.empty() * (kFullBoard - pieces)) / (16 * kFullBoard);
}

}  // namespace

int evaluate(rules::Variant variant, rules::Bitboard own, rules::Bitboard enemy,
             rules::Phase phase) noexcept {
  constexpr int kLimit = 19'000;
  const Weights& weights = variant == rules::Variant::Ordo ? kOrdoWeights : kOrdoXWeights;
  return std::clamp(weigh(weights, own, enemy, phase == rules::Phase::Advance), -kLimit, kLimit);
}

}  // namespace ordo::eval
