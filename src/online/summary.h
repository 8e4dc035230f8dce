// What lists show: games in short, and wishes to play.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "online/event.h"
#include "online/room.h"

namespace ordo::online {

/// A wish to play, open to everybody in the lobby, where it lives as long as its owner's connection renews
/// it; or a challenge, for one alone.
struct Seek {
  std::string id;
  UserId owner;
  std::string owner_name;
  std::optional<int> owner_rating;
  GameSettings settings;
  std::optional<Color> color;  ///< of the owner; nothing: by lot
  Instant created_at;
  Instant alive_until;
  std::optional<UserId> target = {};  ///< whom it is for; nothing: everybody
  std::string target_name = {};
};

/// What lists show of a game.
struct GameSummary {
  GameId id;
  GameSettings settings;
  std::array<std::optional<Player>, 2> players;
  RoomStatus status = RoomStatus::Waiting;
  std::optional<rules::Outcome> outcome;
  int plies = 0;
  std::string fen;  ///< now
  Instant created_at;
  Instant last_at;
  std::optional<Instant> deadline;
};

[[nodiscard]] GameSummary summary_of(const Room& room);

/// Of White and Black; empty: nobody, or the engine.
using Users = std::array<UserId, 2>;
[[nodiscard]] Users users_of(const GameSummary& summary);

}  // namespace ordo::online
