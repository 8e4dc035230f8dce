// Making games: ids, who sits where, and what may be wished for.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "online/room.h"
#include "online/summary.h"
#include "server/accounts/identity.h"
#include "server/games/refused.h"
#include "store/store.h"

namespace ordo::server {

/// What is wanted of a new game.
struct GameWish {
  online::GameSettings settings;
  std::optional<online::Color> color;  ///< of the one who asks; nothing: by lot
  /// Nothing: the free seat is for whoever has the link. Otherwise the engine at this level (1 to 10, 11 is
  /// full strength).
  std::optional<int> engine_level;
};

/// Of those who are nobody yet.
[[nodiscard]] Refused identity_needed();

[[nodiscard]] Refused too_many_games();

/// Within a job: holds these users, so that neither they nor their games change until it is stored. What
/// speaks against another game of theirs: somebody has gone, or plays `most_games` already.
[[nodiscard]] std::optional<Refused> objection_to_seating(store::Store& store,
                                                          std::vector<online::UserId> users, int most_games);

/// What is wrong with a wish, before anything is looked up.
[[nodiscard]] std::optional<Refused> objection(const Identity& who, const GameWish& wish, bool has_engines);

/// As somebody sits down now.
[[nodiscard]] online::Player player_for(store::Store& store, const Identity& who, rules::Variant variant);
[[nodiscard]] online::Player engine_player(int level);

struct NewGame {
  online::GameSummary summary;
  online::StoredEvent created;
};
[[nodiscard]] NewGame new_game(const online::GameId& id, online::Created created, online::Instant now);

/// The same players with colours exchanged, and their ratings of today.
[[nodiscard]] NewGame rematch_of(store::Store& store, const online::Room& room, const online::GameId& id,
                                 online::Instant now);

}  // namespace ordo::server
