// Where a table has changed: what need not be looked at again is much of the work.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "tablebase/connected_sets.h"

namespace ordo::tablebuild {

/// A stretch of columns within which mirroring is adding a constant; few enough to stay in the nearest cache.
struct Stretch {
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t mirrored;        ///< where the mirror image of the first one stands
  std::uint32_t mirrored_index;  ///< the stretch of the mirror images

  [[nodiscard]] std::uint32_t size() const noexcept { return end - begin; }
};

/// All columns of the sets of one size, cut into stretches.
class Stretches {
 public:
  static constexpr std::uint32_t kMost = 4096;

  explicit Stretches(const tablebase::ConnectedSets& sets) : twins_(sets.twins()) {
    const std::array<std::uint32_t, 4> bounds = {0, sets.twins(), 2 * sets.twins(), sets.size()};
    for (std::size_t part = 0; part + 1 < bounds.size(); ++part) {
      first_[part] = size();
      for (std::uint32_t begin = bounds[part]; begin < bounds[part + 1]; begin += kMost) {
        const std::uint32_t index = size();
        const std::uint32_t across = part == 0   ? index + (sets.twins() + kMost - 1) / kMost
                                     : part == 1 ? index - first_[1]
                                                 : index;
        list_.push_back({begin, std::min(begin + kMost, bounds[part + 1]), sets.mirrored(begin), across});
      }
    }
  }

  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(list_.size()); }
  [[nodiscard]] const Stretch& operator[](std::uint32_t index) const noexcept { return list_[index]; }
  /// The stretch that a column is in.
  [[nodiscard]] std::uint32_t of(std::uint32_t column) const noexcept {
    if (column < twins_) return column / kMost;
    if (column < 2 * twins_) return first_[1] + (column - twins_) / kMost;
    return first_[2] + (column - 2 * twins_) / kMost;
  }

 private:
  std::uint32_t twins_;
  std::array<std::uint32_t, 3> first_{};
  std::vector<Stretch> list_;
};

/// For each row and stretch whether anything in it has changed. Threads may mark at the same time.
class Changes {
 public:
  Changes(std::uint32_t rows, std::uint32_t stretches)
      : stretches_(stretches), flags_(std::size_t{rows} * stretches, 0) {}

  void mark(std::uint32_t row, std::uint32_t stretch) noexcept {
    std::atomic_ref(flags_[std::size_t{row} * stretches_ + stretch]).store(1, std::memory_order_relaxed);
  }
  [[nodiscard]] bool has(std::uint32_t row, std::uint32_t stretch) const noexcept {
    return flags_[std::size_t{row} * stretches_ + stretch] != 0;
  }
  [[nodiscard]] bool any() const noexcept {
    return std::find(flags_.begin(), flags_.end(), 1) != flags_.end();
  }
  void clear() noexcept { std::fill(flags_.begin(), flags_.end(), std::uint8_t{0}); }

 private:
  std::uint32_t stretches_;
  std::vector<std::uint8_t> flags_;
};

}  // namespace ordo::tablebuild
