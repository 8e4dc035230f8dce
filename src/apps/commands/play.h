// `ordo play`: a game of two players at one terminal, or against the engine.
#pragma once

#include <cstdint>
#include <string>

#include "apps/commands/command.h"
#include "apps/commands/position_option.h"
#include "apps/commands/style_option.h"
#include "apps/terminal/play_session.h"

namespace ordo::apps {

struct PlayOptions {
  PositionOption position;
  StyleOption style;
  std::string load;
  std::string white;
  std::string black;
  std::string engine;          ///< "1" to "10" or "full"; empty: two people play
  std::string side = "white";  ///< what the person plays: "white", "black" or "random"
  double seconds = 2;          ///< for a turn of the engine at full strength, and for a hint
  std::uint64_t seed = 0;
};

/// `terminal`: style, prompts, date and the limits of the engine; what is left of the settings comes from the
/// options.
int run_play(const PlayOptions& options, const PlaySettings& terminal, Console& console);

}  // namespace ordo::apps
