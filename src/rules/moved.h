// Playing a part: what it makes of the pieces of both sides.
#pragma once

#include "rules/bitboard.h"
#include "rules/turn.h"
#include "rules/variant.h"

namespace ordo::rules {

/// The pieces of the side to move and of its opponent, both seen from the same side of the board.
struct Sides {
  Bitboard own;
  Bitboard enemy;
};

namespace detail {

/// What stays of `pieces` in Ordo X after a capture among them.
[[nodiscard]] Bitboard staying(Bitboard pieces, Part capture) noexcept;

}  // namespace detail

/// The pieces after a legal part, which is seen from the same side as they are. Legality is not checked.
template <Variant V>
[[nodiscard]] inline Sides moved(const Sides& sides, Part part) noexcept {
  const Bitboard destination = part.destination();
  Sides next{sides.own ^ part.origin() ^ destination, sides.enemy - destination};
  if (V == Variant::OrdoX && part.captures()) next.enemy = detail::staying(sides.enemy, part);
  return next;
}

/// Whether the side that played a part is still to move: an Ordo X preparation that left some enemy.
template <Variant V>
[[nodiscard]] inline bool leaves_turn_unfinished(Part part, Bitboard enemy_left) noexcept {
  return V == Variant::OrdoX && part.is_sideways() && enemy_left.any();
}

}  // namespace ordo::rules
