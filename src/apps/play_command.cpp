// `ordo play`: a game of two players at one terminal, or against the engine.
#include "apps/play_command.h"

#include <ctime>
#include <random>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "apps/terminal.h"

namespace ordo::apps {
namespace {

/// Who is left to the engine.
[[nodiscard]] rules::Color engine_side(const PlayOptions& options) {
  if (options.side == "white") return rules::Color::Black;
  if (options.side == "black") return rules::Color::White;
  std::mt19937_64 random(options.seed != 0 ? options.seed : std::random_device()());
  return random() % 2 == 0 ? rules::Color::White : rules::Color::Black;
}

void add_engine_options(CLI::App& command, PlayOptions& options) {
  CLI::Option* engine =
      command.add_option("-e,--engine", options.engine, "Play against the engine: level 1 to 10, or full")
          ->option_text("LEVEL")
          ->check([](const std::string& text) {
            return strength_from(text) ? std::string() : text + " is neither a level from 1 to 10 nor full";
          });
  command.add_option("-s,--side", options.side, "What you play against it: white (default), black or random")
      ->option_text("SIDE")
      ->check(CLI::IsMember({"white", "black", "random"}))
      ->needs(engine);
  command.add_option("--time", options.seconds, "For a turn at full strength, and for a hint (default 2)")
      ->option_text("SECONDS")
      ->check(CLI::Range(0.001, 86400.0));
  command.add_option("--seed", options.seed, "Makes the same errors and choices each time; not 0")
      ->option_text("N");
}

}  // namespace

int run_play(const PlayOptions& options, const PlaySettings& terminal, Console& console) {
  PlaySettings settings = terminal;
  settings.engine.time = std::chrono::milliseconds(static_cast<std::int64_t>(options.seconds * 1000));
  settings.engine.seed = options.seed;
  if (!options.engine.empty()) {
    settings.engine.strength = strength_from(options.engine).value();
    settings.engine_side = engine_side(options);
  }
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
      app, dispatch, "play", "Play a game of two players at one terminal, or against the engine",
      [](CLI::App& command, PlayOptions& options) {
        add_position_option(command, options.position, "Where to start; the initial setup if not given");
        command.add_option("-l,--load", options.load, "Continue the game in this file")
            ->option_text("FILE")
            ->excludes("--fen")
            ->excludes("--variant");
        command.add_option("--white", options.white, "Who plays White")->option_text("NAME");
        command.add_option("--black", options.black, "Who plays Black")->option_text("NAME");
        add_engine_options(command, options);
        add_style_option(command, options.style);
        command.footer(
            "Type turns, or commands; 'help' lists them. Without a terminal the lines of standard input are\n"
            "played as they come, and nothing is asked before a game is left.\n\n"
            "Examples:\n"
            "  ordo play --white Ada --black Grace\n"
            "  ordo play --engine 3\n"
            "  ordo play --variant ordox --engine full --side black --time 5\n"
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
