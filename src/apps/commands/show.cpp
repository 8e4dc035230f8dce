// `ordo show`: draws a position.
#include "apps/commands/show.h"

#include <fmt/format.h>

#include "apps/terminal/game_view.h"
#include "apps/terminal/terminal.h"
#include "rules/fen.h"

namespace ordo::apps {

int run_show(const ShowOptions& options, const BoardStyle& style, Console& console) {
  const auto chosen = chosen_game(options.position, options.load);
  if (!chosen) return console.refuse(chosen.error());
  const auto& [game, names, tags] = chosen->stored;
  BoardView view = view_of(game, names);
  if (options.load.empty()) view.heading = rules::title(game.variant());
  console.out << draw(view, style) << '\n' << rules::to_fen(game.position()) << '\n';
  return kFine;
}

void add_show(const Command& ordo) {
  ordo.add<ShowOptions>(
      "show", "Draw a position",
      [](const Command& command, ShowOptions& options) {
        add_position_option(command, options.position, "The position; the initial setup if not given");
        add_load_option(command, options.load, "The last position of the game in this file");
        add_style_option(command, options.style);
        command.footer(
            "Examples:\n"
            "  ordo show\n"
            "  ordo show --fen '10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b'\n"
            "  ordo show --load game.txt --flip");
      },
      [](const ShowOptions& options, Console& console) {
        return run_show(options, chosen_style(options.style, stdout_is_terminal(), process_environment),
                        console);
      });
}

}  // namespace ordo::apps
