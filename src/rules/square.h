// Squares of the 10 x 8 board: files a-j, ranks 1-8.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ordo::rules {

inline constexpr int kFiles = 10;
inline constexpr int kRanks = 8;
inline constexpr int kSquares = kFiles * kRanks;

/// A square, stored as rank * 16 + file: the number of its bit in a Bitboard. Seen from the other
/// side of the table a square keeps its file, so turning the board is one exclusive or.
class Square {
 public:
  constexpr Square() noexcept = default;
  constexpr Square(int file, int rank) noexcept : bit_(static_cast<std::uint8_t>(rank * 16 + file)) {}

  [[nodiscard]] static constexpr Square from_bit(int bit) noexcept {
    Square square;
    square.bit_ = static_cast<std::uint8_t>(bit);
    return square;
  }
  /// a1 = 0, b1 = 1, … j8 = 79.
  [[nodiscard]] static constexpr Square from_index(int index) noexcept {
    return Square(index % kFiles, index / kFiles);
  }
  [[nodiscard]] static constexpr std::optional<Square> parse(std::string_view text) noexcept {
    if (text.size() != 2) return std::nullopt;
    const int file = text[0] - 'a';
    const int rank = text[1] - '1';
    if (file < 0 || file >= kFiles || rank < 0 || rank >= kRanks) return std::nullopt;
    return Square(file, rank);
  }

  [[nodiscard]] constexpr int file() const noexcept { return bit_ & 15; }
  [[nodiscard]] constexpr int rank() const noexcept { return bit_ >> 4; }
  [[nodiscard]] constexpr int bit() const noexcept { return bit_; }
  [[nodiscard]] constexpr int index() const noexcept { return rank() * kFiles + file(); }
  /// The same square seen from the other side: rank 1 becomes rank 8.
  [[nodiscard]] constexpr Square turned() const noexcept { return from_bit(bit_ ^ 0x70); }
  /// Left and right exchanged.
  [[nodiscard]] constexpr Square mirrored() const noexcept { return Square(kFiles - 1 - file(), rank()); }

  [[nodiscard]] std::string text() const {
    return {static_cast<char>('a' + file()), static_cast<char>('1' + rank())};
  }

  /// a1, a2, … a8, b1, …: the order in which the formats pick a square of a subgroup.
  [[nodiscard]] static constexpr bool file_first(Square a, Square b) noexcept {
    return a.file() != b.file() ? a.file() < b.file() : a.rank() < b.rank();
  }

  friend constexpr auto operator<=>(Square, Square) noexcept = default;

 private:
  std::uint8_t bit_ = 0;
};

}  // namespace ordo::rules
