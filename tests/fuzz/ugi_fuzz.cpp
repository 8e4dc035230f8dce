// Any bytes as a line of the Universal Game Interface: what is accepted is written and read again as the
// same, and what is refused is refused in one printable line.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "protocol/ugi_command.h"
#include "protocol/ugi_options.h"
#include "protocol/ugi_text.h"
#include "util/check.h"

using namespace ordo;
using namespace ordo::protocol;

namespace {

void check_printable(std::string_view message) {
  ORDO_CHECK(!message.empty());
  ORDO_CHECK(
      std::none_of(message.begin(), message.end(), [](unsigned char c) { return c < ' ' || c > '~'; }));
}

void check_limits(const thinking::Limits& limits) {
  using thinking::Milliseconds;
  const auto is_time = [](Milliseconds time) { return time >= Milliseconds(0) && time <= kMaxUgiTime; };
  ORDO_CHECK(!limits.depth || (*limits.depth >= 1 && *limits.depth <= thinking::kMaxDepth));
  ORDO_CHECK(!limits.nodes || *limits.nodes >= 1);
  ORDO_CHECK(!limits.move_time || (is_time(*limits.move_time) && limits.move_time->count() > 0));
  if (!limits.clocks) return;
  for (const thinking::Clock& clock : *limits.clocks)
    ORDO_CHECK(is_time(clock.time) && is_time(clock.increment));
}

void check_option(const ugi::SetOption& command) {
  static const UgiOptions kOptions(true);
  const auto values = kOptions.with({}, command.name, command.value);
  if (!values) return check_printable(values.error());
  const thinking::EngineOptions& engine = values->engine;
  ORDO_CHECK(engine.hash_megabytes >= 1 && engine.hash_megabytes <= thinking::EngineOptions::kMaxHash);
  ORDO_CHECK(engine.threads >= 1 && engine.threads <= thinking::EngineOptions::kMaxThreads);
  ORDO_CHECK(engine.lines >= 1 && engine.lines <= thinking::EngineOptions::kMaxLines);
  ORDO_CHECK(!engine.level || (*engine.level >= 1 && *engine.level <= thinking::kMaxLevel));
}

void check_info(std::string_view line) {
  const auto info = parse_info_line(line);
  if (!info) return;
  ORDO_CHECK(info->number >= 1 && info->depth >= 0);
  ORDO_CHECK(info->score.value() <= thinking::Score::kWin && info->score.value() >= -thinking::Score::kWin);
  for (const std::string& turn : info->turns)
    ORDO_CHECK(!turn.empty() && turn.find(' ') == std::string::npos);
  const auto again = parse_info_line("info depth 1 score " + score_text(info->score));
  ORDO_CHECK(again && again->score == info->score);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  check_info(line);
  const auto command = parse_ugi_command(line);
  if (!command) {
    check_printable(command.error());
    return 0;
  }
  const std::string written = to_text(*command);
  const auto again = parse_ugi_command(written);
  ORDO_CHECK(again.ok() && again->index() == command->index());
  ORDO_CHECK(to_text(*again) == written);
  if (const auto* go = std::get_if<ugi::Go>(&*command)) check_limits(go->limits);
  if (const auto* option = std::get_if<ugi::SetOption>(&*command)) check_option(*option);
  return 0;
}
