// The options --variant and --fen: which position a subcommand is about.
#pragma once

#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "rules/fen.h"
#include "rules/position.h"
#include "util/result.h"

namespace ordo::apps {

struct PositionOption {
  std::string variant = "ordo";
  std::string fen;  ///< empty: the initial setup
};

/// `about_fen` is what the help says of --fen.
void add_position_option(CLI::App& command, PositionOption& option, const std::string& about_fen);

[[nodiscard]] rules::Variant chosen_variant(const PositionOption& option);

/// The position, or what is wrong with it in a sentence.
[[nodiscard]] util::Result<rules::Position, std::string> chosen_position(const PositionOption& option);

/// "column 12: …", or only the message where the whole position is at fault.
[[nodiscard]] std::string describe(const rules::FenError& error);

}  // namespace ordo::apps
