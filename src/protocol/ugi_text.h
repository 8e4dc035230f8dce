// What an engine says in the Universal Game Interface: the lines of reports and answers.
#pragma once

#include <optional>
#include <string>

#include "rules/turn.h"
#include "thinking/report.h"

namespace ordo::protocol {

/// `cp 35`; `win 3`: the side to move wins with its third turn; `win -2`: the opponent does with his second.
[[nodiscard]] std::string score_text(thinking::Score score);

/// `info depth 9 seldepth 14 multipv 1 score cp 35 nodes … nps … hashfull … time … pv e3-e4 …`
[[nodiscard]] std::string info_line(const thinking::Report& report);

/// `bestmove e3-e4`, or `bestmove (none)` where the game is over.
[[nodiscard]] std::string best_move_line(const std::optional<rules::Turn>& turn);

}  // namespace ordo::protocol
