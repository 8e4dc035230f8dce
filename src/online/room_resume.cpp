// A room made from what its watchers are told, to be followed from there.
#include <utility>

#include "online/room.h"

namespace ordo::online {
namespace {

/// Between the arrival of a turn and its event nobody waits for longer.
constexpr Duration kMostUnderWay = std::chrono::seconds(5);

}  // namespace

util::Result<Room, std::string> Room::resume(const Standing& standing) {
  const GameSettings& settings = standing.made.settings;
  if (rules::outcome(settings.start)) {
    return util::failure(std::string("In the position given to start from the game is over."));
  }
  Room room(standing.id, standing.made, standing.created_at);
  for (const std::string& turn : standing.turns) {
    const auto played = room.game_.play(turn);
    if (!played) return util::failure(played.error().message);
  }
  room.turn_seqs_.resize(standing.turns.size());
  room.seq_ = standing.seq;
  room.last_at_ = standing.last_at;
  room.draw_.standing = standing.draw_offer;
  room.takeback_.standing = standing.takeback_request;
  room.gone_ = standing.gone;
  if (auto misfit = room.set_clocks(standing)) return util::failure(*std::move(misfit));
  if (auto misfit = room.set_end(standing)) return util::failure(*std::move(misfit));
  if (room.status_ != standing.status) return util::failure(std::string("The seats do not fit the status."));
  room.rated_ = standing.rated;
  room.rematch_offer_ = standing.rematch_offer;
  room.rematch_ = standing.rematch;
  return room;
}

Room::Misfit Room::set_clocks(const Standing& standing) {
  if (standing.left.has_value() != (settings_.time.kind != TimeControl::Kind::None)) {
    return "The clocks do not fit the time control.";
  }
  turn_at_ = stopped_at_ = standing.now;
  if (settings_.time.kind == TimeControl::Kind::Fischer) left_ = *standing.left;
  if (!is_going_on() || !standing.deadline) {  // nothing runs out: the clocks show what they showed
    if (settings_.time.kind == TimeControl::Kind::Correspondence) {
      turn_at_ -= settings_.time.per_turn - (*standing.left)[static_cast<std::size_t>(to_move())];
    }
    return std::nullopt;
  }
  if (!running()) {
    turn_at_ = *standing.deadline - first_turn_patience();
    return std::nullopt;
  }
  // The clock shows the same whenever its turn began; a turn that was under way may have been credited, and
  // have arrived before the snapshot was made.
  if (settings_.time.kind == TimeControl::Kind::Fischer) {
    left_[static_cast<std::size_t>(to_move())] += kMaxLagCredit + kMostUnderWay;
  }
  turn_at_ = *standing.deadline - kMaxLagCredit - *left(to_move(), turn_at_);
  return std::nullopt;
}

Room::Misfit Room::set_end(const Standing& standing) {
  if (standing.status == RoomStatus::Aborted) close(RoomStatus::Aborted, standing.now);
  if (standing.status != RoomStatus::Ended) return std::nullopt;
  if (!standing.outcome) return "The game has ended without an outcome.";
  if (standing.outcome->ending == rules::Ending::Abandoned) {  // who had gone is not told afterwards
    game_.abandon(standing.outcome->winner);
    close(RoomStatus::Ended, standing.now);
    return std::nullopt;
  }
  return take(Ended{*standing.outcome}, standing.now);
}

}  // namespace ordo::online
