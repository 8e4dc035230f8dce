// A position as its mover sees it, and what a part makes of it: for searches and tables.
#pragma once

#include <cstdint>

#include "rules/hash.h"
#include "rules/moved.h"
#include "rules/position.h"

namespace ordo::rules {

/// Always seen by the side to move, going up. White and Black are one: a position and its counterpart with
/// the colours swapped have the same view. Comes from a position, or from another view by a legal part;
/// nothing checks what is put in by hand, as with Position::unchecked.
struct View {
  Bitboard own;
  Bitboard enemy;
  Phase phase = Phase::Whole;

  [[nodiscard]] static View of(const Position& position) noexcept {
    return {position.own(), position.enemy(), position.phase()};
  }

  /// The position in which White has this view.
  [[nodiscard]] Position as_white(Variant variant) const noexcept {
    return {variant, own, enemy, Color::White, phase};
  }

  /// Of pieces and phase, the same on every platform. Views an odd number of turns apart may share it though
  /// their positions differ in the side to move.
  [[nodiscard]] std::uint64_t key() const noexcept {
    return detail::hash(own, enemy, phase == Phase::Advance ? 1 : 0);
  }
};

/// What a part leads to.
struct Step {
  View next;
  bool wins = false;       ///< the home row is reached or the last piece taken; `next` then means nothing
  bool same_side = false;  ///< a preparation: the same side goes on
};

/// Plays a legal part, seen as the view is.
template <Variant V>
[[nodiscard]] inline Step play(const View& view, Part part) noexcept {
  const Sides sides = moved<V>({view.own, view.enemy}, part);
  Step step;
  if ((part.destination() & kRank8).any() || sides.enemy.none()) {
    step.wins = true;
  } else if (leaves_turn_unfinished<V>(part, sides.enemy)) {
    step.next = {sides.own, sides.enemy, Phase::Advance};
    step.same_side = true;
  } else {
    step.next = {sides.enemy.turned(), sides.own.turned(), Phase::Whole};
  }
  return step;
}

}  // namespace ordo::rules
