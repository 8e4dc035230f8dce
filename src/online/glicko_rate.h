// One rating period of Glicko-2 with any number of games.
#pragma once

#include <span>

#include "online/glicko.h"

namespace ordo::online {

struct RatedGame {
  double opponent_rating;
  double opponent_deviation;
  double score;  ///< 1, 1/2 or 0
};

/// Steps 2 to 8 of the paper. `games` is not empty.
[[nodiscard]] Rating after_period(const Rating& own, std::span<const RatedGame> games);

}  // namespace ordo::online
