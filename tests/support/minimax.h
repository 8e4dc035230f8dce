// Minimax as plain as it can be: what is left of the search when everything clever is switched off.
#pragma once

#include "rules/position.h"
#include "thinking/score.h"

namespace ordo::support {

/// The score for the side to move after looking `depth` parts ahead, and one more in the middle of an Ordo X
/// turn. A finished game is scored by the turns it took, a position that stood on the board earlier in the
/// same line is a draw, and at the end of the depth the static evaluation counts. The game must not be over.
[[nodiscard]] thinking::Score minimax(const rules::Position& position, int depth);

}  // namespace ordo::support
