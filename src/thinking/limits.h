// How long a search may go on.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include "thinking/ponder_hit.h"

namespace ordo::thinking {

using Milliseconds = std::chrono::milliseconds;

/// What a player has left, and gets for each turn.
struct Clock {
  Milliseconds time{0};
  Milliseconds increment{0};
};

/// Whichever comes first ends the search. With none of them it goes on until it is stopped, the deepest depth
/// is reached, or the result is proven and nothing more can be learned. With a time or clocks a proven win is
/// enough: it is played, though there may be a shorter one.
struct Limits {
  std::optional<int> depth;            ///< in parts: a turn of Ordo X with a preparation counts two
  std::optional<std::uint64_t> nodes;  ///< of all threads together, never exceeded
  std::optional<Milliseconds> move_time;
  /// Of White and Black; the engine budgets its own.
  std::optional<std::array<Clock, 2>> clocks;
  /// Not null: it is the opponent's time, of which none counts, until the hit. Who does not look at it thinks
  /// less long than it might. It must outlive the search.
  const PonderHit* ponder = nullptr;
};

inline constexpr int kMaxDepth = 100;

}  // namespace ordo::thinking
