// What a subcommand of `ordo` declares: its options, its help, and what is run when it is chosen.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/terminal/console.h"

// CLI11 takes seconds to compile: only command.cpp and ordo.cpp see more of it than these names.
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace ordo::apps {

/// An option that has been declared, to say more about it. Wrong values are refused with a message of CLI11.
class Option {
 public:
  explicit Option(CLI::Option& option) noexcept : option_(&option) {}

  /// What the help shows instead of a type: of the value only, or of the value and all that is said of it.
  Option of_type(const std::string& name) const;
  Option shown_as(const std::string& text) const;
  /// The help shows the value it has now.
  Option with_default() const;

  Option required() const;
  Option excludes(const std::string& other) const;
  Option excludes(const Option& other) const;
  Option needs(const Option& other) const;

  Option within(int least, int most) const;
  Option within(std::int64_t least, std::int64_t most) const;
  Option within(std::uint64_t least, std::uint64_t most) const;
  Option within(double least, double most) const;
  Option positive() const;
  Option not_negative() const;
  Option one_of(std::initializer_list<std::string> words) const;
  /// `wrong` says what is wrong with a text; empty: nothing is.
  Option checked(const std::function<std::string(const std::string&)>& wrong) const;

 private:
  CLI::Option* option_;
};

/// A command to which options, or subcommands, are added.
class Command {
 public:
  /// What the chosen command returns comes into `exit_code`. All of them must outlive the parsing.
  Command(CLI::App& app, Console& console, int& exit_code) noexcept
      : app_(&app), console_(&console), exit_code_(&exit_code) {}

  /// `names` as "-d,--depth", or without dashes for what needs no name.
  Option option(const std::string& names, std::string& value, const std::string& purpose) const;
  Option option(const std::string& names, std::vector<std::string>& values, const std::string& purpose) const;
  Option option(const std::string& names, int& value, const std::string& purpose) const;
  Option option(const std::string& names, std::uint64_t& value, const std::string& purpose) const;
  Option option(const std::string& names, double& value, const std::string& purpose) const;
  Option option(const std::string& names, std::optional<int>& value, const std::string& purpose) const;
  Option option(const std::string& names, std::optional<double>& value, const std::string& purpose) const;
  Option option(const std::string& names, std::optional<std::int64_t>& value,
                const std::string& purpose) const;
  Option option(const std::string& names, std::optional<std::uint64_t>& value,
                const std::string& purpose) const;
  Option flag(const std::string& names, bool& value, const std::string& purpose) const;
  /// What the help ends with.
  void footer(const std::string& text) const;

  /// A command that only has subcommands.
  [[nodiscard]] Command group(const std::string& name, const std::string& purpose) const;

  /// Adds a subcommand: `describe(Command&, Options&)` declares its options, `run(options, Console&)` is
  /// called with them if it is chosen.
  template <class Options>
  void add(const std::string& name, const std::string& purpose, const auto& describe, auto run) const {
    auto options = std::make_shared<Options>();
    const Command command = added(name, purpose);
    describe(command, *options);
    command.when_chosen([options, run](Console& console) { return run(*options, console); });
  }

 private:
  [[nodiscard]] Command added(const std::string& name, const std::string& purpose) const;
  void when_chosen(std::function<int(Console&)> run) const;

  CLI::App* app_;
  Console* console_;
  int* exit_code_;
};

void add_analyze(const Command& ordo);
void add_bench(const Command& ordo);
void add_bot(const Command& ordo);
void add_db(const Command& ordo);
void add_match(const Command& ordo);
void add_moves(const Command& ordo);
void add_perft(const Command& ordo);
void add_play(const Command& ordo);
void add_record(const Command& ordo);
void add_selfplay(const Command& ordo);
void add_serve(const Command& ordo);
void add_show(const Command& ordo);
void add_solve(const Command& ordo);
void add_tablebase(const Command& ordo);
void add_tune(const Command& ordo);
void add_ugi(const Command& ordo);

/// The whole program: reads the arguments, runs the subcommand, says what went wrong.
int run_ordo(int argc, const char* const* argv, Console& console);

}  // namespace ordo::apps
