// The positions of tests/data/forced_wins.txt, in which the side to move can force a win.
#pragma once

#include <string>
#include <vector>

#include "rules/position.h"

namespace ordo::support {

struct ForcedWin {
  rules::Position position;
  int turns;         ///< that the winner needs against the best defence, 1 for a win at once
  std::string line;  ///< as it stands in the file
};

[[nodiscard]] std::vector<ForcedWin> read_forced_wins();

}  // namespace ordo::support
