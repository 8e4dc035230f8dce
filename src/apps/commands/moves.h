// `ordo moves`: the legal turns of a position, or of many.
#pragma once

#include "apps/commands/command.h"
#include "apps/commands/position_option.h"

namespace ordo::apps {

/// With the position "-" answers each line of the input with one line.
int run_moves(const PositionOption& option, Console& console);

}  // namespace ordo::apps
