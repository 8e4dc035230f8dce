// When a reference player has to stop: its limits against the clock and the nodes it has counted.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "rules/variant.h"
#include "thinking/limits.h"

namespace ordo::players {

class Budget {
 public:
  /// Of a search that begins now. `stop` must outlive the budget.
  Budget(const thinking::Limits& limits, rules::Color mover, const std::atomic<bool>& stop);

  /// Whether so many nodes, counted since the search began, are too many or have taken too long. Once it is
  /// spent it stays so. The clock is read once in `kNodesPerLook` nodes only.
  [[nodiscard]] bool spent(std::uint64_t nodes) noexcept {
    if (nodes < next_look_ && nodes < most_nodes_) return spent_;
    return spent_now(nodes);
  }
  /// The same, and the clock is read whatever the number of nodes: for nodes that take long.
  [[nodiscard]] bool spent_now(std::uint64_t nodes) noexcept;

  [[nodiscard]] thinking::Milliseconds elapsed() const noexcept;

 private:
  using Time = std::chrono::steady_clock;
  static constexpr std::uint64_t kNodesPerLook = 1024;

  const std::atomic<bool>& stop_;
  Time::time_point start_ = Time::now();
  std::optional<Time::time_point> deadline_;
  std::uint64_t most_nodes_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t next_look_ = kNodesPerLook;
  bool spent_ = false;
};

}  // namespace ordo::players
