// The ten levels.
#include "search/level.h"

#include <array>

#include "util/check.h"

namespace ordo::search {

const Level& level(int number) noexcept {
  // docs/strength.md has the matches between neighbours.
  static constexpr std::array<Level, kMaxLevel> kLevels = {{
      {1, 2'000, 250, false, false},
      {1, 2'000, 220, true, false},
      {1, 2'000, 70, true, true},
      {2, 5'000, 55, true, true},
      {3, 10'000, 40, true, true},
      {4, 10'000, 15, true, true},
      {5, 20'000, 10, true, true},
      {7, 30'000, 4, true, true},
      {9, 100'000, 0, true, true},
      {30, 500'000, 0, true, true},
  }};
  ORDO_CHECK(number >= 1 && number <= kMaxLevel);
  return kLevels[static_cast<std::size_t>(number) - 1];
}

}  // namespace ordo::search
