// How long messages of a client are under way, as far as it can be believed.
#pragma once

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "online/types.h"
#include "server/base/limits.h"

namespace ordo::server {

/// Half of the time between a ping and its pong, smoothed. Who answers late on purpose gains nothing beyond
/// what the system's own acknowledgements took, and only the first answer to the last ping counts.
class LagMeter {
 public:
  /// The text of the next ping, which is sent now.
  [[nodiscard]] std::string ping(Ticks now) {
    pinged_at_ = now;
    return std::to_string(++pings_);
  }

  /// `round_trip`: what TCP has measured, if that was on the whole way.
  void heard(std::string_view pong, Ticks now, std::optional<std::chrono::microseconds> round_trip) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(pong.data(), pong.data() + pong.size(), number);
    if (error != std::errc() || end != pong.data() + pong.size()) return;
    if (number != pings_ || !pinged_at_) return;
    std::chrono::nanoseconds way = (now - *pinged_at_) / 2;
    pinged_at_.reset();
    if (round_trip) way = std::min<std::chrono::nanoseconds>(way, *round_trip / 2);
    const auto fresh = static_cast<int>(
        std::clamp<std::int64_t>(std::chrono::duration_cast<online::Duration>(way).count(), 0, kMost));
    lag_ = pings_ == 1 ? fresh : (3 * lag_ + fresh) / 4;
  }

  /// Zero as long as nothing is known. Anybody may look.
  [[nodiscard]] online::Duration lag() const noexcept { return online::Duration(lag_.load()); }

 private:
  static constexpr std::int64_t kMost = 10'000;

  std::optional<Ticks> pinged_at_;  ///< nothing: it was answered
  std::uint32_t pings_ = 0;
  std::atomic<int> lag_{0};  ///< milliseconds
};

}  // namespace ordo::server
