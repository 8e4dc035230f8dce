// When to give up, and whom to tell how it goes.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace ordo::solve {

/// Why work ended before there was an answer.
enum class Ended : std::uint8_t { Not, Stopped, OutOfTime, OutOfNodes };

struct Limits {
  using Instant = std::chrono::steady_clock::time_point;

  std::optional<std::uint64_t> nodes;
  std::optional<Instant> deadline;
  const std::atomic<bool>* stop = nullptr;  ///< becomes true when somebody wants the work to end
  /// Called now and then with the nodes so far.
  std::function<void(std::uint64_t)> on_progress;
};

/// Counts the nodes of one question. A node is counted before it is looked at, so the limit is never
/// exceeded.
class Tally {
 public:
  explicit Tally(Limits limits) : limits_(std::move(limits)) {}

  /// False: the work has to end, and this node is not to be looked at.
  [[nodiscard]] bool count() {
    if (ended_ != Ended::Not) return false;
    if (limits_.nodes && nodes_ >= *limits_.nodes) return end(Ended::OutOfNodes);
    if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) return end(Ended::Stopped);
    if (nodes_ % kCheckInterval == 0 && limits_.deadline &&
        std::chrono::steady_clock::now() >= *limits_.deadline)
      return end(Ended::OutOfTime);
    ++nodes_;
    if (nodes_ % kTellInterval == 0 && limits_.on_progress) limits_.on_progress(nodes_);
    return true;
  }

  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
  [[nodiscard]] Ended ended() const noexcept { return ended_; }
  [[nodiscard]] bool goes_on() const noexcept { return ended_ == Ended::Not; }

 private:
  static constexpr std::uint64_t kCheckInterval = 64;   ///< nodes between two looks at the clock
  static constexpr std::uint64_t kTellInterval = 8192;  ///< and between two calls

  bool end(Ended why) noexcept {
    ended_ = why;
    return false;
  }

  Limits limits_;
  std::uint64_t nodes_ = 0;
  Ended ended_ = Ended::Not;
};

}  // namespace ordo::solve
