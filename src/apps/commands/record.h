// `ordo record`: work on game records.
#pragma once

#include <string>
#include <vector>

#include "apps/commands/command.h"

namespace ordo::apps {

/// One line for each game, or for the first thing that is wrong with a file; "-" is the input stream.
int run_record_check(const std::vector<std::string>& files, Console& console);

}  // namespace ordo::apps
