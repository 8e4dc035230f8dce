// `ordo play`: a game of two players at one terminal.
#pragma once

#include <string>

#include "apps/command.h"
#include "apps/play_session.h"
#include "apps/position_option.h"
#include "apps/style_option.h"

namespace ordo::apps {

struct PlayOptions {
  PositionOption position;
  StyleOption style;
  std::string load;
  std::string white;
  std::string black;
};

/// `settings` are those of the terminal.
int run_play(const PlayOptions& options, const PlaySettings& settings, Console& console);

}  // namespace ordo::apps
