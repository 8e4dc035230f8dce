// A set of squares in one 128-bit register.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#ifdef __SSE2__  // every x86-64: what is installed must not differ by compiler flags
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "rules/square.h"

namespace ordo::rules {

/// The eight neighbours. "North" is towards the higher ranks.
enum class Direction : std::uint8_t { N, NE, NW, E, W, S, SE, SW };

[[nodiscard]] constexpr int file_step(Direction d) noexcept {
  constexpr std::array<int, 8> kStep = {0, 1, -1, 1, -1, 0, 1, -1};
  return kStep[static_cast<std::size_t>(d)];
}
[[nodiscard]] constexpr int rank_step(Direction d) noexcept {
  constexpr std::array<int, 8> kStep = {1, 1, 1, 0, 0, -1, -1, -1};
  return kStep[static_cast<std::size_t>(d)];
}

/// Eight ranks of sixteen bits, files in bits 0-9. One step along a rank shifts every 16-bit lane and
/// cannot reach another rank, one step along a file shifts the whole register by two bytes: neither
/// needs a mask against wrapping. Bits 10-15 may be set by eastward shifts; intersect with kBoard (or
/// any set of real squares) before counting.
///
/// Written with the vector extensions that GCC and clang share, so the same code becomes SSE, AVX,
/// NEON or WASM SIMD.
class Bitboard {
 public:
  using Ranks = std::uint16_t __attribute__((vector_size(16)));
  using Words = std::uint64_t __attribute__((vector_size(16)));

  constexpr Bitboard() noexcept = default;
  constexpr explicit Bitboard(Ranks ranks) noexcept : ranks_(ranks) {}
  [[nodiscard]] static constexpr Bitboard from_words(std::uint64_t low, std::uint64_t high) noexcept {
    const auto rank = [](std::uint64_t word, int n) { return static_cast<std::uint16_t>(word >> (16 * n)); };
    return Bitboard(Ranks{rank(low, 0), rank(low, 1), rank(low, 2), rank(low, 3),  //
                          rank(high, 0), rank(high, 1), rank(high, 2), rank(high, 3)});
  }

  /// Ranks 1-4 and ranks 5-8.
  [[nodiscard]] std::uint64_t low() const noexcept { return words()[0]; }
  [[nodiscard]] std::uint64_t high() const noexcept { return words()[1]; }
  [[nodiscard]] Ranks ranks() const noexcept { return ranks_; }

  [[nodiscard]] bool any() const noexcept { return *this != Bitboard(); }
  [[nodiscard]] bool none() const noexcept { return !any(); }
  [[nodiscard]] int count() const noexcept { return std::popcount(low()) + std::popcount(high()); }
  [[nodiscard]] bool has(Square square) const noexcept {
    const std::uint64_t word = square.bit() < 64 ? low() : high();
    return ((word >> (square.bit() & 63)) & 1) != 0;
  }
  /// At least two squares.
  [[nodiscard]] bool several() const noexcept {
    const std::uint64_t a = low();
    const std::uint64_t b = high();
    return ((a & (a - 1)) | (b & (b - 1))) != 0 || (a != 0 && b != 0);
  }
  /// The square of lowest rank, then lowest file. The set must not be empty.
  [[nodiscard]] Square first() const noexcept {
    return Square::from_bit(low() != 0 ? std::countr_zero(low()) : 64 + std::countr_zero(high()));
  }

  [[nodiscard]] Bitboard operator&(Bitboard other) const noexcept { return Bitboard(ranks_ & other.ranks_); }
  [[nodiscard]] Bitboard operator|(Bitboard other) const noexcept { return Bitboard(ranks_ | other.ranks_); }
  [[nodiscard]] Bitboard operator^(Bitboard other) const noexcept { return Bitboard(ranks_ ^ other.ranks_); }
  /// Set difference: the squares of this set that are not in the other.
  [[nodiscard]] Bitboard operator-(Bitboard other) const noexcept { return Bitboard(ranks_ & ~other.ranks_); }
  Bitboard& operator&=(Bitboard other) noexcept { return *this = *this & other; }
  Bitboard& operator|=(Bitboard other) noexcept { return *this = *this | other; }
  Bitboard& operator^=(Bitboard other) noexcept { return *this = *this ^ other; }
  Bitboard& operator-=(Bitboard other) noexcept { return *this = *this - other; }

  friend bool operator==(Bitboard a, Bitboard b) noexcept {
#ifdef __SSE2__  // instructions that GCC does not find by itself
    return _mm_movemask_epi8(reinterpret_cast<__m128i>(a.ranks_ == b.ranks_)) == 0xFFFF;
#elif defined(__wasm_simd128__)
    return !wasm_v128_any_true(reinterpret_cast<v128_t>(a.ranks_ ^ b.ranks_));
#else
    return a.low() == b.low() && a.high() == b.high();
#endif
  }

  /// The whole set moved one square, or Steps squares; what leaves the board disappears.
  template <Direction D, int Steps = 1>
  [[nodiscard]] Bitboard shift() const noexcept {
    Ranks r = ranks_;
    const Ranks zero{};
#ifdef __wasm_simd128__
    if constexpr (rank_step(D) > 0) r = bytes_from<16 - 2 * Steps>(zero, r);
    if constexpr (rank_step(D) < 0) r = bytes_from<2 * Steps>(r, zero);
#else
    if constexpr (rank_step(D) * Steps == 1) r = __builtin_shufflevector(r, zero, 8, 0, 1, 2, 3, 4, 5, 6);
    if constexpr (rank_step(D) * Steps == 2) r = __builtin_shufflevector(r, zero, 8, 8, 0, 1, 2, 3, 4, 5);
    if constexpr (rank_step(D) * Steps == 4) r = __builtin_shufflevector(r, zero, 8, 8, 8, 8, 0, 1, 2, 3);
    if constexpr (rank_step(D) * Steps == -1) r = __builtin_shufflevector(r, zero, 1, 2, 3, 4, 5, 6, 7, 8);
    if constexpr (rank_step(D) * Steps == -2) r = __builtin_shufflevector(r, zero, 2, 3, 4, 5, 6, 7, 8, 8);
    if constexpr (rank_step(D) * Steps == -4) r = __builtin_shufflevector(r, zero, 4, 5, 6, 7, 8, 8, 8, 8);
#endif
    if constexpr (rank_step(D) != 0) static_assert(Steps == 1 || Steps == 2 || Steps == 4);
    if constexpr (file_step(D) > 0) r = r << Steps;
    if constexpr (file_step(D) < 0) r = r >> Steps;
    return Bitboard(r);
  }

  /// The board seen from the other side: rank 1 becomes rank 8.
  [[nodiscard]] Bitboard turned() const noexcept {
#ifdef __wasm_simd128__
    // In two steps, for which V8 needs no mask of sixteen bytes.
    const auto r = reinterpret_cast<v128_t>(ranks_);
    const v128_t pairs = wasm_i32x4_shuffle(r, r, 3, 2, 1, 0);
    return Bitboard(reinterpret_cast<Ranks>(wasm_i16x8_shuffle(pairs, pairs, 1, 0, 3, 2, 5, 4, 7, 6)));
#else
    return Bitboard(__builtin_shufflevector(ranks_, ranks_, 7, 6, 5, 4, 3, 2, 1, 0));
#endif
  }
  /// Left and right exchanged.
  [[nodiscard]] Bitboard mirrored() const noexcept;

  /// Calls visit(Square) for each square, rank 1 first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::uint64_t word = low(); word != 0; word &= word - 1) {
      visit(Square::from_bit(std::countr_zero(word)));
    }
    for (std::uint64_t word = high(); word != 0; word &= word - 1) {
      visit(Square::from_bit(64 + std::countr_zero(word)));
    }
  }

 private:
  [[nodiscard]] Words words() const noexcept {
    auto words = reinterpret_cast<Words>(ranks_);
#ifdef __wasm_simd128__  // clang 14 does not finish where it can fold a constant set into one word
    asm("" : "+r"(words));
#endif
    return words;
  }

#ifdef __wasm_simd128__
  /// Sixteen bytes of the thirty-two, from this one on: what V8 makes one instruction of. Of shuffles that
  /// clang has rewritten, as it does with those of its vector extensions, it makes a dozen.
  template <int First>
  [[nodiscard]] static Ranks bytes_from(Ranks low, Ranks high) noexcept {
    return reinterpret_cast<Ranks>(wasm_i8x16_shuffle(
        reinterpret_cast<v128_t>(low), reinterpret_cast<v128_t>(high), First, First + 1, First + 2, First + 3,
        First + 4, First + 5, First + 6, First + 7, First + 8, First + 9, First + 10, First + 11, First + 12,
        First + 13, First + 14, First + 15));
  }
#endif

  Ranks ranks_{};
};

/// All 80 squares.
inline constexpr Bitboard kBoard = Bitboard::from_words(0x03FF03FF03FF03FFU, 0x03FF03FF03FF03FFU);
inline constexpr Bitboard kRank1 = Bitboard::from_words(0x3FFU, 0);
inline constexpr Bitboard kRank7 = Bitboard::from_words(0, 0x000003FF00000000U);
inline constexpr Bitboard kRank8 = Bitboard::from_words(0, 0x03FF000000000000U);

/// A horizontal or vertical line of pieces, by its number of squares: 1 is a single square, 2-10 are rows,
/// 11-17 are columns of 2-8.
class Shape {
 public:
  static constexpr int kCount = 18;

  [[nodiscard]] static constexpr Shape row(int length) noexcept { return Shape(length); }
  [[nodiscard]] static constexpr Shape column(int length) noexcept {
    return Shape(length == 1 ? 1 : length + kFirstColumn - 2);
  }
  [[nodiscard]] static constexpr Shape from_code(int code) noexcept { return Shape(code); }

  [[nodiscard]] constexpr int code() const noexcept { return code_; }
  [[nodiscard]] constexpr bool is_column() const noexcept { return code_ >= kFirstColumn; }
  [[nodiscard]] constexpr int length() const noexcept {
    return is_column() ? code_ - kFirstColumn + 2 : code_;
  }
  [[nodiscard]] constexpr int width() const noexcept { return is_column() ? 1 : code_; }
  [[nodiscard]] constexpr int height() const noexcept { return is_column() ? length() : 1; }

 private:
  static constexpr int kFirstColumn = 11;
  constexpr explicit Shape(int code) noexcept : code_(code) {}

  int code_;
};

namespace detail {
/// kLines[shape][bit of the first square].
inline constexpr auto kLines = [] {
  std::array<std::array<Bitboard, 128>, Shape::kCount> lines{};
  for (int code = 1; code < Shape::kCount; ++code) {
    const Shape shape = Shape::from_code(code);
    for (int index = 0; index < kSquares; ++index) {
      const Square first = Square::from_index(index);
      if (first.file() + shape.width() > kFiles || first.rank() + shape.height() > kRanks) continue;
      std::array<std::uint64_t, 2> words{};
      for (int i = 0; i < shape.length(); ++i) {
        const int bit = first.bit() + i * (shape.is_column() ? 16 : 1);
        words[static_cast<std::size_t>(bit / 64)] |= std::uint64_t{1} << (bit % 64);
      }
      lines[static_cast<std::size_t>(code)][static_cast<std::size_t>(first.bit())] =
          Bitboard::from_words(words[0], words[1]);
    }
  }
  return lines;
}();
}  // namespace detail

/// The squares of a line whose left or lower end is `first`.
[[nodiscard]] inline Bitboard line(Shape shape, Square first) noexcept {
  return detail::kLines[static_cast<std::size_t>(shape.code())][static_cast<std::size_t>(first.bit())];
}

[[nodiscard]] inline Bitboard bitboard(Square square) noexcept { return line(Shape::row(1), square); }

inline Bitboard Bitboard::mirrored() const noexcept {
  // Reverse all sixteen bits of each rank in four exchanges, then drop the six spare ones.
  Ranks r = ranks_;
  r = ((r >> 1) & 0x5555) | ((r & 0x5555) << 1);
  r = ((r >> 2) & 0x3333) | ((r & 0x3333) << 2);
  r = ((r >> 4) & 0x0F0F) | ((r & 0x0F0F) << 4);
  r = (r >> 8) | (r << 8);
  return Bitboard(r >> 6);
}

/// The set (a Bitboard, or a BitboardPair) and every square next to it. May have bits outside the board.
template <class Set>
[[nodiscard]] inline Set dilated(Set set) noexcept {
  using enum Direction;
  const Set row = set | set.template shift<E>() | set.template shift<W>();
  return row | row.template shift<N>() | row.template shift<S>();
}

/// The squares of `within` connected with the seed, itself a part of `within`.
[[nodiscard]] inline Bitboard flood(Bitboard seed, Bitboard within) noexcept {
  for (;;) {
    const Bitboard grown = dilated(dilated(seed) & within) & within;  // two steps a test
    if (grown == seed) return seed;
    seed = grown;
  }
}

/// `sources` and all the squares of `free` that a slide in direction D reaches from them.
template <Direction D, class Set>
[[nodiscard]] inline Set slide(Set sources, Set free) noexcept {
  sources |= free & sources.template shift<D>();
  free &= free.template shift<D>();
  sources |= free & sources.template shift<D, 2>();
  free &= free.template shift<D, 2>();
  sources |= free & sources.template shift<D, 4>();
  if constexpr (rank_step(D) == 0) {  // a rank is longer than seven squares
    free &= free.template shift<D, 4>();
    sources |= free & sources.template shift<D, 8>();
  }
  return sources;
}

/// The first of the pieces that lies behind a square, for who moves in direction D: what a slide has brought
/// there. There must be one.
template <Direction D>
[[nodiscard]] inline Square nearest_behind(Bitboard pieces, Square square) noexcept {
  constexpr int kStep = 16 * rank_step(D) + file_step(D);
  int from = square.bit() - kStep;
  while (!pieces.has(Square::from_bit(from))) from -= kStep;
  return Square::from_bit(from);
}

}  // namespace ordo::rules
