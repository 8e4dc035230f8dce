// The moves of a set of pieces on a board without an enemy, who can only be in their way.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/movegen.h"
#include "rules/variant.h"
#include "tablebase/connected_sets.h"

namespace ordo::tablebuild {

using rules::Bitboard;
using rules::Part;
using rules::Square;
using rules::Variant;
using tablebase::ConnectedSets;

/// One part, and what it makes of the mover's set.
struct Move {
  Part part;
  std::uint32_t next;   ///< the number of the set it leads to; none if it reaches the enemy's home row
  Bitboard path;        ///< with the square a singleton lands on
  Bitboard before_end;  ///< without it: what must be empty for a capture

  [[nodiscard]] bool reaches_home_row() const noexcept { return next == ConnectedSets::kNone; }
};

/// Lists the moves of sets of one size. For one thread.
template <Variant V>
class Moves {
 public:
  explicit Moves(const ConnectedSets& sets) : sets_(sets), groups_(V, 1) {}

  /// Valid until the next call. Parts of one direction that go farther follow each other. Ordo: all are
  /// advances. Ordo X: which parts end a turn, and which prepare it.
  [[nodiscard]] const std::vector<Move>& of(std::uint32_t number);

  /// Whether a part is only a preparation.
  [[nodiscard]] static bool prepares(const Move& move) noexcept {
    return V == Variant::OrdoX && move.part.is_sideways();
  }

 private:
  const ConnectedSets& sets_;
  rules::GroupCache groups_;
  rules::PartList parts_;
  std::vector<Move> moves_;
};

}  // namespace ordo::tablebuild
