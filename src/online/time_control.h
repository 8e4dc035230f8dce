// How much time players have.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "online/types.h"
#include "util/result.h"

namespace ordo::online {

/// None: no clock. Fischer: so much for the game, and so much more for each turn. Correspondence: so much for
/// each turn anew.
struct TimeControl {
  enum class Kind : std::uint8_t { None, Fischer, Correspondence };

  Kind kind = Kind::None;
  Duration initial{0};    ///< Fischer
  Duration increment{0};  ///< Fischer
  Duration per_turn{0};   ///< Correspondence

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

inline constexpr Duration kMaxInitial = std::chrono::hours(3);
inline constexpr Duration kMaxIncrement = std::chrono::minutes(3);
inline constexpr int kMaxDays = 14;

/// How long somebody who has gone is waited for, when the turn is theirs, before the opponent may claim the
/// game: a tenth of what a game with this Fischer clock takes one side, but not too little nor too much.
[[nodiscard]] Duration claim_patience(const TimeControl& control) noexcept;

/// "none", "300+3" (seconds), "3d": how they are stored, sent and shown.
[[nodiscard]] std::string to_text(const TimeControl& control);
/// Failing: why, in words for people. Seconds may have a fraction in tenths ("0.5+0.1" is for tests and
/// bots).
[[nodiscard]] util::Result<TimeControl, std::string> parse_time_control(std::string_view text);

}  // namespace ordo::online
