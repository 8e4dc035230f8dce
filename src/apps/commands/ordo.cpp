// The command line of `ordo` as a whole.
#include <array>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "apps/commands/command.h"
#include "apps/terminal/closest_word.h"
#include "util/text.h"
#include "util/version.h"

namespace ordo::apps {
namespace {

constexpr auto kSubcommands = std::to_array<std::string_view>(
    {"analyze", "bench", "bot", "db", "match", "moves", "perft", "play", "record", "selfplay", "serve",
     "show", "solve", "tablebase", "tune", "ugi"});

void describe_program(CLI::App& app) {
  app.set_version_flag("--version", "ordo " + std::string(util::version()));
  app.require_subcommand(1);
  app.get_formatter()->column_width(26);
  app.footer(
      "The games were designed by Dieter Stein: https://spielstein.com\n"
      "'ordo COMMAND --help' tells more about a command. Exit codes: 0 fine, 1 the answer is no or the data\n"
      "is bad, 2 wrong use.\n\n"
      "Examples:\n"
      "  ordo play\n"
      "  ordo show --variant ordox\n"
      "  ordo perft --depth 4");
}

/// The chosen subcommand of the chosen subcommand …, or the program itself.
const CLI::App& innermost(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  return chosen.empty() ? app : innermost(*chosen.back());
}

/// What a failed parse has to say, and where to read more.
int explain(const CLI::App& app, const CLI::ParseError& error, std::string_view word, Console& console) {
  std::string message = error.what();
  std::string help;
  for (const CLI::App* command = &innermost(app); command != nullptr; command = command->get_parent()) {
    help.insert(0, command->get_name() + " ");
  }
  if (&innermost(app) == &app && !word.starts_with('-')) {
    message = fmt::format("there is no command {}", util::quoted(word));
    const std::string near = closest_words(word, kSubcommands);
    if (!near.empty()) message += fmt::format("; did you mean {}?", near);
  }
  console.err << fmt::format("ordo: {}\nTry '{}--help'.\n", util::printable(message), help);
  return kUsage;
}

}  // namespace

int run_ordo(int argc, const char* const* argv, Console& console) {
  CLI::App app("Play, study and program the board games Ordo and Ordo X.", "ordo");
  int exit_code = kFine;
  const Command ordo(app, console, exit_code);
  describe_program(app);
  add_play(ordo);
  add_show(ordo);
  add_tablebase(ordo);
  add_solve(ordo);
  add_moves(ordo);
  add_perft(ordo);
  add_record(ordo);
  add_analyze(ordo);
  add_match(ordo);
  add_tune(ordo);
  add_selfplay(ordo);
  add_ugi(ordo);
  add_bench(ordo);
  add_serve(ordo);
  add_bot(ordo);
  add_db(ordo);
  if (argc < 2) {
    console.err << app.help();
    return kUsage;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error, console.out, console.err);
    return explain(app, error, argv[1], console);
  }
  return exit_code;
}

}  // namespace ordo::apps
