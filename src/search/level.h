// Playing weaker on purpose, and more like people do.
#pragma once

#include <cstdint>

#include "rules/variant.h"
#include "search/vocabulary.h"

namespace ordo::search {

/// A level sees less far and judges less well; it does not throw pieces away at random.
struct Level {
  int depth;  ///< in parts
  std::uint64_t nodes;
  int noise;               ///< centipoints by which it misjudges a position, typically
  bool looks_at_captures;  ///< plays captures out before it judges
  bool sees_wins;          ///< never overlooks a turn that wins at once
};

/// From 1 to kMaxLevel; a depth and a centipoint are not worth the same in both games.
[[nodiscard]] const Level& level(rules::Variant variant, int number) noexcept;

}  // namespace ordo::search
