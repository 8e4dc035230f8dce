// `ordo tune`: the numbers of the search, by games.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "apps/commands/command.h"
#include "apps/commands/match.h"
#include "tune/spsa.h"

namespace ordo::apps {

struct TuneOptions {
  MatchOptions match;      ///< what both commands have: pool, pace, openings
  std::string engine;      ///< as match::parse_contestant reads it
  std::string parameters;  ///< names with commas; empty: all that have an effect
  std::size_t iterations = 200;
  std::size_t games = 32;  ///< of each of the two engines, in an iteration
  tune::Gains gains;
  std::string out;
  std::string plot;
};

/// Ends early, with what has been reached, when `stop` becomes true.
int run_tune_command(const TuneOptions& options, Console& console, const std::atomic<bool>& stop);

}  // namespace ordo::apps
