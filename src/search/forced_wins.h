// Forced wins of the side to move, proved by the solver beside the search.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rules/position.h"
#include "rules/turn.h"
#include "search/shared.h"
#include "solve/solver.h"

namespace ordo::search {

struct ProvedWin {
  int plies = 0;                  ///< turns of both sides until the end, at most
  std::vector<rules::Turn> line;  ///< with the longest defence; at least the first turn
};

/// Asks the solver, which looks at threats and answers where the search looks at everything, and proves many
/// wins with a tenth of the nodes. That takes a tenth of the time, and more at first, so only who has no
/// limit asks.
class ForcedWins {
 public:
  /// Throws std::bad_alloc.
  ForcedWins();

  /// Of a new search, which nobody has asked about yet.
  void start() noexcept { next_ = kFirst; }
  /// Asks if the search has looked at twice as many nodes as the last time; nothing if no win is proved with
  /// the solver's share of them.
  [[nodiscard]] std::optional<ProvedWin> look(const rules::Position& position, const Shared& shared);

 private:
  static constexpr std::uint64_t kFirst = 4096;

  [[nodiscard]] std::vector<rules::Turn> line_of(const solve::Answer& answer, const solve::Limits& limits);

  solve::Solver solver_;
  std::uint64_t next_ = kFirst;  ///< not before the search has looked at so many nodes
};

}  // namespace ordo::search
