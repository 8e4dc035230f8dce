// Options and subcommands by CLI11.
#include "apps/commands/command.h"

#include <utility>

#include <CLI/CLI.hpp>

namespace ordo::apps {

Option Option::of_type(const std::string& name) const { return Option(*option_->type_name(name)); }
Option Option::shown_as(const std::string& text) const { return Option(*option_->option_text(text)); }
Option Option::with_default() const { return Option(*option_->capture_default_str()); }
Option Option::required() const { return Option(*option_->required()); }
Option Option::excludes(const std::string& other) const { return Option(*option_->excludes(other)); }
Option Option::excludes(const Option& other) const { return Option(*option_->excludes(other.option_)); }
Option Option::needs(const Option& other) const { return Option(*option_->needs(other.option_)); }

Option Option::within(int least, int most) const { return Option(*option_->check(CLI::Range(least, most))); }
Option Option::within(std::int64_t least, std::int64_t most) const {
  return Option(*option_->check(CLI::Range(least, most)));
}
Option Option::within(std::uint64_t least, std::uint64_t most) const {
  return Option(*option_->check(CLI::Range(least, most)));
}
Option Option::within(double least, double most) const {
  return Option(*option_->check(CLI::Range(least, most)));
}
Option Option::positive() const { return Option(*option_->check(CLI::PositiveNumber)); }
Option Option::not_negative() const { return Option(*option_->check(CLI::NonNegativeNumber)); }
Option Option::one_of(std::initializer_list<std::string> words) const {
  return Option(*option_->check(CLI::IsMember(std::vector<std::string>(words))));
}
Option Option::checked(const std::function<std::string(const std::string&)>& wrong) const {
  return Option(*option_->check(wrong));
}

Option Command::option(const std::string& names, std::string& value, const std::string& purpose) const {
  return Option(*app_->add_option(names, value, purpose));
}
Option Command::option(const std::string& names, std::vector<std::string>& values,
                       const std::string& purpose) const {
  return Option(*app_->add_option(names, values, purpose));
}
Option Command::option(const std::string& names, int& value, const std::string& purpose) const {
  return Option(*app_->add_option(names, value, purpose));
}
Option Command::option(const std::string& names, std::uint64_t& value, const std::string& purpose) const {
  return Option(*app_->add_option(names, value, purpose));
}
Option Command::option(const std::string& names, double& value, const std::string& purpose) const {
  return Option(*app_->add_option(names, value, purpose));
}
Option Command::option(const std::string& names, std::optional<int>& value,
                       const std::string& purpose) const {
  return Option(*app_->add_option(names, value, purpose));
}
Option Command::option(const std::string& names, std::optional<double>& value,
                       const std::string& purpose) const {
  return Option(*app_->add_option(names, value, purpose));
}
Option Command::option(const std::string& names, std::optional<std::int64_t>& value,
                       const std::string& purpose) const {
  return Option(*app_->add_option(names, value, purpose));
}
Option Command::option(const std::string& names, std::optional<std::uint64_t>& value,
                       const std::string& purpose) const {
  return Option(*app_->add_option(names, value, purpose));
}
Option Command::flag(const std::string& names, bool& value, const std::string& purpose) const {
  return Option(*app_->add_flag(names, value, purpose));
}
void Command::footer(const std::string& text) const { app_->footer(text); }

Command Command::group(const std::string& name, const std::string& purpose) const {
  const Command command = added(name, purpose);
  command.app_->require_subcommand(1);
  return command;
}

Command Command::added(const std::string& name, const std::string& purpose) const {
  return {*app_->add_subcommand(name, purpose), *console_, *exit_code_};
}

void Command::when_chosen(std::function<int(Console&)> run) const {
  app_->callback(
      [run = std::move(run), console = console_, exit_code = exit_code_] { *exit_code = run(*console); });
}

}  // namespace ordo::apps
