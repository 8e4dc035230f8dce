// What an engine says in the Universal Game Interface: the lines of reports and answers, written and read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/turn.h"
#include "thinking/report.h"

namespace ordo::protocol {

/// `cp 35`; `win 3`: the side to move wins with its third turn; `win -2`: the opponent does with his second.
[[nodiscard]] std::string score_text(thinking::Score score);

/// `info depth 9 seldepth 14 multipv 1 score cp 35 nodes … nps … hashfull … time … pv e3-e4 …`
[[nodiscard]] std::string info_line(const thinking::Report& report);

/// What such a line tells, read back.
struct InfoLine {
  int number = 1;
  int depth = 0;
  thinking::Score score;
  std::uint64_t nodes = 0;
  std::vector<std::string> turns;  ///< as they came: nobody has looked whether they can be played
};
/// Nothing: it has no depth or no score, or a number that cannot be. What is not known is passed over.
[[nodiscard]] std::optional<InfoLine> parse_info_line(std::string_view line);

/// `bestmove e3-e4`, or `bestmove (none)` where the game is over; then ` ponder e6-e5` where a turn of the
/// opponent is expected.
[[nodiscard]] std::string best_move_line(const std::optional<rules::Turn>& turn,
                                         const std::optional<rules::Turn>& expected = {});

}  // namespace ordo::protocol
