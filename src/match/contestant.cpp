// Reading and writing who plays.
#include "match/contestant.h"

#include <cmath>

#include <fmt/format.h>

#include "util/number.h"

namespace ordo::match {
namespace {

constexpr double kLongestSeconds = 1e6;

[[nodiscard]] std::optional<thinking::Milliseconds> seconds_from(std::string_view text) {
  const auto seconds = util::number_from<double>(text, 0.0, kLongestSeconds);
  if (!seconds) return std::nullopt;
  return thinking::Milliseconds(std::llround(*seconds * 1000));
}

[[nodiscard]] std::optional<thinking::Clock> clock_from(std::string_view text) {
  const std::size_t plus = text.find('+');
  const auto time = seconds_from(text.substr(0, plus));
  const auto increment =
      plus == std::string_view::npos ? thinking::Milliseconds(0) : seconds_from(text.substr(plus + 1));
  if (!time || !increment || *time + *increment <= thinking::Milliseconds(0)) return std::nullopt;
  return thinking::Clock{*time, *increment};
}

[[nodiscard]] std::string seconds_text(thinking::Milliseconds time) {
  return fmt::format("{}", static_cast<double>(time.count()) / 1000);
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
    const auto ms =
        util::number_from<std::int64_t>(value, 1, static_cast<std::int64_t>(kLongestSeconds) * 1000);
    if (!ms) return bad("a number of milliseconds");
    pace.move_time = thinking::Milliseconds(*ms);
  } else if (key == "nodes") {
    pace.nodes = util::number_from<std::uint64_t>(value, 1, std::uint64_t{1} << 62);
    if (!pace.nodes) return bad("a number of positions");
  } else if (key == "depth") {
    pace.depth = util::number_from<int>(value, 1, thinking::kMaxDepth);
    if (!pace.depth) return bad(fmt::format("a number up to {}", thinking::kMaxDepth));
  } else {
    return false;
  }
  return true;
}

util::Result<Contestant, std::string> parse_contestant(std::string_view text) {
  Contestant contestant;
  bool ponders = false;
  const auto take = [&](std::string_view key, std::string_view value) -> util::Result<bool, std::string> {
    if (key != "ponder") return set_pace(contestant.pace, key, value);
    if (value != "true" && value != "false") {
      return util::failure(fmt::format("ponder={}: true or false is needed", value));
    }
    ponders = value == "true";
    return true;
  };
  auto program = engines::parse_program(text, {"tc, movetime, nodes, depth, ponder", take});
  if (!program) return util::failure(std::move(program).error());
  static_cast<engines::Program&>(contestant) = *std::move(program);
  contestant.ponders = ponders;
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

std::string conditions_text(const Contestant& contestant) {
  return to_text(contestant.pace) + (contestant.ponders ? " ponder=true" : "");
}

std::string to_text(const Contestant& contestant) {
  return engines::to_text(contestant) + ' ' + conditions_text(contestant);
}

}  // namespace ordo::match
