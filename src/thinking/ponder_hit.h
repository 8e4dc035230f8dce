// The moment from which thinking in the opponent's time is thinking in one's own.
#pragma once

#include <atomic>
#include <chrono>
#include <limits>
#include <optional>

namespace ordo::thinking {

/// Set by who asks for a turn, on any thread, before or while another one thinks.
class PonderHit {
 public:
  using Instant = std::chrono::steady_clock::time_point;

  /// The opponent has played what he was expected to play.
  void set(Instant moment) noexcept {
    moment_.store(moment.time_since_epoch().count(), std::memory_order_relaxed);
  }
  /// He has not played yet. Not while somebody thinks.
  void reset() noexcept { moment_.store(kNever, std::memory_order_relaxed); }

  /// Nothing: it is the opponent's time still.
  [[nodiscard]] std::optional<Instant> moment() const noexcept {
    const Count count = moment_.load(std::memory_order_relaxed);
    if (count == kNever) return std::nullopt;
    return Instant(Instant::duration(count));
  }

 private:
  using Count = Instant::rep;
  static constexpr Count kNever = std::numeric_limits<Count>::max();
  std::atomic<Count> moment_{kNever};
};

}  // namespace ordo::thinking
