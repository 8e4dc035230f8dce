// The engine as a player at the table of `ordo play`.
#include "apps/terminal/engine_player.h"

#include <chrono>

#include <fmt/format.h>

#include "tablebase/table_files.h"
#include "thinking/expectation.h"
#include "util/check.h"
#include "util/number.h"

namespace ordo::apps {

std::optional<Strength> strength_from(std::string_view text) {
  if (text == "full") return Strength{};
  const auto level = util::number_from<int>(text, 1, thinking::kMaxLevel);
  return level ? std::optional(Strength{*level}) : std::nullopt;
}

std::string describe(const Strength& strength) {
  return strength.level ? fmt::format("level {}", *strength.level) : "full strength";
}

std::string score_for_people(thinking::Score score, bool from_table) {
  if (from_table) {
    if (score == thinking::Score(0)) return "a draw by the endgame tables";
    if (score.is_by_table())
      return score > thinking::Score(0) ? "won by the endgame tables" : "lost by the endgame tables";
    return score_for_people(score) + " by the endgame tables";
  }
  if (score.is_proven()) {
    const int turns = score.turns_to_win();
    const std::string_view plural = turns == 1 ? "" : "s";
    return score.is_win() ? fmt::format("wins in {} turn{}", turns, plural)
                          : fmt::format("loses to {} turn{} of the opponent", turns, plural);
  }
  return fmt::format("{:+.2f}, {:.0f} %", score.value() / 100.0, thinking::expected_result(score) * 100);
}

std::string EnginePlayer::name() const {
  return settings_.strength.level ? fmt::format("ordo {}", describe(settings_.strength)) : "ordo";
}

void EnginePlayer::set_strength(const Strength& strength) {
  settings_.strength = strength;
  if (player_) player_->configure(options(strength));
}

void EnginePlayer::new_game() {
  if (player_) player_->new_game();
  if (adviser_) adviser_->new_game();
}

rules::Turn EnginePlayer::choose(const rules::Game& game) {
  thinking::Limits limits = settings_.limits;
  if (settings_.strength.level) {
    limits = {};
    limits.move_time = std::chrono::seconds(5);  // levels need a fraction of it, unless the machine is busy
  }
  if (!player_) player_ = std::make_unique<search::Engine>(options(settings_.strength));
  const thinking::Answer answer = player_->think(game, limits);
  ORDO_CHECK(answer.best);
  return *answer.best;
}

EnginePlayer::Advice EnginePlayer::advise(const rules::Game& game) {
  if (!adviser_) adviser_ = std::make_unique<search::Engine>(options({}));
  const thinking::Answer answer = adviser_->think(game, settings_.limits);
  ORDO_CHECK(answer.best && !answer.lines.empty());
  return {*answer.best, answer.lines.front().score, answer.lines.front().from_table};
}

thinking::EngineOptions EnginePlayer::options(const Strength& strength) const {
  thinking::EngineOptions options;
  options.level = strength.level;
  options.seed = settings_.seed;
  options.table_path = tablebase::kBuiltin;
  return options;
}

}  // namespace ordo::apps
