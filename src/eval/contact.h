// What each side's pieces can do about the other's, found by shifts for both sides at once: one place for
// the features and for the inputs of the network.
#pragma once

#include "rules/bitboard_pair.h"

namespace ordo::eval {

/// The squares from which one of these pieces (a Bitboard, or a BitboardPair) is ahead on their file or the
/// next.
template <class Set>
[[nodiscard, gnu::always_inline]] inline Set behind(Set pieces) noexcept {
  using enum rules::Direction;
  Set below = pieces.template shift<S>();
  below |= below.template shift<S>();
  below |= below.template shift<S, 2>();
  below |= below.template shift<S, 4>();
  return below | below.template shift<E>() | below.template shift<W>();
}

/// Each pair: of the mover, and of the waiting side as it sees the board itself.
struct Contact {
  rules::BitboardPair ahead;      ///< squares to which some piece can slide forward
  rules::BitboardPair reached;    ///< squares to which some piece can slide, in all five directions
  rules::BitboardPair supported;  ///< those of the first next to an own piece
  rules::BitboardPair attacked;   ///< enemy pieces that some piece can slide onto
  rules::BitboardPair passed;     ///< pieces with no enemy ahead on their file or the next

  /// Both sides as the mover sees them.
  [[nodiscard, gnu::always_inline]] static Contact of(rules::Bitboard own, rules::Bitboard enemy) noexcept {
    using enum rules::Direction;
    using rules::BitboardPair;
    const BitboardPair sides(own, enemy.turned());
    const BitboardPair others(enemy, own.turned());
    const BitboardPair open = BitboardPair(rules::kBoard, rules::kBoard) - sides;
    const BitboardPair free = open - others;
    const BitboardPair ahead =
        (rules::slide<N>(sides, free).shift<N>() | rules::slide<NE>(sides, free).shift<NE>() |
         rules::slide<NW>(sides, free).shift<NW>()) &
        open;
    const BitboardPair reached =
        ahead | ((rules::slide<E>(sides, free).shift<E>() | rules::slide<W>(sides, free).shift<W>()) & open);
    return {ahead, reached, ahead & rules::dilated(sides), reached & others, sides - behind(others)};
  }
};

}  // namespace ordo::eval
