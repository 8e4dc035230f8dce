// A position: the pieces of both sides, whose turn it is, and which game is played.
#pragma once

#include <array>
#include <cstdint>

#include "rules/bitboard.h"
#include "rules/moved.h"
#include "rules/setup.h"
#include "rules/turn.h"
#include "rules/variant.h"
#include "util/result.h"

namespace ordo::rules {

/// A value; playing gives a new one. It comes from a setup without flaws, by legal parts: so no square is
/// shared, no side has more than 20 pieces, and in Ordo X each side is one group. Whatever is asked of it
/// rests on that: a list of parts has room for all there are, and every walk ends.
class Position {
 public:
  /// The initial setup, White to move.
  [[nodiscard]] static Position initial(Variant variant) noexcept;

  /// The position that somebody set up, or why nobody could be asked to move in it.
  [[nodiscard]] static util::Result<Position, SetupError> of(const Setup& setup);

  /// Trusts the caller: the setup must be without flaws, or what legal play made of one (the game may be
  /// over). For tests, and for code that has just made sure.
  [[nodiscard]] static Position unchecked(const Setup& setup) noexcept {
    return {setup.variant, setup.white, setup.black, setup.to_move, setup.phase};
  }

  [[nodiscard]] Setup setup() const noexcept { return {variant_, pieces_[0], pieces_[1], to_move_, phase_}; }

  [[nodiscard]] Variant variant() const noexcept { return variant_; }
  [[nodiscard]] Color to_move() const noexcept { return to_move_; }
  [[nodiscard]] Phase phase() const noexcept { return phase_; }
  [[nodiscard]] Bitboard pieces(Color color) const noexcept {
    return pieces_[static_cast<std::size_t>(color)];
  }
  [[nodiscard]] Bitboard occupied() const noexcept { return pieces_[0] | pieces_[1]; }

  /// The pieces as the side to move sees them, its own home row at the bottom.
  [[nodiscard]] Bitboard own() const noexcept { return seen_by_mover(pieces(to_move_)); }
  [[nodiscard]] Bitboard enemy() const noexcept { return seen_by_mover(pieces(opponent(to_move_))); }
  /// Turns the board if Black is to move: from real squares to the mover's view, and back.
  [[nodiscard]] Bitboard seen_by_mover(Bitboard set) const noexcept {
    return to_move_ == Color::White ? set : set.turned();
  }

  /// The position after a legal part. An Ordo X preparation leaves the same side to move, in
  /// Phase::Advance, unless it took the last enemy piece. Legality is not checked.
  [[nodiscard]] Position after(Part part) const noexcept {
    return variant_ == Variant::Ordo ? after_in<Variant::Ordo>(part) : after_in<Variant::OrdoX>(part);
  }
  /// The position after a legal turn.
  [[nodiscard]] Position after(const Turn& turn) const noexcept {
    const Position next = after(turn.first());
    return turn.has_two_parts() ? next.after(turn.second()) : next;
  }
  /// The enemy pieces that a legal part takes off the board: the captured one and, in Ordo X, the
  /// subgroups that do not stay.
  [[nodiscard]] Bitboard removed_by(Part part) const noexcept;

  /// The same position with the other side to move and a whole turn ahead: "what if I could pass". In Ordo
  /// the side that then waits may be split, which no other position has.
  [[nodiscard]] Position passed() const noexcept {
    return {variant_, pieces_[0], pieces_[1], opponent(to_move_)};
  }
  /// Left and right exchanged.
  [[nodiscard]] Position mirrored() const noexcept {
    return {variant_, pieces_[0].mirrored(), pieces_[1].mirrored(), to_move_, phase_};
  }
  /// White and Black exchanged and the board turned: the same game with the colours swapped.
  [[nodiscard]] Position colors_swapped() const noexcept {
    return {variant_, pieces_[1].turned(), pieces_[0].turned(), opponent(to_move_), phase_};
  }

  /// Of pieces, side to move, phase and variant; the same on every platform.
  [[nodiscard]] std::uint64_t hash() const noexcept;

  friend bool operator==(const Position& a, const Position& b) noexcept {
    return a.pieces_ == b.pieces_ && a.variant_ == b.variant_ && a.to_move_ == b.to_move_ &&
           a.phase_ == b.phase_;
  }

 private:
  friend struct View;  // which is as trusted, and made for speed

  Position(Variant variant, Bitboard white, Bitboard black, Color to_move,
           Phase phase = Phase::Whole) noexcept
      : pieces_{white, black}, variant_(variant), to_move_(to_move), phase_(phase) {}

  template <Variant V>
  [[nodiscard]] Position after_in(Part part) const noexcept {
    const bool white = to_move_ == Color::White;
    const Sides next = moved<V>(white ? Sides{pieces_[0], pieces_[1]} : Sides{pieces_[1], pieces_[0]}, part);
    const bool goes_on = leaves_turn_unfinished<V>(part, next.enemy);
    return {V, white ? next.own : next.enemy, white ? next.enemy : next.own,
            goes_on ? to_move_ : opponent(to_move_), goes_on ? Phase::Advance : Phase::Whole};
  }

  std::array<Bitboard, 2> pieces_;
  Variant variant_;
  Color to_move_;
  Phase phase_ = Phase::Whole;
};
static_assert(sizeof(Position) <= 64);

}  // namespace ordo::rules
