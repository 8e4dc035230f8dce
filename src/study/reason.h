// Why a turn was bad, where the board itself can tell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/position.h"
#include "rules/turn.h"
#include "thinking/score.h"

namespace ordo::study {

enum class Why : std::uint8_t {
  MissedWin,          ///< `turn` would have won at once
  HomeRowOpen,        ///< the opponent can reach the home row at `square`
  MissedSplit,        ///< Ordo: `turn` would have split the opponent's group
  MissedCutOff,       ///< Ordo X: `turn` would have removed `count` pieces
  AllowedSplit,       ///< Ordo: `turn` of the opponent splits the group
  AllowedCutOff,      ///< Ordo X: `turn` of the opponent removes `count` pieces
  MissedForcedWin,    ///< `turn` would have won in `count` turns
  AllowedForcedWin,   ///< the opponent now wins in `count` turns
  MissedPreparation,  ///< Ordo X: `turn` begins with a preparation that was overlooked; `square` is its text
  MissedCapture,      ///< `turn` would have captured on `square`
  AllowedCapture,     ///< `turn` of the opponent captures on `square`
};

/// "missed-win", "home-row-open", …
[[nodiscard]] std::string_view name(Why why) noexcept;

struct Reason {
  Why why;
  std::string turn;    ///< empty where it has none
  std::string square;  ///< likewise
  int count = 0;
};

/// What happened at a turn that lost something. Scores are seen by who played it.
struct Slip {
  rules::Position before;
  rules::Turn played;
  rules::Turn best;
  thinking::Score best_score;
  thinking::Score kept;
  std::optional<rules::Turn> reply;  ///< the opponent's best answer, if it is known
};

/// The most telling first, at most two.
[[nodiscard]] std::vector<Reason> reasons(const Slip& slip);

/// A sentence in English: "Left the home row open at d8." `opponent`: "White" or "Black".
[[nodiscard]] std::string sentence(const Reason& reason, std::string_view opponent);

}  // namespace ordo::study
