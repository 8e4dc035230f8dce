// `ordo play`: a game of two players at one terminal.
#include "apps/play_command.h"

#include <ctime>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "apps/terminal.h"

namespace ordo::apps {

int run_play(const PlayOptions& options, const PlaySettings& settings, Console& console) {
  StoredGame stored{rules::Game(chosen_variant(options.position)), {}, {{"Date", settings.date}}};
  std::string file;
  if (!options.load.empty()) {
    auto loaded = load_game(options.load, 1);
    if (!loaded) {
      console.err << fmt::format("ordo: {}\n", loaded.error());
      return kNo;
    }
    if (loaded->is_all) file = options.load;
    stored = std::move(loaded).value().stored;
  } else {
    const auto start = chosen_position(options.position);
    if (!start) {
      console.err << fmt::format("ordo: illegal position: {}\n", start.error());
      return kNo;
    }
    stored.game = rules::Game(*start);
  }
  if (!options.white.empty()) stored.names[0] = options.white;
  if (!options.black.empty()) stored.names[1] = options.black;
  PlaySession(std::move(stored), std::move(file), settings, console).run();
  return kFine;
}

void add_play(CLI::App& app, Dispatch& dispatch) {
  add_command<PlayOptions>(
      app, dispatch, "play", "Play a game of two players at one terminal",
      [](CLI::App& command, PlayOptions& options) {
        add_position_option(command, options.position, "Where to start; the initial setup if not given");
        command.add_option("-l,--load", options.load, "Continue the game in this file")
            ->option_text("FILE")
            ->excludes("--fen")
            ->excludes("--variant");
        command.add_option("--white", options.white, "Who plays White")->option_text("NAME");
        command.add_option("--black", options.black, "Who plays Black")->option_text("NAME");
        add_style_option(command, options.style);
        command.footer(
            "Type turns, or commands; 'help' lists them. Without a terminal the lines of standard input are\n"
            "played as they come, and nothing is asked before a game is left.\n\n"
            "Examples:\n"
            "  ordo play --white Ada --black Grace\n"
            "  ordo play --variant ordox\n"
            "  ordo play --load game.txt\n"
            "  printf 'e3-e4 e6-e5\\nsave game.txt\\n' | ordo play");
      },
      [](const PlayOptions& options, Console& console) {
        const PlaySettings settings{
            .style = chosen_style(options.style, stdout_is_terminal(), process_environment),
            .interactive = stdin_is_terminal() && stdout_is_terminal(),
            .date = fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)))};
        return run_play(options, settings, console);
      });
}

}  // namespace ordo::apps
