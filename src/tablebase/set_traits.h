// What helps to foretell values, of each connected set by itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "rules/variant.h"
#include "tablebase/connected_sets.h"

namespace ordo::tablebase {

struct SetTraits {
  static constexpr std::size_t kAlike = 3;

  /// The last sets before it that differ by a step of one piece and are not its neighbours; kNone where there
  /// are fewer.
  std::array<std::uint32_t, kAlike> alike;
  std::uint8_t race;   ///< Ordo: turns to the enemy's home row if nobody were in the way, 15 at most
  std::uint8_t front;  ///< ranks from the foremost piece to the home row
  std::uint8_t left;   ///< the first file it has, and the last
  std::uint8_t right;
};

/// Of all sets of a size, in their order. It takes a moment: 5 pieces some tenths of a second.
[[nodiscard]] std::vector<SetTraits> set_traits(rules::Variant variant, const ConnectedSets& sets);

/// The same, found when they are first asked for. For several threads at once.
class LazyTraits {
 public:
  /// The sets must outlive it.
  LazyTraits(rules::Variant variant, const ConnectedSets& sets) noexcept : variant_(variant), sets_(sets) {}

  [[nodiscard]] const ConnectedSets& sets() const noexcept { return sets_; }
  [[nodiscard]] const std::vector<SetTraits>& operator*() const {
    std::call_once(once_, [this] { traits_ = set_traits(variant_, sets_); });
    return traits_;
  }

 private:
  rules::Variant variant_;
  const ConnectedSets& sets_;
  mutable std::once_flag once_;
  mutable std::vector<SetTraits> traits_;
};

}  // namespace ordo::tablebase
