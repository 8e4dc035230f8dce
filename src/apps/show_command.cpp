// `ordo show`: draws a position.
#include "apps/show_command.h"

#include <fmt/format.h>

#include "apps/game_file.h"
#include "apps/game_view.h"
#include "apps/terminal.h"
#include "rules/fen.h"

namespace ordo::apps {
namespace {

[[nodiscard]] util::Result<StoredGame, std::string> chosen_game(const ShowOptions& options) {
  if (!options.load.empty()) {
    auto loaded = load_game(options.load, 1);
    if (!loaded) return util::failure(loaded.error());
    return std::move(loaded).value().stored;
  }
  const auto position = chosen_position(options.position);
  if (!position) return util::failure("illegal position: " + position.error());
  return StoredGame{rules::Game(*position), {}, {}};
}

}  // namespace

int run_show(const ShowOptions& options, const BoardStyle& style, Console& console) {
  const auto stored = chosen_game(options);
  if (!stored) {
    console.err << fmt::format("ordo: {}\n", stored.error());
    return kNo;
  }
  BoardView view = view_of(stored->game, stored->names);
  if (options.load.empty()) view.heading = rules::title(stored->game.variant());
  console.out << draw(view, style) << '\n' << rules::to_fen(stored->game.position()) << '\n';
  return kFine;
}

void add_show(CLI::App& app, Dispatch& dispatch) {
  add_command<ShowOptions>(
      app, dispatch, "show", "Draw a position",
      [](CLI::App& command, ShowOptions& options) {
        add_position_option(command, options.position, "The position; the initial setup if not given");
        command.add_option("-l,--load", options.load, "The last position of the game in this file")
            ->option_text("FILE")
            ->excludes("--fen")
            ->excludes("--variant");
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
