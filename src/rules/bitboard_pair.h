// Two sets of squares in one 256-bit register.
#pragma once

#include <cstdint>
#include <utility>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "rules/bitboard.h"

namespace ordo::rules {

/// For what is asked of both sides of a position: the same
/// steps as for one. Becomes two 128-bit registers where there are none so wide.
class BitboardPair {
 public:
  using Ranks = std::uint16_t __attribute__((vector_size(32)));

  BitboardPair(Bitboard first, Bitboard second) noexcept
      : ranks_(__builtin_shufflevector(first.ranks(), second.ranks(), 0, 1, 2, 3, 4, 5, 6, 7,  //
                                       8, 9, 10, 11, 12, 13, 14, 15)) {}

  [[nodiscard]] Bitboard first() const noexcept {
    return Bitboard(__builtin_shufflevector(ranks_, ranks_, 0, 1, 2, 3, 4, 5, 6, 7));
  }
  [[nodiscard]] Bitboard second() const noexcept {
    return Bitboard(__builtin_shufflevector(ranks_, ranks_, 8, 9, 10, 11, 12, 13, 14, 15));
  }

  [[nodiscard]] BitboardPair operator&(BitboardPair other) const noexcept {
    return BitboardPair(ranks_ & other.ranks_);
  }
  [[nodiscard]] BitboardPair operator|(BitboardPair other) const noexcept {
    return BitboardPair(ranks_ | other.ranks_);
  }
  [[nodiscard]] BitboardPair operator-(BitboardPair other) const noexcept {
    return BitboardPair(ranks_ & ~other.ranks_);
  }
  BitboardPair& operator&=(BitboardPair other) noexcept { return *this = *this & other; }
  BitboardPair& operator|=(BitboardPair other) noexcept { return *this = *this | other; }

  template <Direction D, int Steps = 1>
  [[nodiscard]] BitboardPair shift() const noexcept {
    constexpr int kUp = rank_step(D) * Steps;
    static_assert(kUp >= -4 && kUp <= 4);
    Ranks r = ranks_;
#ifdef __AVX2__  // one instruction that GCC does not find by itself
    if constexpr (kUp > 0)
      r = reinterpret_cast<Ranks>(_mm256_bslli_epi128(reinterpret_cast<__m256i>(r), 2 * kUp));
    if constexpr (kUp < 0)
      r = reinterpret_cast<Ranks>(_mm256_bsrli_epi128(reinterpret_cast<__m256i>(r), -2 * kUp));
#else
    if constexpr (kUp != 0) r = moved<kUp>(r, std::make_integer_sequence<int, 16>());
#endif
    if constexpr (file_step(D) > 0) r = r << Steps;
    if constexpr (file_step(D) < 0) r = r >> Steps;
    return BitboardPair(r);
  }

 private:
  explicit BitboardPair(Ranks ranks) noexcept : ranks_(ranks) {}

  /// Every rank so many up, within its own half; 16 stands for an empty one.
  template <int Up, int... I>
  [[nodiscard]] static Ranks moved(Ranks ranks, std::integer_sequence<int, I...>) noexcept {
    return __builtin_shufflevector(ranks, Ranks{}, ((I & 7) - Up >= 0 && (I & 7) - Up < 8 ? I - Up : 16)...);
  }

  Ranks ranks_;
};

}  // namespace ordo::rules
