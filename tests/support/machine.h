// A machine whose clocks go as the test wants.
#pragma once

#include <atomic>
#include <chrono>

#include "server/base/timekeeper.h"

namespace ordo::support {

/// Thread-safe; outlives what it gives its clocks to.
class Machine {
 public:
  static constexpr online::Instant kNoon{std::chrono::milliseconds{1'800'000'000'000}};

  [[nodiscard]] server::TimeSources clocks() {
    return {[this] { return kNoon + std::chrono::milliseconds(steady_ + set_by_); },
            [this] {
              return std::chrono::steady_clock::time_point(std::chrono::hours(1) +
                                                           std::chrono::milliseconds(steady_));
            }};
  }
  void pass(std::chrono::milliseconds time) { steady_ += time.count(); }
  /// Somebody sets the wall clock.
  void jump(std::chrono::milliseconds by) { set_by_ += by.count(); }

 private:
  std::atomic<std::int64_t> steady_{0};
  std::atomic<std::int64_t> set_by_{0};
};

}  // namespace ordo::support
