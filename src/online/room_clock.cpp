// The clocks of a room: what is left, until when, and what happens when it is gone.
#include <algorithm>

#include "online/room.h"

namespace ordo::online {

std::optional<Color> Room::running() const noexcept {
  if (!is_going_on()) return std::nullopt;
  switch (settings_.time.kind) {
    case TimeControl::Kind::None:
      return std::nullopt;
    case TimeControl::Kind::Fischer:
      return plies() >= 2 ? std::optional(to_move()) : std::nullopt;
    case TimeControl::Kind::Correspondence:
      break;
  }
  return to_move();
}

std::optional<Duration> Room::left(Color color, Instant now) const noexcept {
  const TimeControl& time = settings_.time;
  if (time.kind == TimeControl::Kind::None) return std::nullopt;
  const bool is_fischer = time.kind == TimeControl::Kind::Fischer;
  const Duration at_turn = is_fischer ? left_[static_cast<std::size_t>(color)] : time.per_turn;
  const bool has_started = players_[0] && players_[1] && (!is_fischer || plies() >= 2);
  if (color != to_move() || !has_started) return at_turn;
  const bool is_over = status_ == RoomStatus::Aborted || game_.outcome();
  const Instant until = is_over ? std::min(now, stopped_at_) : now;
  const Duration spent = std::max(until - turn_at_, Duration::zero());
  return std::max(at_turn - spent, Duration::zero());
}

Duration Room::charged_within(Instant from, Instant to) const noexcept {
  if (!is_going_on() || settings_.time.kind == TimeControl::Kind::None) return Duration::zero();
  return std::max(to - std::max(from, last_at_), Duration::zero());
}

std::optional<Instant> Room::deadline() const noexcept {
  if (status_ == RoomStatus::Waiting) return created_at_ + kJoinPatience;
  if (status_ != RoomStatus::Playing) return std::nullopt;
  if (game_.outcome()) return last_at_;
  if (running()) return turn_at_ + *left(to_move(), turn_at_) + kMaxLagCredit;
  if (settings_.time.kind == TimeControl::Kind::Fischer) return turn_at_ + first_turn_patience();
  return std::nullopt;
}

std::vector<Event> Room::tick(Instant now) const {
  const auto due = deadline();
  if (!due || now < *due) return {};
  if (game_.outcome()) return {Ended{*game_.outcome()}};
  if (plies() < 2) return {Aborted{}};
  return {Ended{{opponent(to_move()), rules::Ending::Time}}};
}

}  // namespace ordo::online
