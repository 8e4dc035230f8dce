// Random numbers that are the same everywhere, which those of the standard library need not be.
#pragma once

#include <cstdint>

namespace ordo::util {

/// SplitMix64 (Steele, Lea, Flood 2014): one stream for each pair of seed and number.
class Random {
 public:
  constexpr Random(std::uint64_t seed, std::uint64_t number) noexcept
      : state_(mixed(seed) ^ mixed(~number)) {}

  [[nodiscard]] constexpr std::uint64_t next() noexcept {
    state_ += kGolden;
    return mixed(state_);
  }
  /// 0 to bound - 1; `bound` is not 0. The bias is bound / 2^64, nothing for our small bounds.
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t bound) noexcept {
    return static_cast<std::uint64_t>(static_cast<Wide>(next()) * bound >> 64);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;

  [[nodiscard]] static constexpr std::uint64_t mixed(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace ordo::util
