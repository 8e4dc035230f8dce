// Repetition: how often a position has stood on the board, and how a game ends with it.
#pragma once

#include <optional>
#include <span>

#include "rules/outcome.h"
#include "rules/position.h"

namespace ordo::rules {

/// A game is drawn when a position, with the same side to move, stands on the board for this many times.
inline constexpr int kRepetitionsToDraw = 3;

/// How often `now` has stood on the board, now included. `before`: the positions of the game so far, oldest
/// first; the last ones may be left out.
[[nodiscard]] int repetitions(std::span<const Position> before, const Position& now) noexcept;

/// How a game that went on until now has ended: by the position, or because it is there for the third time.
[[nodiscard]] std::optional<Outcome> outcome_after(std::span<const Position> before,
                                                   const Position& now) noexcept;

}  // namespace ordo::rules
