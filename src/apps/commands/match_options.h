// The options that `ordo match` and `ordo tune` have in common.
#pragma once

#include <string>

#include "apps/commands/command.h"
#include "apps/commands/match.h"

namespace ordo::apps {

/// The game, and how long engines may think.
void describe_pace(const Command& command, MatchOptions& options);
/// How many games at once, and when one is cut short.
void describe_conduct(const Command& command, MatchOptions& options);
void describe_openings(const Command& command, MatchOptions& options);

/// What is wrong with a number of games; empty: nothing is.
[[nodiscard]] std::string wrong_if_odd(const std::string& number);

}  // namespace ordo::apps
