// One game between two engines: turns, clocks, and how it ends.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>

#include "engines/client.h"
#include "match/contestant.h"
#include "match/resignation.h"
#include "rules/game.h"

namespace ordo::match {

struct GameRules {
  /// How much later than its time an answer may come: what the clock cannot tell from the machine being busy.
  std::chrono::milliseconds margin{100};
  /// A game of so many turns of both is a draw.
  std::size_t max_plies = 1000;
  /// Nothing: all games are played to their end.
  std::optional<ResignRule> resignation = std::nullopt;
};

/// What ended a game that the rules of Ordo did not.
struct Fouled {
  rules::Color by;
  engines::Trouble trouble;
};

struct PlayedGame {
  rules::Game game;  ///< ended, unless somebody made a fault or it grew too long
  std::optional<Fouled> foul;
  std::array<engines::Effort, 2> effort;  ///< of White and Black

  /// Nobody: a draw.
  [[nodiscard]] std::optional<rules::Color> winner() const noexcept;
};

struct Side {
  engines::Client& engine;
  const Pace& pace;
};

/// Plays a game from a position in which somebody is to move. Throws what engines::Client throws.
[[nodiscard]] PlayedGame play_game(const rules::Position& start, const Side& white, const Side& black,
                                   const GameRules& game_rules);

}  // namespace ordo::match
