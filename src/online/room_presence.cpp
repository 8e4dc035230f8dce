// Players who go and come back: who is waited for, for how long, and what may be claimed then.
#include "online/room.h"

namespace ordo::online {

Duration Room::first_turn_patience() const noexcept {
  return gone_[0] || gone_[1] ? kComePatience : kFirstTurnPatience;
}

/// From then on, if the turn is this player's; no clock runs before the third turn, and nothing is claimed.
void Room::wait_for(Color absent, Instant from) noexcept {
  auto& absence = gone_[static_cast<std::size_t>(absent)];
  if (!absence) return;
  absence->claim_at = running() == absent ? std::optional(from + absence->patience) : std::nullopt;
}

std::vector<Event> Room::look_around(const std::array<bool, 2>& is_here) const {
  std::vector<Event> events;
  // An engine waits for ever and claims nothing.
  if (!is_going_on() || !is_fischer() || has_engine()) return events;
  for (const Color color : {Color::White, Color::Black}) {
    const bool was_here = !gone(color);
    if (is_here[static_cast<std::size_t>(color)] == was_here) continue;
    if (was_here) {
      events.emplace_back(Gone{color, claim_patience(settings_.time)});
    } else {
      events.emplace_back(Back{color});
    }
  }
  return events;
}

Room::Misfit Room::take(const Gone& event, Instant at) {
  if (!is_going_on() || !is_fischer()) return "no clock of minutes goes";
  if (has_engine()) return "an engine waits for ever";
  if (gone(event.by)) return "this player has gone before";
  if (event.patience < Duration::zero()) return "nobody waits for less than no time";
  gone_[static_cast<std::size_t>(event.by)] = Absence{event.patience, {}};
  wait_for(event.by, at);
  if (!running()) turn_at_ = at;
  return std::nullopt;
}

Room::Misfit Room::take(const Back& event, Instant at) {
  if (!is_going_on() || !gone(event.by)) return "this player has not gone";
  gone_[static_cast<std::size_t>(event.by)].reset();
  if (!running()) turn_at_ = at;
  return std::nullopt;
}

/// Of a draw, the side to move has gone: that is the one who was waited for.
Room::Misfit Room::abandon(std::optional<Color> winner, Instant at) {
  const Color absent = winner ? opponent(*winner) : to_move();
  const auto& absence = gone(absent);
  if (!absence || !absence->claim_at || at < *absence->claim_at) return "nobody has been gone for so long";
  game_.abandon(winner);
  return std::nullopt;
}

}  // namespace ordo::online
