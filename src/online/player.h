// Who sits at a board.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "online/types.h"

namespace ordo::online {

/// A person who came without a name, one with an account, a program that plays with a token of its account,
/// or the engine of the house at one of its levels.
enum class PlayerKind : std::uint8_t { Guest, Account, Bot, Engine };

/// What stands in games where the name of somebody was who has deleted the account. Nobody else is called so.
inline constexpr std::string_view kDeletedName = "deleted";

/// As written down when the player sat down.
struct Player {
  PlayerKind kind = PlayerKind::Guest;
  UserId id;                  ///< empty for the engine
  std::string name;           ///< "Anna", "Guest 4821", "Engine 5"
  int level = 0;              ///< of the engine
  std::optional<int> rating;  ///< when sitting down; nothing for guests and the engine

  friend bool operator==(const Player&, const Player&) = default;
};

[[nodiscard]] inline bool may_be_rated(const Player& player) noexcept {
  return player.kind == PlayerKind::Account || player.kind == PlayerKind::Bot;
}

}  // namespace ordo::online
