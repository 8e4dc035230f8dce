// What a score promises: the expected result, and what a turn threw away of it.
#include "thinking/expectation.h"

#include <algorithm>
#include <cmath>

namespace ordo::thinking {

double expected_result(Score score) {
  if (score.is_proven()) return score.is_win() ? 1 : 0;
  return 1 / (1 + std::pow(10.0, -score.value() / 400.0));
}

double expectation_lost(Score best, thinking::Score kept) {
  return std::max(0.0, expected_result(best) - expected_result(kept));
}

}  // namespace ordo::thinking
