// The small words of online play: instants, durations and ids.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace ordo::online {

using Duration = std::chrono::milliseconds;
/// Wall-clock time, as stored: clocks of games must outlive processes.
using Instant = std::chrono::sys_time<Duration>;

/// Random letters and digits; short enough for std::string to hold in place. Knowing one of them is what
/// admits to a game by link, so they cannot be guessed (12 characters of 62: 71 bits).
using GameId = std::string;
using UserId = std::string;
inline constexpr std::size_t kIdLength = 12;

/// Whether the text could be an id: kIdLength letters and digits.
[[nodiscard]] constexpr bool is_id(std::string_view text) noexcept {
  if (text.size() != kIdLength) return false;
  for (const char c : text) {
    if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))) return false;
  }
  return true;
}

/// No text of ours names a later ply.
inline constexpr int kMaxPly = 1'000'000;

[[nodiscard]] inline Instant instant_from(std::int64_t milliseconds) {
  return Instant(Duration(milliseconds));
}
[[nodiscard]] inline std::int64_t milliseconds(Instant at) { return at.time_since_epoch().count(); }

}  // namespace ordo::online
