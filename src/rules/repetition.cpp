// Looking back for a position.
#include "rules/repetition.h"

namespace ordo::rules {

int repetitions(std::span<const Position> before, const Position& now) noexcept {
  int times = 1;
  if (now.variant() == Variant::OrdoX) return times;  // every turn advances
  const int pieces = now.occupied().count();          // no position comes back after a capture
  for (auto it = before.rbegin(); it != before.rend() && it->occupied().count() == pieces; ++it) {
    if (*it == now) ++times;
  }
  return times;
}

std::optional<Outcome> outcome_after(std::span<const Position> before, const Position& now) noexcept {
  if (const auto decided = outcome(now)) return decided;
  if (repetitions(before, now) < kRepetitionsToDraw) return std::nullopt;
  return Outcome{std::nullopt, Ending::Repetition};
}

}  // namespace ordo::rules
