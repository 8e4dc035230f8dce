// A position as the search walks through it: always seen by the side to move, going up.
#pragma once

#include <cstdint>

#include "rules/movegen.h"
#include "rules/position.h"
#include "rules/query.h"
#include "util/mix.h"

namespace ordo::search {

using rules::Bitboard;
using rules::Part;
using rules::Phase;
using rules::Variant;

/// White and Black are one: a position and its counterpart with the colours swapped are the same node, which
/// the table profits from. (Repetitions must compare nodes an even number of turns apart.)
struct Node {
  Bitboard own;
  Bitboard enemy;
  Phase phase = Phase::Whole;

  [[nodiscard]] static Node of(const rules::Position& position) noexcept {
    return {position.own(), position.enemy(), position.phase()};
  }

  [[nodiscard]] std::uint64_t key() const noexcept {
    constexpr std::uint64_t kPhase = 0x452821E638D01377U;
    const std::uint64_t a = util::mixed(own.low() ^ 0x243F6A8885A308D3U, own.high() ^ 0x13198A2E03707345U);
    const std::uint64_t b =
        util::mixed(enemy.low() ^ 0xA4093822299F31D1U, enemy.high() ^ 0x082EFA98EC4E6C89U);
    return util::mixed(a ^ (phase == Phase::Advance ? kPhase : 0), b ^ 0xBE5466CF34E90C6DU);
  }
};

/// What a part leads to.
struct Played {
  Node node;
  bool wins = false;       ///< the home row is reached or the last piece taken; `node` then means nothing
  bool same_side = false;  ///< a preparation: the same side goes on
};

template <Variant V>
[[nodiscard]] inline Played play(const Node& node, Part part) noexcept {
  const Bitboard destination = part.destination();
  const Bitboard own = node.own ^ part.origin() ^ destination;
  Bitboard enemy = node.enemy - destination;
  if constexpr (V == Variant::OrdoX) {
    if (part.captures()) {
      const rules::Position before(V, node.own, node.enemy, rules::Color::White);
      enemy = before.after(part).pieces(rules::Color::Black);
    }
  }
  Played played;
  if ((destination & rules::kRank8).any() || enemy.none()) {
    played.wins = true;
  } else if (V == Variant::OrdoX && part.is_sideways()) {
    played.node = {own, enemy, Phase::Advance};
    played.same_side = true;
  } else {
    played.node = {enemy.turned(), own.turned(), Phase::Whole};
  }
  return played;
}

/// Whether a part out of the table fits the pieces. It was stored under the same 64-bit key, so it is legal
/// here but for a chance of one in 10^18; this keeps even that from putting pieces on top of each other.
[[nodiscard]] inline bool fits(const Node& node, Part part) noexcept {
  if (!part.exists()) return false;
  const Bitboard origin = part.origin();
  const Bitboard destination = part.destination();
  return (origin - node.own).none() && (destination & (node.own - origin)).none() &&
         (destination & node.enemy).any() == part.captures();
}

/// A part seen from the other side of the board.
[[nodiscard]] inline Part turned(Part part) noexcept {
  const int lift = part.shape().height() - 1;
  const auto end = [lift](rules::Square square) {
    return rules::Square(square.file(), square.rank() + lift).turned();
  };
  Part other = Part::of(part.shape(), end(part.from()), end(part.to()), part.captures());
  if (const auto keep = part.keep()) other = other.keeping(keep->turned());
  return other;
}

}  // namespace ordo::search
