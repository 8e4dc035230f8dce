// Two sets of squares side by side.
#pragma once

#ifdef __AVX2__
#include <cstdint>
#include <immintrin.h>
#endif

#include "rules/bitboard.h"

namespace ordo::rules {

/// For what is asked of both sides of a position: the same steps as for one set, in one 256-bit register
/// where there is one.
class BitboardPair {
 public:
#ifdef __AVX2__
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

  template <Direction D, int Steps = 1>
  [[nodiscard]] BitboardPair shift() const noexcept {
    constexpr int kUp = rank_step(D) * Steps;
    Ranks r = ranks_;
    // GCC does not find these instructions by itself.
    if constexpr (kUp > 0)
      r = reinterpret_cast<Ranks>(_mm256_bslli_epi128(reinterpret_cast<__m256i>(r), 2 * kUp));
    if constexpr (kUp < 0)
      r = reinterpret_cast<Ranks>(_mm256_bsrli_epi128(reinterpret_cast<__m256i>(r), -2 * kUp));
    if constexpr (file_step(D) > 0) r = r << Steps;
    if constexpr (file_step(D) < 0) r = r >> Steps;
    return BitboardPair(r);
  }

 private:
  using Ranks = std::uint16_t __attribute__((vector_size(32)));
  explicit BitboardPair(Ranks ranks) noexcept : ranks_(ranks) {}

  Ranks ranks_;
#else
  BitboardPair(Bitboard first, Bitboard second) noexcept : first_(first), second_(second) {}

  [[nodiscard]] Bitboard first() const noexcept { return first_; }
  [[nodiscard]] Bitboard second() const noexcept { return second_; }

  [[nodiscard]] BitboardPair operator&(const BitboardPair& other) const noexcept {
    return {first_ & other.first_, second_ & other.second_};
  }
  [[nodiscard]] BitboardPair operator|(const BitboardPair& other) const noexcept {
    return {first_ | other.first_, second_ | other.second_};
  }
  [[nodiscard]] BitboardPair operator-(const BitboardPair& other) const noexcept {
    return {first_ - other.first_, second_ - other.second_};
  }

  template <Direction D, int Steps = 1>
  [[nodiscard]] BitboardPair shift() const noexcept {
    return {first_.shift<D, Steps>(), second_.shift<D, Steps>()};
  }

 private:
  Bitboard first_;
  Bitboard second_;
#endif

 public:
  BitboardPair& operator&=(const BitboardPair& other) noexcept { return *this = *this & other; }
  BitboardPair& operator|=(const BitboardPair& other) noexcept { return *this = *this | other; }
};

}  // namespace ordo::rules
