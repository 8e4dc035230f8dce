// What the search thinks of a position: an estimate, or a proven end in so many turns.
#pragma once

#include <compare>

namespace ordo::thinking {

/// Seen from the side to move. An estimate is in centipoints: 100 mean an expected result of 64 %, 400 of 91
/// % (1 / (1 + 10^(-points / 400)), as Elo has it). The proven results lie within kMaxPlies of kWin.
class Score {
 public:
  static constexpr int kWin = 32000;
  static constexpr int kMaxPlies = 1000;  ///< no line the search proves is longer
  static constexpr int kProven = kWin - kMaxPlies;
  static constexpr int kMaxEstimate = 20000;
  /// What the endgame tables call won, in a search that asks them for no distances: as certain as what is
  /// proven, but nobody has counted the turns to the end. Those to the position that the tables know do
  /// count.
  static constexpr int kTableWin = 25000;

  constexpr Score() noexcept = default;
  constexpr explicit Score(int value) noexcept : value_(value) {}
  /// The side to move wins with the last of so many turns of both sides: 1 is "now".
  [[nodiscard]] static constexpr Score win_after(int turns) noexcept { return Score(kWin - turns); }
  [[nodiscard]] static constexpr Score loss_after(int turns) noexcept { return Score(turns - kWin); }

  [[nodiscard]] constexpr int value() const noexcept { return value_; }
  [[nodiscard]] constexpr bool is_win() const noexcept { return value_ >= kProven; }
  [[nodiscard]] constexpr bool is_loss() const noexcept { return value_ <= -kProven; }
  [[nodiscard]] constexpr bool is_proven() const noexcept { return is_win() || is_loss(); }
  /// Of a proven result: the turns the winner still has to play, 1 for a win at once.
  [[nodiscard]] constexpr int turns_to_win() const noexcept {
    return ((kWin - (value_ < 0 ? -value_ : value_)) + 1) / 2;
  }
  /// Won or lost by the endgame tables, in a number of turns that is not known.
  [[nodiscard]] constexpr bool is_by_table() const noexcept {
    return !is_proven() && (value_ > kMaxEstimate || value_ < -kMaxEstimate);
  }
  [[nodiscard]] constexpr Score operator-() const noexcept { return Score(-value_); }

  friend constexpr auto operator<=>(Score, Score) noexcept = default;

 private:
  int value_ = 0;
};

}  // namespace ordo::thinking
