// What `help` says during a game: the commands, how turns are written, the rules in short.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "rules/variant.h"

namespace ordo::apps {

struct PlayCommandHelp {
  std::string_view name;
  std::string_view arguments;
  std::string_view purpose;
};

/// All commands of `ordo play`, in the order in which help lists them.
[[nodiscard]] std::span<const PlayCommandHelp> play_commands();

/// The text on a topic: a command, "turns", "rules", "ordo" or "ordox"; without one the list of commands.
/// Plain "rules" are those of the game on the table. Empty if there is no such topic.
[[nodiscard]] std::string help_text(std::string_view topic, rules::Variant variant);

}  // namespace ordo::apps
