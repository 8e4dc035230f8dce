// Making games: ids, who sits where, and what may be wished for.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "online/room.h"
#include "server/hub.h"
#include "server/identity.h"
#include "store/store.h"

namespace ordo::server {

/// 12 letters and digits that cannot be guessed.
[[nodiscard]] std::string random_id();

/// What is wrong with a wish, before anything is looked up.
[[nodiscard]] std::optional<Refused> objection(const Identity& who, const GameWish& wish, bool has_engines);

/// As somebody sits down now.
[[nodiscard]] online::Player player_for(store::Store& store, const Identity& who, rules::Variant variant);
[[nodiscard]] online::Player engine_player(int level);

struct NewGame {
  store::GameSummary summary;
  online::StoredEvent created;
};
[[nodiscard]] NewGame new_game(const online::GameId& id, online::Created created, online::Instant now);

/// The same players with colours exchanged, and their ratings of today.
[[nodiscard]] NewGame rematch_of(store::Store& store, const online::Room& room, const online::GameId& id,
                                 online::Instant now);

[[nodiscard]] store::GameSummary summary_of(const online::Room& room);

/// Of White and Black; empty: nobody, or the engine.
using Users = std::array<online::UserId, 2>;
[[nodiscard]] Users users_of(const std::array<std::optional<online::Player>, 2>& players);

}  // namespace ordo::server
