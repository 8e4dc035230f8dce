// Between the naive board and the real one: square by square, without the code under test.
#pragma once

#include <vector>

#include "naive/naive.h"
#include "rules/bitboard.h"
#include "rules/position.h"

namespace ordo::support {

[[nodiscard]] rules::Position to_rules(const naive::Position& position);
[[nodiscard]] naive::Position to_naive(const rules::Position& position);

/// The set of the given cells, and the cells of a set in ascending order.
[[nodiscard]] rules::Bitboard to_set(const std::vector<int>& cells);
[[nodiscard]] std::vector<int> to_cells(rules::Bitboard set);

}  // namespace ordo::support
