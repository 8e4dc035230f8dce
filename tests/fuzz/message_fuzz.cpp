// Any text as a message of a client: what is accepted keeps to the limits, and what is refused says why.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "online/chat_text.h"
#include "online/message.h"
#include "util/check.h"

using namespace ordo::online;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto message = parse_message(text);
  if (!message) {
    ORDO_CHECK(!message.error().message.empty());
    // What is said about a message is sent back, so it must be fit for that.
    const std::string answer =
        error_message("bad-message", message.error().message, nullptr, message.error().re);
    ORDO_CHECK(answer.find('\n') == std::string::npos);
    return 0;
  }
  ORDO_CHECK(size <= kMaxMessage);
  if (const auto* asked = std::get_if<GameCommand>(&message->body)) {
    ORDO_CHECK(is_id(asked->game));
    if (const auto* move = std::get_if<Move>(&asked->command)) {
      ORDO_CHECK(move->ply >= 1 && !move->turn.empty() && move->turn.size() <= kMaxTurnText);
    }
    if (const auto* say = std::get_if<Say>(&asked->command)) {
      const auto clean = clean_chat(say->text);
      ORDO_CHECK(clean.ok() && *clean == say->text);
    }
  }
  if (const auto* plan = std::get_if<SetPlan>(&message->body)) {
    const auto again = parse_plan(to_json(plan->plan));
    ORDO_CHECK(again.ok() && *again == plan->plan);
  }
  return 0;
}
