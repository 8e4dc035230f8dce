// Asking for turns, keeping the clocks, and judging the answers.
#include "match/referee.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "util/check.h"
#include "util/text.h"

namespace ordo::match {
namespace {

using rules::Color;
using std::chrono::microseconds;

/// What the players have left. Finer than milliseconds, so that nobody gains by rounding.
class Clocks {
 public:
  Clocks(const Pace& white, const Pace& black) : paces_{&white, &black} {
    for (const Color color : {Color::White, Color::Black}) {
      if (pace(color).clock) left_[index(color)] = pace(color).clock->time;
    }
  }

  [[nodiscard]] thinking::Limits limits(Color color) const {
    const Pace& own = pace(color);
    thinking::Limits limits{own.depth, own.nodes, own.move_time, std::nullopt};
    if (own.clock) limits.clocks = {clock(Color::White, color), clock(Color::Black, color)};
    return limits;
  }
  /// How long the turn may take, the margin aside.
  [[nodiscard]] std::optional<microseconds> time(Color color) const {
    const Pace& own = pace(color);
    if (!own.is_timed()) return std::nullopt;
    const auto of_clock = own.clock ? left_[index(color)] : microseconds::max();
    return own.move_time ? std::min<microseconds>(of_clock, *own.move_time) : of_clock;
  }
  void press(Color color, microseconds used) {
    if (!pace(color).clock) return;
    microseconds& left = left_[index(color)];
    left = std::max(left - used, microseconds(0)) + pace(color).clock->increment;
  }

 private:
  [[nodiscard]] const Pace& pace(Color color) const { return *paces_[index(color)]; }
  /// Of an opponent who plays without a clock the player is told his own.
  [[nodiscard]] thinking::Clock clock(Color color, Color player) const {
    if (!pace(color).clock) color = player;
    const auto left = std::chrono::floor<thinking::Milliseconds>(left_[index(color)]);
    return {std::max(left, thinking::Milliseconds(1)), pace(color).clock->increment};
  }

  std::array<const Pace*, 2> paces_;
  std::array<microseconds, 2> left_{};
};

[[nodiscard]] double milliseconds_of(microseconds time) { return static_cast<double>(time.count()) / 1000; }

/// Lets a side that has played, and may, think about what it expects next. An expectation that is no turn is
/// none: nobody has asked for it.
[[nodiscard]] std::optional<engines::Trouble> let_ponder(const rules::Game& game, engines::Client& player,
                                                         const std::string& expected,
                                                         const thinking::Limits& limits) {
  if (!player.ponders() || expected.empty() || game.outcome()) return std::nullopt;
  rules::Game ahead = game;
  if (!ahead.play(expected) || ahead.outcome()) return std::nullopt;
  return player.ponder(ahead, limits);
}

/// Lets one side play its turn. Returns the score it gave itself; failing, what went wrong.
[[nodiscard]] util::Result<std::optional<thinking::Score>, engines::Trouble> play_turn(
    rules::Game& game, engines::Client& player, Clocks& clocks, const GameRules& game_rules) {
  const Color color = game.position().to_move();
  const auto time = clocks.time(color);
  auto reply = player.ask(game, clocks.limits(color), time);
  if (!reply) return util::failure(std::move(reply).error());
  if (time && reply->used > *time + game_rules.margin) {
    // It may be thinking on a clock that we no longer believe in.
    player.give_up();
    return util::failure(engines::Trouble{
        engines::Fault::Time,
        fmt::format("{:.1f} ms used, {:.1f} ms left", milliseconds_of(reply->used), milliseconds_of(*time))});
  }
  clocks.press(color, reply->used);
  const auto turn = game.play(reply->turn);
  if (turn) {
    auto failed = let_ponder(game, player, reply->expected, clocks.limits(color));
    if (failed) return util::failure(*std::move(failed));
    return reply->score;
  }
  player.give_up();
  const engines::Fault fault =
      turn.error().reason == rules::Reason::Syntax ? engines::Fault::Malformed : engines::Fault::Illegal;
  return util::failure(
      engines::Trouble{fault, fmt::format("{}: {}", util::quoted(reply->turn), turn.error().message)});
}

}  // namespace

std::optional<Color> PlayedGame::winner() const noexcept {
  if (foul) return rules::opponent(foul->by);
  return game.outcome() ? game.outcome()->winner : std::nullopt;
}

PlayedGame play_game(const rules::Position& start, const Side& white, const Side& black,
                     const GameRules& game_rules) {
  const std::array<engines::Client*, 2> players = {&white.engine, &black.engine};
  PlayedGame played{rules::Game(start), std::nullopt, {}};
  Clocks clocks(white.pace, black.pace);
  std::optional<Agreement> agreement;
  if (game_rules.resignation) agreement.emplace(*game_rules.resignation);
  for (const Color color : {Color::White, Color::Black}) {
    (void)players[index(color)]->take_effort();
    auto trouble = players[index(color)]->new_game();
    if (trouble && !played.foul) played.foul = Fouled{color, *std::move(trouble)};
  }
  while (!played.foul && !played.game.outcome() && played.game.turns().size() < game_rules.max_plies) {
    const Color color = played.game.position().to_move();
    auto score = play_turn(played.game, *players[index(color)], clocks, game_rules);
    if (!score) {
      played.foul = Fouled{color, std::move(score).error()};
    } else if (agreement && !played.game.outcome()) {
      agreement->note(color, *score);
      if (const auto loser = agreement->loser()) ORDO_CHECK(played.game.resign(*loser));
    }
  }
  if (played.foul && played.foul->trouble.fault == engines::Fault::Time) {
    ORDO_CHECK(played.game.lose_on_time(played.foul->by));
  }
  for (const Color color : {Color::White, Color::Black}) {
    played.effort[index(color)] = players[index(color)]->take_effort();
  }
  return played;
}

}  // namespace ordo::match
