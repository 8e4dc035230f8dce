// What time it is for the games: no jump of the machine's clock, and no pause of this process, costs anybody.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "online/types.h"
#include "server/base/clock.h"

namespace ordo::server {

/// The two clocks of a machine: one that somebody may set, and one that nobody can.
struct TimeSources {
  std::function<online::Instant()> wall;
  std::function<std::chrono::steady_clock::time_point()> steady;

  [[nodiscard]] static TimeSources of_this_machine();
};

/// While nobody could play.
struct Interruption {
  online::Instant from;
  online::Instant to;
  bool was_down = false;  ///< everybody had to connect anew

  friend bool operator==(const Interruption&, const Interruption&) = default;
};

struct TimekeeperOptions {
  std::chrono::milliseconds late_after{4000};  ///< a beat that comes so much after the last one was held up
  std::chrono::milliseconds store_late_after{15'000};  ///< likewise for stored()
  std::chrono::milliseconds disagree{2000};  ///< clocks that differ by less are brought together slowly
  std::chrono::milliseconds believe_wall_after{600'000};  ///< if it goes evenly since its jump
  std::chrono::hours most_believed{24};                   ///< a larger jump is believed after a restart only
};

/// Thread-safe. Time goes on by the steady clock, from what the wall clock showed at the beginning; where
/// they part by little, as clocks do, it follows the wall clock slowly. After a jump the two disagree: until
/// the wall clock is back, or has gone evenly for a while, time goes on steadily and is_sure() is false, so
/// that nobody loses and nothing is deleted by it. Then the jump is believed, and noted as an interruption.
///
/// What held this process up (a stopped process, a machine asleep, a database that did not answer) is noted
/// as an interruption as well: it is for the rooms to give the time back.
class Timekeeper {
 public:
  /// Told of what an operator should know: "clock-jumped", …, and how many milliseconds.
  using Report = std::function<void(const char* event, std::int64_t milliseconds)>;

  explicit Timekeeper(TimeSources sources = TimeSources::of_this_machine(),
                      const TimekeeperOptions& options = {}, Report report = {});

  [[nodiscard]] online::Instant now() const;
  [[nodiscard]] std::chrono::steady_clock::time_point ticks() const { return sources_.steady(); }
  [[nodiscard]] Clock clock() const {
    return [this] { return now(); };
  }

  /// To be called all the time. Whoever finds that the last one is too long ago calls it first.
  void beat();
  /// Something was stored at this moment: the database answers.
  void stored(online::Instant at);
  void note(const Interruption& interruption);

  /// Whether somebody may lose by time, and things may be deleted for their age.
  [[nodiscard]] bool is_sure() const;
  /// Whether nothing has held anybody up since `at`, nor may be just now: nearly always so. Costs two loads.
  [[nodiscard]] bool is_even_since(online::Instant at, online::Instant now) const noexcept {
    return online::milliseconds(at) >= last_end_.load(std::memory_order_relaxed) &&
           online::milliseconds(now) - beaten_at_.load(std::memory_order_relaxed) <= late_after_;
  }
  /// Those that ended after `at`, in order, without overlaps.
  [[nodiscard]] std::vector<Interruption> interruptions_since(online::Instant at) const;

 private:
  using Ticks = std::chrono::steady_clock::time_point;

  void follow_wall(Ticks ticks);
  void note_locked(const Interruption& interruption);
  [[nodiscard]] online::Instant time_at(Ticks ticks) const;
  void report(const char* event, online::Duration length) const;

  const TimeSources sources_;
  const TimekeeperOptions options_;
  const Report report_;
  const std::int64_t late_after_;
  std::atomic<std::int64_t> offset_;  ///< milliseconds to add to the steady clock
  std::atomic<std::int64_t> beaten_at_;
  std::atomic<std::int64_t> last_end_{0};  ///< of the interruptions
  mutable std::mutex mutex_;               // of all below
  online::Instant stored_at_;
  std::optional<Ticks> disagree_since_;
  online::Duration disagreement_{0};  ///< wall minus ours, when last looked at
  std::vector<Interruption> interruptions_;
};

}  // namespace ordo::server
