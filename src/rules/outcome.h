// How a game ends: who has won, and why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/position.h"

namespace ordo::rules {

enum class Ending : std::uint8_t {
  HomeRow,          ///< a piece reached the opponent's home row
  LastPiece,        ///< the opponent's last piece was captured
  CannotReconnect,  ///< Ordo: the split player has no move that makes one group again
  NoMove,           ///< the connected player to move has no legal turn
  Repetition,       ///< the same position, same side to move, for the third time: a draw
  Agreement,        ///< a draw by agreement
  Resignation,
  Time,
  Abandoned,  ///< a player did not come back, and the other claimed the win or a draw
};

/// Whether it is nothing that can be seen on the board.
[[nodiscard]] constexpr bool is_by_players(Ending ending) noexcept { return ending >= Ending::Agreement; }

struct Outcome {
  std::optional<Color> winner;  ///< nobody: a draw
  Ending ending;

  friend bool operator==(const Outcome&, const Outcome&) noexcept = default;
};

/// What the position alone decides; nothing while somebody has a turn to play.
[[nodiscard]] std::optional<Outcome> outcome(const Position& position) noexcept;

/// The same, except that a side without a legal turn is not noticed: all that can end a game on the
/// board apart from that. Much cheaper.
[[nodiscard]] std::optional<Outcome> outcome_by_pieces(const Position& position) noexcept;

/// Whether outcome_by_pieces has an answer.
[[nodiscard]] inline bool is_decided(const Position& position) noexcept {
  const Bitboard white = position.pieces(Color::White);
  const Bitboard black = position.pieces(Color::Black);
  return ((white & kRank8) | (black & kRank1)).any() || white.none() || black.none();
}

/// "home-row", "last-piece", …: the word used in records and protocols.
[[nodiscard]] std::string_view name(Ending ending) noexcept;
[[nodiscard]] std::optional<Ending> ending_from(std::string_view text) noexcept;

/// How a game stands in a list of results.
enum class GameResult : std::uint8_t { Open, WhiteWins, BlackWins, Draw };

[[nodiscard]] GameResult result_of(const std::optional<Outcome>& outcome) noexcept;
/// "*", "1-0", "0-1", "1/2-1/2".
[[nodiscard]] std::string_view name(GameResult result) noexcept;
[[nodiscard]] std::optional<GameResult> game_result_from(std::string_view text) noexcept;

/// A sentence: "White wins: reached the home row."
[[nodiscard]] std::string describe(const Outcome& outcome);

}  // namespace ordo::rules
