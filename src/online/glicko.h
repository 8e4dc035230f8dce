// Glicko-2 ratings, each game a rating period of its own (Glickman, "Example of the Glicko-2 system").
#pragma once

#include "online/types.h"

namespace ordo::online {

struct Rating {
  double rating = 1500;
  double deviation = 350;
  double volatility = 0.06;
  int games = 0;
  Instant at{};  ///< of the last game; the deviation grows again with time

  friend bool operator==(const Rating&, const Rating&) = default;
};

/// Above this deviation a rating is shown as provisional.
inline constexpr double kProvisionalDeviation = 110;

/// After one game at `now`; `score` is 1, 1/2 or 0.
[[nodiscard]] Rating after_game(const Rating& own, const Rating& opponent, double score, Instant now);

/// With what time has added to the deviation.
[[nodiscard]] Rating at_time(const Rating& rating, Instant now);

}  // namespace ordo::online
