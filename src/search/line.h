// From the parts a worker finds, each as its mover sees it, to turns on the real board.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "rules/position.h"
#include "search/node.h"

namespace ordo::search {

/// The part as it is on the board of `position`.
[[nodiscard]] Part on_board(const rules::Position& position, Part part) noexcept;

/// A turn as a worker knows it: one part or two, as the mover sees them.
[[nodiscard]] std::array<Part, 2> seen_by_mover(const rules::Position& position,
                                                const rules::Turn& turn) noexcept;

struct Line {
  std::vector<rules::Turn> turns;
  /// Set if the parts end with a preparation: the position after it, and the preparation.
  Part unfinished;
  rules::Position end;  ///< after the turns, and after the unfinished preparation
};

/// Stops before the first part that is not legal, so that whatever it is given, its turns can be played.
[[nodiscard]] Line line_of(const rules::Position& start, std::span<const Part> parts);

}  // namespace ordo::search
