// Reading and writing who plays.
#include "match/contestant.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "match/words.h"
#include "rules/text.h"

namespace ordo::match {
namespace {

constexpr std::string_view kOption = "option.";
constexpr std::string_view kExperiment = "Feature ";
/// Megabytes. Two engines for each game at once should fit into any machine, and short searches fill no more.
constexpr std::string_view kOwnHash = "16";
constexpr double kLongestSeconds = 1e6;

template <class Number>
[[nodiscard]] std::optional<Number> number_from(std::string_view text, Number least, Number most) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(value >= least && value <= most)) return std::nullopt;
  return value;
}

[[nodiscard]] std::optional<search::Milliseconds> seconds_from(std::string_view text) {
  const auto seconds = number_from<double>(text, 0.0, kLongestSeconds);
  if (!seconds) return std::nullopt;
  return search::Milliseconds(std::llround(*seconds * 1000));
}

[[nodiscard]] std::optional<search::Clock> clock_from(std::string_view text) {
  const std::size_t plus = text.find('+');
  const auto time = seconds_from(text.substr(0, plus));
  const auto increment =
      plus == std::string_view::npos ? search::Milliseconds(0) : seconds_from(text.substr(plus + 1));
  if (!time || !increment || *time + *increment <= search::Milliseconds(0)) return std::nullopt;
  return search::Clock{*time, *increment};
}

[[nodiscard]] std::string seconds_text(search::Milliseconds time) {
  return fmt::format("{}", static_cast<double>(time.count()) / 1000);
}

/// One `key=value`, or what is wrong with it.
[[nodiscard]] std::optional<std::string> set(Contestant& contestant, std::string_view key,
                                             std::string_view value) {
  const auto pace = set_pace(contestant.pace, key, value);
  if (!pace) return pace.error();
  if (*pace) return std::nullopt;
  if (key == "name") {
    if (value.empty() || std::ranges::any_of(value, rules::is_control)) {
      return "a name is needed after 'name='";
    }
    contestant.name = value;
    return std::nullopt;
  }
  if (key == "cmd") {
    auto words = split_words(value);
    if (!words) return fmt::format("cmd: {}", words.error());
    if (words->empty()) return "a program is needed after 'cmd='";
    contestant.command = *std::move(words);
    return std::nullopt;
  }
  if (key.starts_with(kOption) && key.size() > kOption.size()) {
    contestant.options.push_back({std::string(key.substr(kOption.size())), std::string(value)});
    return std::nullopt;
  }
  return fmt::format("there is no key {}; known are name, cmd, tc, movetime, nodes, depth and option.NAME",
                     rules::quoted(key));
}

}  // namespace

util::Result<bool, std::string> set_pace(Pace& pace, std::string_view key, std::string_view value) {
  const auto bad = [&](std::string_view wanted) {
    return util::failure(fmt::format("{}={}: {} is needed", key, value, wanted));
  };
  if (key == "tc") {
    pace.clock = clock_from(value);
    if (!pace.clock) return bad("a time in seconds, as 60 or 10+0.1,");
  } else if (key == "movetime") {
    const auto ms = number_from<std::int64_t>(value, 1, static_cast<std::int64_t>(kLongestSeconds) * 1000);
    if (!ms) return bad("a number of milliseconds");
    pace.move_time = search::Milliseconds(*ms);
  } else if (key == "nodes") {
    pace.nodes = number_from<std::uint64_t>(value, 1, std::uint64_t{1} << 62);
    if (!pace.nodes) return bad("a number of positions");
  } else if (key == "depth") {
    pace.depth = number_from<int>(value, 1, search::kMaxDepth);
    if (!pace.depth) return bad(fmt::format("a number up to {}", search::kMaxDepth));
  } else {
    return false;
  }
  return true;
}

util::Result<Contestant, std::string> parse_contestant(std::string_view text) {
  auto words = split_words(text);
  if (!words) return util::failure(std::move(words).error());
  Contestant contestant;
  std::string pending;  // the beginning of an option's name, up to a word with '='
  for (const std::string& word : *words) {
    const std::string whole = pending.empty() ? word : fmt::format("{} {}", pending, word);
    const std::size_t equals = whole.find('=');
    if (equals == std::string::npos) {
      if (!whole.starts_with(kOption)) {
        return util::failure(fmt::format("{}: key=value is needed", rules::quoted(word)));
      }
      pending = whole;
      continue;
    }
    pending.clear();
    const std::string_view view = whole;
    if (auto error = set(contestant, view.substr(0, equals), view.substr(equals + 1))) {
      return util::failure(*std::move(error));
    }
  }
  if (!pending.empty()) return util::failure(fmt::format("{} has no value", rules::quoted(pending)));
  return contestant;
}

std::string to_text(const Pace& pace) {
  std::vector<std::string> parts;
  if (pace.clock) {
    parts.push_back(
        fmt::format("tc={}+{}", seconds_text(pace.clock->time), seconds_text(pace.clock->increment)));
  }
  if (pace.move_time) parts.push_back(fmt::format("movetime={}", pace.move_time->count()));
  if (pace.nodes) parts.push_back(fmt::format("nodes={}", *pace.nodes));
  if (pace.depth) parts.push_back(fmt::format("depth={}", *pace.depth));
  return fmt::format("{}", fmt::join(parts, " "));
}

std::string to_text(const Contestant& contestant) {
  std::vector<std::string> words = {"name=" + contestant.name};
  if (!contestant.command.empty()) words.push_back("cmd=" + join_words(contestant.command));
  for (const OptionSetting& option : contestant.options) {
    words.push_back(fmt::format("{}{}={}", kOption, option.name, option.value));
  }
  return join_words(words) + ' ' + to_text(contestant.pace);
}

Contestant with_own_engine(Contestant contestant, const std::string& self) {
  if (!contestant.command.empty()) return contestant;
  contestant.command = {self, "ugi"};
  const auto has = [&](auto&& test) { return std::ranges::any_of(contestant.options, test); };
  if (has([](const OptionSetting& option) { return option.name.starts_with(kExperiment); })) {
    contestant.command.emplace_back("--experiments");
  }
  if (!has([](const OptionSetting& option) { return option.name == "Hash"; })) {
    contestant.options.push_back({"Hash", std::string(kOwnHash)});
  }
  return contestant;
}

}  // namespace ordo::match
