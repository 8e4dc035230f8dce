// A share of what is left, as if the game would go on for a while yet.
#include "search/budget.h"

#include <algorithm>

namespace ordo::search {

std::optional<Budget> budget(const Limits& limits, const Parameters& parameters,
                             rules::Color to_move) noexcept {
  using std::chrono::milliseconds;
  constexpr milliseconds kLeast{1};
  std::optional<Budget> result;
  if (limits.clocks) {
    constexpr milliseconds kOnTheWay{15};
    const Clock& clock = (*limits.clocks)[static_cast<std::size_t>(to_move)];
    const milliseconds usable = std::max(clock.time - kOnTheWay, kLeast);
    const milliseconds share =
        usable / parameters.clock_turns + clock.increment * parameters.clock_increment / 100;
    const auto least_of = [&](int of_share, int of_usable) {
      return std::max(std::min(share * of_share / 100, usable * of_usable / 100), kLeast);
    };
    result = Budget{least_of(parameters.clock_soft, parameters.clock_soft_most),
                    least_of(parameters.clock_hard, parameters.clock_hard_most)};
  }
  if (limits.move_time) {
    const milliseconds all = std::max(*limits.move_time, kLeast);
    if (!result || all < result->hard) result = Budget{std::min(all, result ? result->soft : all), all};
  }
  return result;
}

}  // namespace ordo::search
