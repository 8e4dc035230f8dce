// A game played out at random, as Monte-Carlo players judge positions by.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/movegen.h"
#include "rules/position.h"

namespace ordo::players {

/// Fast, and good enough to choose among turns (Marsaglia's xorshift64*).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) noexcept : state_(seed * 0x9E3779B97F4A7C15U | 1) {}
  /// 0 … bound - 1.
  [[nodiscard]] std::uint32_t below(std::uint32_t bound) noexcept {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    const std::uint64_t bits = (state_ * 0x2545F4914F6CDD1DU) >> 32;
    return static_cast<std::uint32_t>(bits * bound >> 32);
  }

 private:
  std::uint64_t state_;
};

/// A part among those listed that ends the game at once.
[[nodiscard]] std::optional<rules::Part> winning_part(const rules::Position& position,
                                                      const rules::PartList& parts) noexcept;

/// Plays uniformly random parts, except that whoever can win in this turn does. Who has won, or nobody after
/// very many turns.
[[nodiscard]] std::optional<rules::Color> play_at_random(rules::Position position, Dice& dice) noexcept;

}  // namespace ordo::players
