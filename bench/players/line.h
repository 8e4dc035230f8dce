// Lines of parts, as the reference players search them, made into turns.
#pragma once

#include <span>
#include <vector>

#include "rules/position.h"
#include "rules/turn.h"

namespace ordo::players {

/// The whole turns at the beginning of a line of legal parts; a preparation without its advance is left out.
[[nodiscard]] std::vector<rules::Turn> turns_of(rules::Position position, std::span<const rules::Part> parts);

/// Any legal turn, for a player who has no time to choose. The game must not be over.
[[nodiscard]] rules::Turn any_turn(const rules::Position& position);

}  // namespace ordo::players
