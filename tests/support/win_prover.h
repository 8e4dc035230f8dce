// Forced wins, proven from the rules alone: what the engine's proofs are tested against.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "rules/position.h"

namespace ordo::support {

/// A plain AND/OR search over whole turns. It knows nothing of evaluation, and of order only that a reply
/// that refuted one turn may refute the next. Repetition needs no care: the shortest way to win never comes
/// back.
class WinProver {
 public:
  /// Gives up a proof once it has looked at so many positions.
  explicit WinProver(std::uint64_t most_positions = std::uint64_t{1} << 40)
      : most_positions_(most_positions) {}

  /// How many turns of its own the side to move needs to win against any defence, if no more than `most`;
  /// nothing if it needs more, or if the search was given up. The game must not be over.
  [[nodiscard]] std::optional<int> shortest_win(const rules::Position& position, int most);

  /// Whether the last question was given up.
  [[nodiscard]] bool gave_up() const noexcept { return positions_ > most_positions_; }

 private:
  [[nodiscard]] bool wins(const rules::Position& position, int turns);
  [[nodiscard]] bool wins_after_some_turn(const rules::Position& position, int turns);
  [[nodiscard]] bool loses(const rules::Position& position, int turns);
  [[nodiscard]] bool escapes(const rules::Position& position, const rules::Turn& turn, int turns);

  std::uint64_t most_positions_;
  std::uint64_t positions_ = 0;
  /// By hash of the position and number of turns: whether the side to move wins.
  std::unordered_map<std::uint64_t, bool> known_;
  /// The last reply that worked against a win in so many turns.
  std::unordered_map<int, rules::Turn> refutations_;
};

}  // namespace ordo::support
