// A game at one screen or against the engine of a browser, as an account keeps it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "online/types.h"
#include "records/record.h"
#include "rules/game.h"
#include "util/result.h"

namespace ordo::online {

/// Played without the server, so nothing is known of it but what its browser says; it is a game by the rules.
struct KeptGame {
  struct Engine {
    std::optional<int> level;  ///< 1 to kMaxKeptLevel; nothing: full strength
    rules::Color color;        ///< the side of the person
    friend bool operator==(const Engine&, const Engine&) = default;
  };
  struct Time {
    int base = 0;       ///< seconds
    int increment = 0;  ///< seconds
    friend bool operator==(const Time&, const Time&) = default;
  };

  rules::Game game;
  std::optional<Engine> engine = {};                     ///< nothing: two people at one screen
  std::optional<Time> time = {};                         ///< nothing: no clock
  std::optional<std::array<std::int64_t, 2>> left = {};  ///< milliseconds of White and Black
};

inline constexpr int kMaxKeptLevel = 10;
inline constexpr std::size_t kMaxKeptTurns = 2000;

/// {"variant","start","engine","time","turns","outcome","left"} as in docs/api.md; every turn must be legal,
/// and the outcome what the turns or one of the players made it. Failing: what is wrong, in words for people.
[[nodiscard]] util::Result<KeptGame, std::string> parse_kept_game(std::string_view json);
[[nodiscard]] std::string to_json(const KeptGame& kept);

/// With the tags Event, Site, Date (of UTC), White, Black and, with a clock, TimeControl.
[[nodiscard]] records::Record record_of(const KeptGame& kept, Instant changed);

}  // namespace ordo::online
