// A part as it is seen from the other side of the board.
#pragma once

#include "rules/bitboard.h"
#include "rules/turn.h"

namespace ordo::rules {

/// `enemy`: the pieces it may capture from, as they are seen from there. The square that names the subgroup
/// that stays is the first of its squares, which is another one from the other side.
[[nodiscard]] Part turned(Part part, Bitboard enemy) noexcept;

}  // namespace ordo::rules
