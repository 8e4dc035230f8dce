// The weights of the features: what is judged by where there is no network.
#pragma once

#include <array>
#include <cstdint>

#include "eval/features.h"
#include "rules/position.h"

namespace ordo::eval {

/// In sixteenths of a centipoint, with all pieces on the board and with none left. Both in one word, so that
/// a position adds up both sums at once.
class Weight {
 public:
  constexpr Weight() noexcept = default;
  constexpr Weight(std::int32_t full, std::int32_t empty) noexcept
      : packed_(static_cast<std::int64_t>(full) * (std::int64_t{1} << 32) + empty) {}

  [[nodiscard]] constexpr std::int32_t empty() const noexcept { return static_cast<std::int32_t>(packed_); }
  [[nodiscard]] constexpr std::int32_t full() const noexcept {
    return static_cast<std::int32_t>((packed_ - empty()) >> 32);
  }
  constexpr void add(Weight weight, std::int64_t count = 1) noexcept { packed_ += weight.packed_ * count; }

 private:
  std::int64_t packed_ = 0;
};
using Weights = std::array<Weight, kFeatureCount>;

inline constexpr int kFullBoard = 2 * rules::kPiecesPerSide;

extern const Weights kOrdoWeights;
extern const Weights kOrdoXWeights;

}  // namespace ordo::eval
