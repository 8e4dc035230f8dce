// Reading and writing how an engine is started.
#include "engines/program.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "protocol/ugi_options.h"
#include "util/text.h"
#include "util/words.h"

namespace ordo::engines {
namespace {

constexpr std::string_view kOption = "option.";
/// Options that our own engine offers only with --experiments begin with one of these.
constexpr std::array<std::string_view, 2> kExperiments = {protocol::kFeaturePrefix,
                                                          protocol::kParameterPrefix};
/// Megabytes. Two engines for each game at once should fit into any machine, and short searches fill no more.
constexpr std::string_view kOwnHash = "16";

/// One `key=value`; false: there is no such key.
[[nodiscard]] util::Result<bool, std::string> set(Program& program, std::string_view key,
                                                  std::string_view value) {
  if (key == "name") {
    if (value.empty() || std::ranges::any_of(value, util::is_control)) {
      return util::failure(std::string("a name is needed after 'name='"));
    }
    program.name = value;
    return true;
  }
  if (key == "cmd") {
    auto words = util::split_words(value);
    if (!words) return util::failure(fmt::format("cmd: {}", words.error()));
    if (words->empty()) return util::failure(std::string("a program is needed after 'cmd='"));
    program.command = *std::move(words);
    return true;
  }
  if (key.starts_with(kOption) && key.size() > kOption.size()) {
    program.options.push_back({std::string(key.substr(kOption.size())), std::string(value)});
    return true;
  }
  return false;
}

}  // namespace

util::Result<Program, std::string> parse_program(std::string_view text, const OtherKeys& others) {
  auto words = util::split_words(text);
  if (!words) return util::failure(std::move(words).error());
  Program program;
  std::string pending;  // the beginning of an option's name, up to a word with '='
  for (const std::string& word : *words) {
    const std::string whole = pending.empty() ? word : fmt::format("{} {}", pending, word);
    const std::size_t equals = whole.find('=');
    if (equals == std::string::npos) {
      if (!whole.starts_with(kOption)) {
        return util::failure(fmt::format("{}: key=value is needed", util::quoted(word)));
      }
      pending = whole;
      continue;
    }
    pending.clear();
    const std::string_view key = std::string_view(whole).substr(0, equals);
    const std::string_view value = std::string_view(whole).substr(equals + 1);
    auto known = set(program, key, value);
    if (known && !*known && others.take) known = others.take(key, value);
    if (!known) return util::failure(std::move(known).error());
    if (!*known) {
      return util::failure(fmt::format("there is no key {}; known are name, cmd{}{} and option.NAME",
                                       util::quoted(key), others.names.empty() ? "" : ", ", others.names));
    }
  }
  if (!pending.empty()) return util::failure(fmt::format("{} has no value", util::quoted(pending)));
  return program;
}

std::string to_text(const Program& program) {
  std::vector<std::string> words = {"name=" + program.name};
  if (!program.command.empty()) words.push_back("cmd=" + util::join_words(program.command));
  for (const OptionSetting& option : program.options) {
    words.push_back(fmt::format("{}{}={}", kOption, option.name, option.value));
  }
  return util::join_words(words);
}

void fill_in_own_engine(Program& program, const std::string& self) {
  if (!program.command.empty()) return;
  program.command = {self, "ugi"};
  const auto has = [&](auto&& test) { return std::ranges::any_of(program.options, test); };
  if (has([](const OptionSetting& option) {
        return std::ranges::any_of(kExperiments, [&](auto begin) { return option.name.starts_with(begin); });
      })) {
    program.command.emplace_back("--experiments");
  }
  if (!has([](const OptionSetting& option) { return option.name == "Hash"; })) {
    program.options.push_back({"Hash", std::string(kOwnHash)});
  }
}

}  // namespace ordo::engines
