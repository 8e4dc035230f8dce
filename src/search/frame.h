// A ply of the line that is being searched.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "search/node.h"

namespace ordo::search {

inline constexpr int kMaxPly = 192;

/// Quiet parts that refuted a sibling, the latest first.
using Killers = std::array<Part, 2>;

/// A ply is a part: an Ordo X preparation and its advance are two.
struct Frame {
  /// A part that another thread was busy with, and the number it had in the order.
  struct Deferred {
    Part part;
    int number;
  };

  Node node;
  std::uint64_t key = 0;
  int ply = 0;
  int turns = 0;          ///< completed since the root
  int side = 0;           ///< 0: the side to move at the root
  int reversible = 0;     ///< sideways moves before this node without anything else: only these can repeat
  bool captured = false;  ///< the part before took something
  bool split = false;     ///< the side to move must reconnect
  Part move;              ///< the one being searched
  Part skipped;           ///< searched without this one, to see whether it stands alone
  Killers killers{};
  int line_length = 0;
  std::array<Part, kMaxPly> line;  ///< the principal variation from here
  std::array<Deferred, 32> deferred;
};

}  // namespace ordo::search
