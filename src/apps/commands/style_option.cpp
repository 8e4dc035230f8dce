// The options --ascii, --color and --flip: how boards are drawn.
#include "apps/commands/style_option.h"

namespace ordo::apps {

void add_style_option(const Command& command, StyleOption& option) {
  command.flag("--ascii", option.ascii, "Draw with ASCII only, as in locales without UTF-8");
  command.option("--color", option.color, "Colours: auto (on a terminal, the default), always or never")
      .one_of({"auto", "always", "never"})
      .shown_as("WHEN");
  command.flag("--flip", option.flip, "Look from Black's side");
}

BoardStyle chosen_style(const StyleOption& option, bool on_terminal, const Environment& environment) {
  const ColorWhen when = option.color == "always"  ? ColorWhen::Always
                         : option.color == "never" ? ColorWhen::Never
                                                   : ColorWhen::Auto;
  return {.utf8 = !option.ascii && is_utf8(environment),
          .palette = choose_palette(when, on_terminal, environment),
          .flipped = option.flip};
}

}  // namespace ordo::apps
