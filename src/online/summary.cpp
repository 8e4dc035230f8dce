// Games in short.
#include "online/summary.h"

#include "rules/fen.h"

namespace ordo::online {

GameSummary summary_of(const Room& room) {
  const rules::Game& game = room.game();
  GameSummary summary;
  summary.id = room.id();
  summary.settings = room.settings();
  summary.players = {room.player(Color::White), room.player(Color::Black)};
  summary.status = room.status();
  if (room.status() == RoomStatus::Ended) summary.outcome = game.outcome();
  summary.plies = static_cast<int>(game.turns().size());
  summary.fen = rules::to_fen(game.position());
  summary.created_at = room.created_at();
  summary.last_at = room.last_at();
  summary.deadline = room.deadline();
  return summary;
}

Users users_of(const GameSummary& summary) {
  Users users;
  for (std::size_t i = 0; i < users.size(); ++i) {
    if (summary.players[i]) users[i] = summary.players[i]->id;
  }
  return users;
}

}  // namespace ordo::online
