// The wish that everything ends: from outside, or by those who do it.
#pragma once

#include <atomic>

namespace ordo::engines {

/// Any thread may set it and look at it; it is never taken back.
class StopSignal {
 public:
  /// `outside` is only read, may be set by a signal handler, and must outlive the signal.
  explicit StopSignal(const std::atomic<bool>& outside) noexcept : outside_(outside) {}

  void set() noexcept { inside_ = true; }
  [[nodiscard]] bool is_set() const noexcept { return inside_ || outside_; }

 private:
  const std::atomic<bool>& outside_;
  std::atomic<bool> inside_{false};
};

}  // namespace ordo::engines
