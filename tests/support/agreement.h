// Everything the rules say about a position, compared with the naive generator.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "naive/naive.h"
#include "support/random_positions.h"

namespace ordo::support {

/// Compares turns and where they lead, parts, counts, has_turn, the outcome with its reason, and is_legal for
/// legal turns and for turns that are nearly so. Returns what differs first, with the position, or nothing.
/// `turns` must be the naive turns of the position.
[[nodiscard]] std::optional<std::string> disagreement(const naive::Position& position,
                                                      const std::vector<naive::Turn>& turns, Random& random);

}  // namespace ordo::support
