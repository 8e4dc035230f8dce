// Wakes threads that wait, once and for all.
#pragma once

#include <atomic>
#include <chrono>
#include <poll.h>
#include <unistd.h>

#include <sys/eventfd.h>

#include "util/check.h"

namespace ordo::store {

/// Thread-safe.
class Bell {
 public:
  Bell() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) { ORDO_CHECK(descriptor_ >= 0); }
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;
  ~Bell() { close(descriptor_); }

  void ring() noexcept {
    rung_at_ = std::chrono::steady_clock::now();
    has_rung_ = true;
    eventfd_write(descriptor_, 1);
  }
  [[nodiscard]] bool has_rung() const noexcept { return has_rung_; }
  /// Once it has.
  [[nodiscard]] std::chrono::steady_clock::time_point rung_at() const noexcept { return rung_at_; }
  /// Becomes readable when it rings.
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  /// True: it has been rung.
  [[nodiscard]] bool wait(std::chrono::milliseconds patience) const noexcept {
    pollfd waited{descriptor_, POLLIN, 0};
    return poll(&waited, 1, static_cast<int>(patience.count())) > 0;
  }

 private:
  int descriptor_;
  std::chrono::steady_clock::time_point rung_at_;  // written before has_rung_ is
  std::atomic<bool> has_rung_ = false;
};

}  // namespace ordo::store
