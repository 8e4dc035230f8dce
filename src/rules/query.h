// Questions about a position that the screen and the engine ask often.
#pragma once

#include <optional>

#include "rules/position.h"

namespace ordo::rules {

/// Whether the pieces of a side form more than one group.
[[nodiscard]] inline bool is_split(Bitboard pieces) noexcept {
  return pieces.any() && flood(bitboard(pieces.first()), pieces) != pieces;
}
[[nodiscard]] bool is_split(const Position& position, Color color) noexcept;

/// The number of groups the pieces form.
[[nodiscard]] int count_groups(Bitboard pieces) noexcept;

/// The group of `pieces` that a square belongs to.
[[nodiscard]] Bitboard group_of(Bitboard pieces, Square square) noexcept;

/// Whether the loss of one piece might split its group: it has own neighbours that do not touch each other. A
/// quick look that misses no cut point.
[[nodiscard]] bool may_be_cut_point(Bitboard pieces, Square square) noexcept;

/// Whether a connected group is still one when a piece has gone elsewhere.
[[nodiscard]] bool stays_whole(Bitboard pieces, Square from, Square to) noexcept;

/// The pieces whose loss would split their group: lifting one leaves more groups than before.
[[nodiscard]] Bitboard cut_points(Bitboard pieces) noexcept;

/// The subgroups tied for largest once the piece on `captured` is gone: one square of each (lowest
/// file, then lowest rank). One square where there is no choice, none where no piece is left.
[[nodiscard]] Bitboard largest_subgroups(Bitboard pieces, Square captured) noexcept;

/// A turn that wins at once for the side to move, by the home row or the last piece, if there is one.
[[nodiscard]] std::optional<Turn> winning_turn(const Position& position) noexcept;

/// The home-row squares the side to move can reach in this turn (in Ordo X also after a preparation).
[[nodiscard]] Bitboard winning_squares(const Position& position) noexcept;

/// Whether a single part brings a piece of `own` to the enemy home row; both sides as the mover sees them,
/// going up. Made for searches: most positions are answered by a few shifts.
template <Variant V>
[[nodiscard]] bool can_enter_home_row(Bitboard own, Bitboard enemy) noexcept;

/// The home-row squares the opponent could reach next turn if nothing changed: the threats to meet.
[[nodiscard]] Bitboard threatened_squares(const Position& position) noexcept;

}  // namespace ordo::rules
