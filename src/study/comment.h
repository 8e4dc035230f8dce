// What a comment of a record holds beside words: arrows and marks, what a clock showed, what a search
// thought.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/square.h"
#include "thinking/score.h"

namespace ordo::study {

/// From one square to another; a mark on one where both are the same.
struct Arrow {
  rules::Square from;
  rules::Square to;

  friend bool operator==(const Arrow&, const Arrow&) = default;
};

/// As PGN has them, commands stand in brackets: `[%csl Gc3][%cal Ge2e4]` marks and arrows, `[%clk 0:04:31]`
/// what the player had left, `[%eval 0.35]` or `[%eval #-3]` the score as White sees it. Other commands stay
/// among the words.
struct Comment {
  std::string words;
  std::vector<Arrow> arrows;          ///< marks first, as they are written
  std::optional<std::int64_t> clock;  ///< seconds
  std::optional<thinking::Score> score;

  friend bool operator==(const Comment&, const Comment&) = default;
};

[[nodiscard]] Comment parse_comment(std::string_view text);
/// The commands, then the words.
[[nodiscard]] std::string to_text(const Comment& comment);

/// "0.35", "#3" (White wins in 3 turns), "#-2".
[[nodiscard]] std::string score_text(thinking::Score score);
[[nodiscard]] std::optional<thinking::Score> parse_score(std::string_view text);

}  // namespace ordo::study
