// Looking back for a position.
#include "rules/repetition.h"

#include <iterator>

namespace ordo::rules {

int repetitions(std::span<const Position> before, const Position& now) noexcept {
  int times = 1;
  if (now.variant() == Variant::OrdoX) return times;  // every turn advances
  const int pieces = now.occupied().count();
  // Every second one, since the sides take turns. No position comes back after a capture.
  const bool is_last_alike = !before.empty() && before.back().to_move() == now.to_move();
  for (auto i = std::ssize(before) - (is_last_alike ? 1 : 2); i >= 0; i -= 2) {
    const Position& earlier = before[static_cast<std::size_t>(i)];
    if (earlier == now) {
      ++times;
    } else if (earlier.occupied().count() != pieces) {
      break;
    }
  }
  return times;
}

std::optional<Outcome> outcome_after(std::span<const Position> before, const Position& now) noexcept {
  if (const auto decided = outcome(now)) return decided;
  if (repetitions(before, now) < kRepetitionsToDraw) return std::nullopt;
  return Outcome{std::nullopt, Ending::Repetition};
}

}  // namespace ordo::rules
