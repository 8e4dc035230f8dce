// When a game that both engines hold for decided is not played to its end.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "rules/variant.h"
#include "thinking/score.h"
#include "util/result.h"

namespace ordo::match {

/// How sure both engines must be of who loses, and for how long.
struct ResignRule {
  int score =
      0;  ///< in centipoints (thinking::Score), above 0; what is proven or in the tables is beyond any
  int turns = 3;  ///< of each side, one after the other
};

/// Reads `600` or `600,3`: the score, and the turns. Failing: what is needed.
[[nodiscard]] util::Result<ResignRule, std::string> parse_resign_rule(std::string_view text);
/// "600,3", as parse_resign_rule reads it.
[[nodiscard]] std::string to_text(const ResignRule& rule);

/// What the engines of one game think of it, turn by turn.
class Agreement {
 public:
  explicit Agreement(const ResignRule& rule) noexcept : rule_(rule) {}

  /// How the player saw the game when it chose its turn, from its own side; nothing: it did not say, and so
  /// agrees with nobody.
  void note(rules::Color player, std::optional<thinking::Score> score) noexcept;
  /// Who is to resign.
  [[nodiscard]] std::optional<rules::Color> loser() const noexcept;

 private:
  [[nodiscard]] std::optional<rules::Color> loser_for(rules::Color player,
                                                      thinking::Score score) const noexcept;

  const ResignRule rule_;
  std::optional<rules::Color> loser_;  ///< on whom the last turns agreed
  std::array<int, 2> turns_{};         ///< how many turns, of White and Black
};

}  // namespace ordo::match
