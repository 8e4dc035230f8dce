// The engine as a player at the table of `ordo play`.
#include "apps/engine_player.h"

#include <charconv>

#include <fmt/format.h>

#include "protocol/expectation.h"
#include "util/check.h"

namespace ordo::apps {

using search::Milliseconds;

namespace {

[[nodiscard]] search::Limits within(Milliseconds time) {
  search::Limits limits;
  limits.move_time = time;
  return limits;
}

}  // namespace

std::optional<Strength> strength_from(std::string_view text) {
  if (text == "full") return Strength{};
  int level = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), level);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || level < 1 || level > search::kMaxLevel) return std::nullopt;
  return Strength{level};
}

std::string describe(const Strength& strength) {
  return strength.level ? fmt::format("level {}", *strength.level) : "full strength";
}

std::string score_for_people(search::Score score) {
  if (score.is_proven()) {
    const int turns = score.turns_to_win();
    const std::string_view plural = turns == 1 ? "" : "s";
    return score.is_win() ? fmt::format("wins in {} turn{}", turns, plural)
                          : fmt::format("loses to {} turn{} of the opponent", turns, plural);
  }
  return fmt::format("{:+.2f}, {:.0f} %", score.value() / 100.0, protocol::expected_result(score) * 100);
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
  constexpr Milliseconds kPatience{5000};  // levels need a fraction of it, unless the machine is busy
  if (!player_) player_ = std::make_unique<search::Engine>(options(settings_.strength));
  const search::Answer answer =
      player_->think(game, within(settings_.strength.level ? kPatience : settings_.time));
  ORDO_CHECK(answer.best);
  return *answer.best;
}

EnginePlayer::Advice EnginePlayer::advise(const rules::Game& game) {
  if (!adviser_) adviser_ = std::make_unique<search::Engine>(options({}));
  const search::Answer answer = adviser_->think(game, within(settings_.time));
  ORDO_CHECK(answer.best && !answer.lines.empty());
  return {*answer.best, answer.lines.front().score};
}

search::EngineOptions EnginePlayer::options(const Strength& strength) const {
  search::EngineOptions options;
  options.level = strength.level;
  options.seed = settings_.seed;
  return options;
}

}  // namespace ordo::apps
