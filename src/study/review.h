// A game looked back upon: what each turn lost, how well both played, where it went wrong and why.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "records/record.h"
#include "rules/game.h"
#include "study/accuracy.h"
#include "study/reason.h"
#include "thinking/report.h"

namespace ordo::study {

/// What a turn lost of the expected result, by what the search found before and after it. Nothing if it found
/// nothing.
[[nodiscard]] std::optional<double> lost_by(const rules::Turn& played, const thinking::Answer& before,
                                            const rules::Game& game_after, const thinking::Answer& after);

struct ReviewedTurn {
  std::optional<double> lost;  ///< nothing where it is not known
  Judgement judgement = Judgement::Fine;
  double accuracy = 100;
  std::optional<rules::Turn> best;  ///< what the search would have played
  std::vector<Reason> reasons;      ///< of a turn that is not fine
};

struct ReviewedPlayer {
  std::optional<double> accuracy;
  std::array<int, 4> judgements{};  ///< how many of each
  double lost = 0;                  ///< of the expected result, a turn
  std::vector<std::size_t> worst;   ///< the turns that lost most, most first: at most three, all judged
};

struct Review {
  std::vector<std::optional<double>>
      chances;  ///< White's expected result before each turn and after the last
  std::vector<ReviewedTurn> turns;
  std::array<ReviewedPlayer, 2> players;
};

/// `answers`: for each position of the game from the first on; empty where nothing was searched, and those
/// that are missing at the end as well.
[[nodiscard]] Review review(const rules::Game& game, std::span<const thinking::Answer> answers);

/// For pages: docs/web.md.
[[nodiscard]] std::string review_json(const Review& review);

/// Answers as a page keeps them: for each position a line, in it for each line that was found, separated by
/// '|', the score as its mover sees it ("0.35", "#3") and the turns. Nothing if it is wrong.
[[nodiscard]] std::optional<std::vector<thinking::Answer>> parse_answers(const rules::Game& game,
                                                                         std::string_view text);

/// Writes what was found into the record of the game: a score after each turn; a glyph, words and the better
/// line for each turn that is not fine. What stands there stays.
void annotate(records::Record& record, const Review& review, std::span<const thinking::Answer> answers);

}  // namespace ordo::study
