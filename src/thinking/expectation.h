// What a score promises: the expected result, and what a turn threw away of it.
#pragma once

#include "thinking/score.h"

namespace ordo::thinking {

/// Of the side to move, from 0 (lost) to 1 (won): 1 / (1 + 10^(-score / 400)) of an estimate.
[[nodiscard]] double expected_result(Score score);

/// How much of the expected result is lost by a turn that leaves `kept` where `best` could be had, both as
/// the player sees it. Never below 0: a search may find out only later that the turn was good.
[[nodiscard]] double expectation_lost(Score best, thinking::Score kept);

}  // namespace ordo::thinking
