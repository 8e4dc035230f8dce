// Whether a part that was found elsewhere in the tree can be played here.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "rules/query.h"
#include "rules/view.h"

namespace ordo::rules {

/// Whether a part fits the pieces: it moves own ones, onto no other own one, and captures what it says. For a
/// part that is known to be legal in a view with the same key, and so here but for a chance of one in 10^18;
/// this keeps even that from putting pieces on top of each other.
[[nodiscard]] inline bool fits(const View& view, Part part) noexcept {
  if (!part.exists()) return false;
  const Bitboard origin = part.origin();
  const Bitboard destination = part.destination();
  return (origin - view.own).none() && (destination & (view.own - origin)).none() &&
         (destination & view.enemy).any() == part.captures();
}

/// The squares a part passes over and lands on, whichever of them it leaves itself. Without a capture it is
/// legal against an enemy if it would be on a board without one, and none of these squares is the enemy's:
/// who stays connected is decided by the own pieces alone.
[[nodiscard]] inline Bitboard path(Part part) noexcept {
  const int files = part.to().file() - part.from().file();
  const int ranks = part.to().rank() - part.from().rank();
  const int steps = std::max(std::abs(files), std::abs(ranks));
  const int step = 16 * (ranks / steps) + files / steps;
  Bitboard path;
  for (int i = 1; i <= steps; ++i) path |= line(part.shape(), Square::from_bit(part.from().bit() + i * step));
  return path;
}

/// Whether a part that was legal in any view of the same game is legal here and captures nothing, for a side
/// whose group is whole.
[[nodiscard]] inline bool is_playable_quietly(const View& view, Part part) noexcept {
  if (!fits(view, part) || part.captures()) return false;
  if (view.phase == Phase::Advance && part.is_sideways()) return false;
  if (part.to().rank() < part.from().rank()) return false;  // it has reconnected a split group
  if ((path(part) & ((view.own - part.origin()) | view.enemy)).any()) return false;
  return stays_whole(view.own, part);
}

}  // namespace ordo::rules
