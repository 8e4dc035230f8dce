// The options --ascii, --color and --flip: how boards are drawn.
#pragma once

#include <string>

#include "apps/commands/command.h"
#include "apps/terminal/board_text.h"

namespace ordo::apps {

struct StyleOption {
  bool ascii = false;
  bool flip = false;
  std::string color = "auto";
};

void add_style_option(const Command& command, StyleOption& option);

/// What was asked for; where nothing was, what the terminal and the locale can show.
[[nodiscard]] BoardStyle chosen_style(const StyleOption& option, bool on_terminal,
                                      const Environment& environment);

}  // namespace ordo::apps
