// One game between two engines: turns, clocks, and how it ends.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>

#include "match/player.h"
#include "rules/game.h"

namespace ordo::match {

struct GameRules {
  /// How much later than its time an answer may come: what the clock cannot tell from the machine being busy.
  std::chrono::milliseconds margin{100};
  /// A game of so many turns of both is a draw.
  std::size_t max_plies = 1000;
};

/// What ended a game that the rules of Ordo did not.
struct Fouled {
  rules::Color by;
  Trouble trouble;
};

struct Played {
  rules::Game game;  ///< ended, unless somebody made a fault or it grew too long
  std::optional<Fouled> foul;
  std::array<Effort, 2> effort;  ///< of White and Black

  /// Nobody: a draw.
  [[nodiscard]] std::optional<rules::Color> winner() const noexcept;
};

/// Plays a game from a position in which somebody is to move. Throws what Player throws.
[[nodiscard]] Played play_game(const rules::Position& start, Player& white, Player& black,
                               const GameRules& game_rules);

}  // namespace ordo::match
