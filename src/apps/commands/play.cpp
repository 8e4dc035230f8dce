// `ordo play`: a game of two players at one terminal, or against the engine.
#include "apps/commands/play.h"

#include <chrono>
#include <ctime>
#include <random>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "apps/terminal/terminal.h"

namespace ordo::apps {
namespace {

/// Who is left to the engine.
[[nodiscard]] rules::Color engine_side(const PlayOptions& options) {
  if (options.side == "white") return rules::Color::Black;
  if (options.side == "black") return rules::Color::White;
  std::mt19937_64 random(options.seed != 0 ? options.seed : std::random_device()());
  return random() % 2 == 0 ? rules::Color::White : rules::Color::Black;
}

void add_engine_options(const Command& command, PlayOptions& options) {
  const Option engine =
      command.option("-e,--engine", options.engine, "Play against the engine: level 1 to 10, or full")
          .shown_as("LEVEL")
          .checked([](const std::string& text) {
            return strength_from(text) ? std::string() : text + " is neither a level from 1 to 10 nor full";
          });
  command.option("-s,--side", options.side, "What you play against it: white (default), black or random")
      .shown_as("SIDE")
      .one_of({"white", "black", "random"})
      .needs(engine);
  command.option("--time", options.seconds, "For a turn at full strength, and for a hint (default 2)")
      .shown_as("SECONDS")
      .within(0.001, 86400.0);
  command.option("--seed", options.seed, "Makes the same errors and choices each time; not 0").shown_as("N");
}

}  // namespace

int run_play(const PlayOptions& options, const PlaySettings& terminal, Console& console) {
  PlaySettings settings = terminal;
  settings.engine.seed = options.seed;
  if (!options.engine.empty()) {
    settings.engine.strength = strength_from(options.engine).value();
    settings.engine_side = engine_side(options);
  }
  auto chosen = chosen_game(options.position, options.load);
  if (!chosen) return console.refuse(chosen.error());
  auto [stored, count, is_all] = *std::move(chosen);
  if (options.load.empty()) stored.tags = {{"Date", settings.date}};
  if (!options.white.empty()) stored.names[0] = options.white;
  if (!options.black.empty()) stored.names[1] = options.black;
  PlaySession(std::move(stored), is_all ? options.load : "", settings, console).run();
  return kFine;
}

void add_play(const Command& ordo) {
  ordo.add<PlayOptions>(
      "play", "Play a game of two players at one terminal, or against the engine",
      [](const Command& command, PlayOptions& options) {
        add_position_option(command, options.position, "Where to start; the initial setup if not given");
        add_load_option(command, options.load, "Continue the game in this file");
        command.option("--white", options.white, "Who plays White").shown_as("NAME");
        command.option("--black", options.black, "Who plays Black").shown_as("NAME");
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
        PlaySettings settings{.style = chosen_style(options.style, stdout_is_terminal(), process_environment),
                              .interactive = stdin_is_terminal() && stdout_is_terminal(),
                              .date = fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)))};
        settings.engine.limits.move_time =
            std::chrono::milliseconds(static_cast<std::int64_t>(options.seconds * 1000));
        return run_play(options, settings, console);
      });
}

}  // namespace ordo::apps
