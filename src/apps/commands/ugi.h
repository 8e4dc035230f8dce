// `ordo ugi`: the engine as a program that others talk to.
#pragma once

#include "apps/commands/command.h"

namespace ordo::apps {

struct UgiOptions {
  bool experiments = false;  ///< offer options that switch parts of the search off, or set its numbers
};

int run_ugi(const UgiOptions& options, Console& console);

}  // namespace ordo::apps
