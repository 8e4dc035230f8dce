// Any text as an event: what is accepted is written so that it reads the same, and fits into a room or is
// refused.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "online/message.h"
#include "util/check.h"

using namespace ordo::online;

namespace {

void check_room(std::vector<StoredEvent> log) {
  const auto room = Room::replay("game00000001", log);
  if (!room) {
    ORDO_CHECK(!room.error().empty());
    return;
  }
  ORDO_CHECK(room->seq() == static_cast<std::int64_t>(log.size()));
  ORDO_CHECK(!snapshot_message(*room, Color::White, instant_from(100), nullptr, log).empty());
}

}  // namespace

/// One event a line; as a whole they may be the log of a game.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<StoredEvent> log;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const auto event = parse_event(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!event) {
      ORDO_CHECK(!event.error().empty());
      continue;
    }
    const std::string written = to_json(*event);
    const auto again = parse_event(written);
    ORDO_CHECK(again.ok() && *again == *event && to_json(*again) == written);
    const auto number = static_cast<std::int64_t>(log.size()) + 1;
    log.push_back({number, instant_from(number), *event});
    ORDO_CHECK(event_message("game00000001", log.back()).find('\n') == std::string::npos);
  }
  if (!log.empty()) check_room(std::move(log));
  return 0;
}
