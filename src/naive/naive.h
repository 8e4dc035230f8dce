// The rules of both games a second time, as plainly as possible: what the fast generator is tested against
// and measured by. The one deliberate exception to "the rules exist once".
//
// It shares nothing with src/rules but the names of the games and the players. The board is an array of 80
// cells; pieces and ordos are moved one by one on a copy, and a flood fill over the array tells whether the
// group holds.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/variant.h"

namespace ordo::naive {

using rules::Color;
using rules::Variant;

inline constexpr int kFiles = 10;
inline constexpr int kRanks = 8;
inline constexpr int kCells = kFiles * kRanks;

enum class Cell : std::uint8_t { Empty, White, Black };

[[nodiscard]] constexpr Cell piece_of(Color color) noexcept {
  return color == Color::White ? Cell::White : Cell::Black;
}

/// The cells a1, b1, … j1, a2, … j8.
class Board {
 public:
  [[nodiscard]] Cell operator[](int cell) const noexcept { return cells_[static_cast<std::size_t>(cell)]; }
  [[nodiscard]] Cell& operator[](int cell) noexcept { return cells_[static_cast<std::size_t>(cell)]; }
  friend bool operator==(const Board&, const Board&) noexcept = default;

 private:
  std::array<Cell, kCells> cells_{};
};

struct Position {
  Variant variant = Variant::Ordo;
  Color to_move = Color::White;
  Board board;
  friend bool operator==(const Position&, const Position&) noexcept = default;
};

/// One move: the left or lower end, where it goes, and how many pieces go with it.
struct Part {
  int from = -1;
  int to = -1;
  int length = 0;
  bool column = false;
  bool captures = false;
  int keep = -1;  ///< lowest file, then lowest rank of the subgroup that stays, where there is a choice
};

struct Turn {
  Part first;
  Part second;  ///< of length 0 if there is none
};

struct Outcome {
  Color winner;
  std::string_view reason;  ///< "home-row", "last-piece", "cannot-reconnect" or "no-move"
  friend bool operator==(const Outcome&, const Outcome&) noexcept = default;
};

/// Reads the format only: nothing is refused because it makes no sense in the game.
[[nodiscard]] std::optional<Position> from_fen(Variant variant, std::string_view text);
[[nodiscard]] std::string to_fen(const Position& position);

[[nodiscard]] std::string cell_text(int cell);
[[nodiscard]] std::string to_text(const Part& part);
[[nodiscard]] std::string to_text(const Turn& turn);

/// All legal turns; none once the game is over.
[[nodiscard]] std::vector<Turn> turns(const Position& position);
[[nodiscard]] std::uint64_t count_turns(const Position& position);
/// The position after a legal turn.
[[nodiscard]] Position after(const Position& position, const Turn& turn);
/// The position after the turn that to_text() writes so; nothing if it is illegal. Only what begins on its
/// squares is tried, so that long proofs can be played through.
[[nodiscard]] std::optional<Position> played(const Position& position, std::string_view text);
/// After the first of two parts; the same side is to move.
[[nodiscard]] Position after_preparation(const Position& position, const Part& part);
/// Nothing while the game goes on.
[[nodiscard]] std::optional<Outcome> outcome(const Position& position);
/// The winner by what stands on the board: home row reached, or no enemy left.
[[nodiscard]] std::optional<Outcome> outcome_by_pieces(const Board& board);

[[nodiscard]] int count_pieces(const Board& board, Color color);
/// The groups that the pieces of a side form, each a list of cells.
[[nodiscard]] std::vector<std::vector<int>> groups(const Board& board, Color color);
[[nodiscard]] bool is_split(const Board& board, Color color);

/// Sequences of `depth` turns. The last ply is counted.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);
/// The same with every position of the last ply made.
[[nodiscard]] std::uint64_t perft_made(const Position& position, int depth);

}  // namespace ordo::naive
