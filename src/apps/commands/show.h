// `ordo show`: draws a position.
#pragma once

#include <string>

#include "apps/commands/command.h"
#include "apps/commands/position_option.h"
#include "apps/commands/style_option.h"

namespace ordo::apps {

struct ShowOptions {
  PositionOption position;
  StyleOption style;
  std::string load;
};

int run_show(const ShowOptions& options, const BoardStyle& style, Console& console);

}  // namespace ordo::apps
