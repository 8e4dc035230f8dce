// Analyses for people: the best lines of a position, and a game with the turns that threw something away.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "rules/game.h"
#include "study/review.h"
#include "thinking/report.h"
#include "thinking/score.h"

namespace ordo::apps {

/// `+35`, `-12`; `win in 3` turns of one's own; `loss in 2` of the opponent's.
[[nodiscard]] std::string score_words(thinking::Score score);

/// The position, how far was searched, and a row for each line.
[[nodiscard]] std::string position_analysis(std::size_t number, const rules::Game& game,
                                            const thinking::Answer& answer);

/// One turn of a game: the position it was played in, with what the search found there.
struct AnalysedTurn {
  const rules::Game& game;            ///< up to the position
  std::size_t ply = 0;                ///< turns before it
  std::optional<rules::Turn> played;  ///< nothing in the last position
  std::optional<double> lost;         ///< of the expected result, if it is known
};

/// The heading of the table of a game, and its rows; those after the first of a turn hold further lines.
[[nodiscard]] std::string game_analysis_heading();
[[nodiscard]] std::string game_analysis_rows(const AnalysedTurn& turn, const thinking::Answer& answer);

/// What both players lost of the expected result.
class LossSummary {
 public:
  void add(rules::Color player, double lost);
  /// "White lost 1.3 % of the expected result a turn, Black 2.0 %."; empty without a turn.
  [[nodiscard]] std::string text() const;

 private:
  struct Sum {
    double lost = 0;
    std::size_t turns = 0;
  };
  std::array<Sum, 2> sums_;
};

/// "Accuracy: White 91.2 %, Black 84.0 %."; empty where there is none.
[[nodiscard]] std::string accuracy_text(const study::Review& review);

}  // namespace ordo::apps
