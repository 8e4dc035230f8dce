// `ordo perft`: counts the turns of the game tree.
#pragma once

#include "apps/commands/command.h"
#include "apps/commands/position_option.h"

namespace ordo::apps {

struct PerftOptions {
  PositionOption position;
  int depth = 0;
  int threads = 1;
  bool divide = false;
  bool timed = false;  ///< time and speed on the error stream
};

int run_perft(const PerftOptions& options, Console& console);

}  // namespace ordo::apps
