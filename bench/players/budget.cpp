// When a reference player has to stop.
#include "players/budget.h"

#include <algorithm>

namespace ordo::players {
namespace {

using thinking::Milliseconds;

/// An even share of the time that is left, as if the game went on for thirty turns; never all of it, since
/// sending the answer takes time, too.
[[nodiscard]] Milliseconds share_of(const thinking::Clock& clock) {
  constexpr int kTurnsAhead = 30;
  constexpr Milliseconds kReserve{30};
  const Milliseconds share = clock.time / kTurnsAhead + clock.increment;
  return std::max(std::min(share, clock.time - kReserve), Milliseconds{1});
}

}  // namespace

Budget::Budget(const thinking::Limits& limits, rules::Color mover, const std::atomic<bool>& stop)
    : stop_(stop) {
  if (limits.nodes) most_nodes_ = *limits.nodes;
  std::optional<Milliseconds> time = limits.move_time;
  if (limits.clocks) {
    const Milliseconds share = share_of((*limits.clocks)[static_cast<std::size_t>(mover)]);
    time = std::min(time.value_or(share), share);
  }
  if (time) deadline_ = start_ + *time;
}

bool Budget::spent_now(std::uint64_t nodes) noexcept {
  next_look_ = nodes + kNodesPerLook;
  return spent_ = spent_ || nodes >= most_nodes_ || stop_.load(std::memory_order_relaxed) ||
                  (deadline_ && Time::now() >= *deadline_);
}

Milliseconds Budget::elapsed() const noexcept {
  return std::chrono::duration_cast<Milliseconds>(Time::now() - start_);
}

}  // namespace ordo::players
