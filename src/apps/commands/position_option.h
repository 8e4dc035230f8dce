// The options --variant, --fen and --load: which position or game a subcommand is about.
#pragma once

#include <string>
#include <string_view>

#include "apps/commands/command.h"
#include "apps/terminal/game_file.h"
#include "rules/fen.h"
#include "rules/position.h"
#include "util/result.h"

namespace ordo::apps {

struct PositionOption {
  std::string variant = "ordo";
  std::string fen;  ///< empty: the initial setup
};

/// `about_fen` is what the help says of --fen.
void add_position_option(const Command& command, PositionOption& option, const std::string& about_fen);

[[nodiscard]] rules::Variant chosen_variant(const PositionOption& option);

/// The position, or "illegal position: …".
[[nodiscard]] util::Result<rules::Position, std::string> chosen_position(const PositionOption& option);

/// The option --load, a file instead of a position.
Option add_load_option(const Command& command, std::string& load, const std::string& purpose);

/// The first game in the file, or without one a game that begins with the position; or why there is none.
[[nodiscard]] util::Result<LoadedGame, std::string> chosen_game(const PositionOption& option,
                                                                const std::string& load);

/// "column 12: …", or only the message where the whole position is at fault.
[[nodiscard]] std::string describe(const rules::FenError& error);

}  // namespace ordo::apps
