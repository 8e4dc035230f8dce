// A position: the pieces of both sides, whose turn it is, and which game is played.
#pragma once

#include <array>
#include <cstdint>

#include "rules/bitboard.h"
#include "rules/turn.h"
#include "rules/variant.h"

namespace ordo::rules {

/// Ordo X only: between a preparation and its advance the same side is still to move.
enum class Phase : std::uint8_t { Whole, Advance };

inline constexpr int kPiecesPerSide = 20;

/// A value; playing gives a new one. Anything may be put into it: fen.h says which positions somebody
/// can be asked to move in, movegen.h what may be played.
class Position {
 public:
  /// The initial setup, White to move.
  [[nodiscard]] static Position initial(Variant variant) noexcept;

  Position(Variant variant, Bitboard white, Bitboard black, Color to_move,
           Phase phase = Phase::Whole) noexcept
      : pieces_{white, black}, variant_(variant), to_move_(to_move), phase_(phase) {}

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
    const Bitboard destination = part.destination();
    const Bitboard change = part.origin() ^ destination;
    Position next = to_move_ == Color::White
                        ? Position(variant_, pieces_[0] ^ change, pieces_[1] - destination, Color::Black)
                        : Position(variant_, pieces_[0] - destination, pieces_[1] ^ change, Color::White);
    if (variant_ == Variant::OrdoX) next.finish_ordo_x(*this, part);
    return next;
  }
  /// The position after a legal turn.
  [[nodiscard]] Position after(const Turn& turn) const noexcept {
    const Position next = after(turn.first());
    return turn.has_two_parts() ? next.after(turn.second()) : next;
  }
  /// The enemy pieces that a legal part takes off the board: the captured one and, in Ordo X, the
  /// subgroups that do not stay.
  [[nodiscard]] Bitboard removed_by(Part part) const noexcept;

  /// The same position with the other side to move and a whole turn ahead: "what if I could pass".
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

  /// Of pieces, side to move, phase and variant; the same on every platform. Computed from the boards
  /// in a few multiplications, which is cheaper than keeping it up to date through ordo moves.
  [[nodiscard]] std::uint64_t hash() const noexcept;

  friend bool operator==(const Position& a, const Position& b) noexcept {
    return a.pieces_ == b.pieces_ && a.variant_ == b.variant_ && a.to_move_ == b.to_move_ &&
           a.phase_ == b.phase_;
  }

 private:
  /// What Ordo X adds to a part: subgroups are removed, and a preparation leaves the turn unfinished.
  void finish_ordo_x(const Position& before, Part part) noexcept;

  std::array<Bitboard, 2> pieces_;
  Variant variant_;
  Color to_move_;
  Phase phase_ = Phase::Whole;
};
static_assert(sizeof(Position) <= 64);

}  // namespace ordo::rules
