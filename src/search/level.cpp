// The ten levels.
#include "search/level.h"

#include <array>

#include "util/check.h"

namespace ordo::search {

const Level& level(rules::Variant variant, int number) noexcept {
  // docs/strength.md has the matches between neighbours. No answer takes more nodes than a phone's browser
  // searches in 300 ms, which web/e2e/speed.test.ts measures.
  static constexpr std::array<Level, kMaxLevel> kOrdo = {{
      {1, 2'000, 255, false, false},
      {1, 2'000, 155, false, false},
      {1, 2'000, 255, true, true},
      {2, 4'000, 490, true, true},
      {2, 4'000, 218, true, true},
      {3, 8'000, 156, true, true},
      {4, 12'000, 134, true, true},
      {5, 15'000, 100, true, true},
      {30, 3'000, 0, true, true},
      {30, 10'000, 0, true, true},
  }};
  static constexpr std::array<Level, kMaxLevel> kOrdoX = {{
      {1, 2'000, 690, false, false},
      {1, 2'000, 345, false, false},
      {1, 2'000, 440, true, true},
      {2, 4'000, 260, true, true},
      {2, 4'000, 147, true, true},
      {3, 8'000, 145, true, true},
      {4, 12'000, 66, true, true},
      {6, 12'000, 36, true, true},
      {30, 10'000, 0, true, true},
      {30, 32'000, 0, true, true},
  }};
  ORDO_CHECK(number >= 1 && number <= kMaxLevel);
  return (variant == rules::Variant::Ordo ? kOrdo : kOrdoX)[static_cast<std::size_t>(number) - 1];
}

}  // namespace ordo::search
