// Counting the turns for which both engines agree on who loses.
#include "match/resignation.h"

#include <algorithm>

#include <fmt/format.h>

#include "util/number.h"

namespace ordo::match {
namespace {

using rules::Color;
using thinking::Score;

}  // namespace

util::Result<ResignRule, std::string> parse_resign_rule(std::string_view text) {
  constexpr int kMostTurns = 1000;
  const std::size_t comma = std::min(text.find(','), text.size());
  const auto score = util::number_from<int>(text.substr(0, comma), 1, Score::kMaxEstimate);
  const auto turns = comma == text.size() ? std::optional(ResignRule{}.turns)
                                          : util::number_from<int>(text.substr(comma + 1), 1, kMostTurns);
  if (!score || !turns) {
    return util::failure(
        fmt::format("SCORE or SCORE,TURNS is needed: from 1 to {} centipoints, and from 1 to {} turns",
                    Score::kMaxEstimate, kMostTurns));
  }
  return ResignRule{*score, *turns};
}

std::string to_text(const ResignRule& rule) { return fmt::format("{},{}", rule.score, rule.turns); }

void Agreement::note(Color player, std::optional<Score> score) noexcept {
  const std::optional<Color> loser = score ? loser_for(player, *score) : std::nullopt;
  if (loser != loser_) turns_ = {};
  loser_ = loser;
  ++turns_[index(player)];
}

std::optional<Color> Agreement::loser() const noexcept {
  return std::ranges::min(turns_) >= rule_.turns ? loser_ : std::nullopt;
}

std::optional<Color> Agreement::loser_for(Color player, Score score) const noexcept {
  if (score.value() >= rule_.score) return rules::opponent(player);
  if (score.value() <= -rule_.score) return player;
  return std::nullopt;
}

}  // namespace ordo::match
