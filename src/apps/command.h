// What the subcommands of `ordo` share: their streams, their exit codes, and where they are added.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

namespace ordo::apps {

inline constexpr int kFine = 0;
inline constexpr int kNo = 1;     ///< the answer is no, or the data is bad
inline constexpr int kUsage = 2;  ///< wrong use of the command line

/// Given to every subcommand, so that tests can stand in for the terminal.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
};

/// What a chosen subcommand needs and gives back.
struct Dispatch {
  Console& console;
  int exit_code = kFine;
};

/// Adds a subcommand: `describe` declares its options, `run` is called with them if it is chosen.
/// The dispatch must outlive the parsing.
template <class Options, class Describe, class Run>
CLI::App& add_command(CLI::App& app, Dispatch& dispatch, const std::string& name, const std::string& purpose,
                      Describe&& describe, Run run) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(name, purpose);
  std::forward<Describe>(describe)(*command, *options);
  command->callback([options, run, &dispatch] { dispatch.exit_code = run(*options, dispatch.console); });
  return *command;
}

void add_analyze(CLI::App& app, Dispatch& dispatch);
void add_bench(CLI::App& app, Dispatch& dispatch);
void add_bot(CLI::App& app, Dispatch& dispatch);
void add_db(CLI::App& app, Dispatch& dispatch);
void add_match(CLI::App& app, Dispatch& dispatch);
void add_moves(CLI::App& app, Dispatch& dispatch);
void add_perft(CLI::App& app, Dispatch& dispatch);
void add_play(CLI::App& app, Dispatch& dispatch);
void add_record(CLI::App& app, Dispatch& dispatch);
void add_serve(CLI::App& app, Dispatch& dispatch);
void add_show(CLI::App& app, Dispatch& dispatch);
void add_ugi(CLI::App& app, Dispatch& dispatch);

/// The whole program: reads the arguments, runs the subcommand, says what went wrong.
int run_ordo(int argc, const char* const* argv, Console& console);

}  // namespace ordo::apps
