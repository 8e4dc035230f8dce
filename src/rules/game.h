// A game in progress: where it started, the turns played, and how it ended.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "rules/notation.h"
#include "rules/outcome.h"
#include "rules/position.h"

namespace ordo::rules {

/// The most turns of a game that is read from somewhere: a bound for hostile texts, far beyond every real
/// game.
inline constexpr std::size_t kMaxPlies = 4096;

/// Keeps every position, so taking back is exact and repetition is seen. Once it has ended only
/// take_back (which undoes the ending, too) changes it.
class Game {
 public:
  explicit Game(Variant variant) : Game(Position::initial(variant)) {}
  /// `start` must be a position somebody can be asked to move in, as parse_fen ensures.
  explicit Game(const Position& start);

  [[nodiscard]] Variant variant() const noexcept { return position().variant(); }
  [[nodiscard]] const Position& start() const noexcept { return positions_.front(); }
  [[nodiscard]] const Position& position() const noexcept { return positions_.back(); }
  /// From the start to now: one more than turns().
  [[nodiscard]] std::span<const Position> positions() const noexcept { return positions_; }
  [[nodiscard]] std::span<const Turn> turns() const noexcept { return turns_; }

  [[nodiscard]] const std::optional<Outcome>& outcome() const noexcept { return outcome_; }
  /// How often the current position, with the same side to move, has stood on the board, now included.
  [[nodiscard]] int repetitions() const noexcept;

  /// Plays a turn given as text, or says why not.
  [[nodiscard]] util::Result<Turn, Refusal> play(std::string_view text);
  /// Plays a turn that is known to be legal.
  void play(const Turn& turn);
  /// Undoes the last turn, or only the ending if the game was ended by its players.
  /// False if there is nothing to take back.
  bool take_back();

  /// Each ends a game that is going on; false, and no change, if it has ended already.
  bool resign(Color loser) { return end({opponent(loser), Ending::Resignation}); }
  bool lose_on_time(Color loser) { return end({opponent(loser), Ending::Time}); }
  /// Nobody wins: a draw.
  bool abandon(std::optional<Color> winner) { return end({winner, Ending::Abandoned}); }
  bool agree_draw() { return end({std::nullopt, Ending::Agreement}); }

 private:
  bool end(const Outcome& outcome);

  std::vector<Position> positions_;
  std::vector<Turn> turns_;
  std::optional<Outcome> outcome_;
};

}  // namespace ordo::rules
