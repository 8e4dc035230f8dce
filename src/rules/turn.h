// What a player does in a turn: one part, or in Ordo X a preparation and an advance.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/bitboard.h"
#include "rules/square.h"

namespace ordo::rules {

/// One move of a singleton or an ordo. A value of four bytes; whether it is legal is a question to a
/// position. The default one is no move at all.
class Part {
 public:
  constexpr Part() noexcept = default;

  [[nodiscard]] static constexpr Part singleton(Square from, Square to, bool captures) noexcept {
    return of(Shape::row(1), from, to, captures);
  }
  /// A horizontal ordo with its left end on `from`.
  [[nodiscard]] static constexpr Part row(Square from, Square to, int length) noexcept {
    return of(Shape::row(length), from, to, false);
  }
  /// A vertical ordo with its lower end on `from`.
  [[nodiscard]] static constexpr Part column(Square from, Square to, int length) noexcept {
    return of(Shape::column(length), from, to, false);
  }
  [[nodiscard]] static constexpr Part of(Shape shape, Square from, Square to, bool captures) noexcept {
    Part part;
    part.bits_ = static_cast<std::uint32_t>(from.bit() | to.bit() << 8 | shape.code() << 16 |
                                            (captures ? kCaptures : 0)) |
                 kNoChoice << 24;
    return part;
  }
  /// The same capture with a choice: of the equally large largest subgroups the one with `square` stays.
  [[nodiscard]] constexpr Part keeping(Square square) const noexcept {
    Part part = *this;
    part.bits_ = (bits_ & 0x00FFFFFF) | static_cast<std::uint32_t>(square.bit()) << 24;
    return part;
  }

  /// All of it in one word, for tables; from_bits takes what bits gave.
  [[nodiscard]] constexpr std::uint32_t bits() const noexcept { return bits_; }
  [[nodiscard]] static constexpr Part from_bits(std::uint32_t bits) noexcept {
    Part part;
    part.bits_ = bits;
    return part;
  }

  [[nodiscard]] constexpr bool exists() const noexcept { return shape().code() != 0; }
  /// Where the left or lower end stands, and where it goes.
  [[nodiscard]] constexpr Square from() const noexcept { return Square::from_bit(field(0, 0xFF)); }
  [[nodiscard]] constexpr Square to() const noexcept { return Square::from_bit(field(8, 0xFF)); }
  [[nodiscard]] constexpr Shape shape() const noexcept { return Shape::from_code(field(16, 0x1F)); }
  [[nodiscard]] constexpr int length() const noexcept { return shape().length(); }
  [[nodiscard]] constexpr bool is_column() const noexcept { return shape().is_column(); }
  [[nodiscard]] constexpr bool is_singleton() const noexcept { return length() == 1; }
  [[nodiscard]] constexpr bool captures() const noexcept { return (bits_ & kCaptures) != 0; }
  [[nodiscard]] constexpr bool is_sideways() const noexcept { return from().rank() == to().rank(); }
  /// Where the right or upper end stands; `from` for a singleton.
  [[nodiscard]] constexpr Square other_end() const noexcept {
    return {from().file() + shape().width() - 1, from().rank() + shape().height() - 1};
  }
  /// A square of the subgroup that stays, when the attacker has a choice.
  [[nodiscard]] constexpr std::optional<Square> keep() const noexcept {
    if (bits_ >> 24 == kNoChoice) return std::nullopt;
    return Square::from_bit(static_cast<int>(bits_ >> 24));
  }

  /// The part with every square of it turned, as in Square::turned. Where it names a subgroup, turned() of
  /// turned.h gives that its name in the other view.
  [[nodiscard]] constexpr Part turned() const noexcept {
    const int lift = 16 * (shape().height() - 1);  // the upper end becomes the lower
    const auto end = [lift](Square square) { return Square::from_bit(square.bit() + lift).turned(); };
    const Part other = of(shape(), end(from()), end(to()), captures());
    return keep() ? other.keeping(keep()->turned()) : other;
  }

  /// The squares left and the squares occupied; they may overlap.
  [[nodiscard]] Bitboard origin() const noexcept { return line(shape(), from()); }
  [[nodiscard]] Bitboard destination() const noexcept { return line(shape(), to()); }

  friend constexpr auto operator<=>(const Part&, const Part&) noexcept = default;

 private:
  // From bit 0 from, from bit 8 to, from bit 16 the shape, bit 23 captures, from bit 24 keep. One word, so
  // that a list of parts is filled by single stores.
  static constexpr int kCaptures = 1 << 23;
  static constexpr std::uint32_t kNoChoice = 0xFF;

  [[nodiscard]] constexpr int field(int shift, int mask) const noexcept {
    return static_cast<int>(bits_ >> shift) & mask;
  }

  std::uint32_t bits_ = kNoChoice << 24;
};
static_assert(sizeof(Part) == 4);

/// A whole turn. Ordo: one part. Ordo X: an advance; a preparation and an advance; or a preparation
/// alone that takes the last enemy piece.
class Turn {
 public:
  constexpr Turn() noexcept = default;
  constexpr explicit Turn(Part only) noexcept : first_(only) {}
  constexpr Turn(Part preparation, Part advance) noexcept : first_(preparation), second_(advance) {}

  [[nodiscard]] constexpr bool exists() const noexcept { return first_.exists(); }
  [[nodiscard]] constexpr Part first() const noexcept { return first_; }
  [[nodiscard]] constexpr Part second() const noexcept { return second_; }
  [[nodiscard]] constexpr bool has_two_parts() const noexcept { return second_.exists(); }

  friend constexpr auto operator<=>(const Turn&, const Turn&) noexcept = default;

 private:
  Part first_;
  Part second_;
};

}  // namespace ordo::rules
