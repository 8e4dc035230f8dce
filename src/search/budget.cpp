// A share of what is left, as if the game would go on for a while yet.
#include "search/budget.h"

#include <algorithm>

namespace ordo::search {

std::optional<Budget> budget(const Limits& limits, rules::Variant variant, rules::Color to_move) noexcept {
  using std::chrono::milliseconds;
  constexpr milliseconds kLeast{1};
  std::optional<Budget> result;
  if (limits.clocks) {
    constexpr milliseconds kOnTheWay{15};
    const Clock& clock = (*limits.clocks)[static_cast<std::size_t>(to_move)];
    // A game of Ordo has some 40 turns a side, of Ordo X 16; the early ones matter most.
    const int turns_left = variant == rules::Variant::Ordo ? 22 : 12;
    const milliseconds usable = std::max(clock.time - kOnTheWay, kLeast);
    const milliseconds share = usable / turns_left + clock.increment * 3 / 4;
    result = Budget{std::max(std::min(share * 6 / 10, usable / 4), kLeast),
                    std::max(std::min(share * 5 / 2, usable * 4 / 10), kLeast)};
  }
  if (limits.move_time) {
    const milliseconds all = std::max(*limits.move_time, kLeast);
    if (!result || all < result->hard) result = Budget{std::min(all, result ? result->soft : all), all};
  }
  return result;
}

}  // namespace ordo::search
