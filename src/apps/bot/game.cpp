// Following a game as a bot does.
#include "apps/bot/game.h"

#include <algorithm>

#include <boost/json/value.hpp>

namespace ordo::apps {

util::Result<BotGame, std::string> BotGame::read(const boost::json::object& snapshot) {
  auto read = online::read_snapshot(snapshot);
  if (!read) return util::failure(std::move(read).error());
  return BotGame(*std::move(read));
}

bool BotGame::is_my_turn() const noexcept {
  return is_playing() && seat_ == room_.to_move() && !game().outcome();
}

bool BotGame::apply(const boost::json::object& message) {
  const auto* seq = message.if_contains("seq");
  // Known already: a move that was acknowledged again.
  if (seq != nullptr && seq->is_int64() && seq->get_int64() <= room_.seq()) return true;
  const auto event = online::read_event(message);
  return event && room_.apply(*event);
}

std::string BotGame::result() const {
  if (room_.status() == online::RoomStatus::Aborted) return "aborted";
  if (room_.status() != online::RoomStatus::Ended) return {};
  const rules::Outcome& outcome = *game().outcome();
  const std::string ending(rules::name(outcome.ending));
  if (!outcome.winner) return "drawn: " + ending;
  return (outcome.winner == seat_ ? "won: " : "lost: ") + ending;
}

BotGame::Milliseconds BotGame::time_to_think(Milliseconds most) const noexcept {
  const auto left = seat_ ? room_.left(*seat_, room_.last_at()) : std::nullopt;
  if (!left) return most;
  constexpr Milliseconds kReserve{200};  // for the way of the message
  constexpr Milliseconds kLeast{20};
  const Milliseconds share = *left / 30 + room_.settings().time.increment * 3 / 4;
  return std::clamp(std::min(share, *left - kReserve), kLeast, std::max(most, kLeast));
}

}  // namespace ordo::apps
