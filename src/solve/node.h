// A node of a proof: a position as its mover sees it, who attacks, and how much of the board's history
// counts.
#pragma once

#include <cstdint>
#include <limits>

#include "rules/view.h"
#include "util/mix.h"

namespace ordo::solve {

using rules::Part;
using rules::Variant;
using rules::View;

inline constexpr int kUnlimited = std::numeric_limits<int>::max();

struct Node {
  View view;
  bool attacking = true;  ///< the side to move is the one that is to win
  /// Turns of both sides within which the win is wanted; an unfinished turn counts as one.
  int plies = kUnlimited;
  int reversible = 0;  ///< plies since the last one that nothing can undo

  [[nodiscard]] bool is_limited() const noexcept { return plies != kUnlimited; }
  /// Of the position and who attacks.
  [[nodiscard]] std::uint64_t key() const noexcept {
    return attacking ? view.key() : view.key() ^ 0x9E3779B97F4A7C15U;
  }
  /// The same with the limit.
  [[nodiscard]] static std::uint64_t limited_key(std::uint64_t key, int plies) noexcept {
    return util::mixed(key ^ 0xC2B2AE3D27D4EB4FU,
                       0x8EBC6AF09C88C6E3U + 2 * static_cast<std::uint64_t>(plies));
  }
};

/// The node that a part of this one leads to, unless it wins.
template <Variant V>
[[nodiscard]] inline Node next_node(const Node& node, Part part, const rules::Step& step) noexcept {
  Node next{step.next, step.same_side == node.attacking, node.plies, 0};
  if (node.is_limited() && !step.same_side) --next.plies;
  // Only what goes sideways and takes nothing can be undone. A split side, which may go back, has lost a
  // piece.
  if (V == Variant::Ordo && part.is_sideways() && !part.captures()) next.reversible = node.reversible + 1;
  return next;
}

}  // namespace ordo::solve
