// What a worker has learned about which moves are good: the order in which it tries them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "search/node.h"

namespace ordo::search {

/// One value for each way a piece or an ordo can go, for either side; moved towards +-kMost by cutoffs.
class History {
 public:
  static constexpr int kMost = 16384;

  History() : values_(std::size_t{2} * 3 * 128 * 128) {}

  [[nodiscard]] int value(int side, Part part) const noexcept { return values_[index(side, part)]; }
  void reward(int side, Part part, int bonus) noexcept {
    std::int16_t& value = values_[index(side, part)];
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kMost);
  }

 private:
  [[nodiscard]] static std::size_t index(int side, Part part) noexcept {
    const int kind = part.is_singleton() ? 0 : part.is_column() ? 2 : 1;
    return static_cast<std::size_t>(((side * 3 + kind) * 128 + part.from().bit()) * 128 + part.to().bit());
  }

  std::vector<std::int16_t> values_;
};

}  // namespace ordo::search
