// The board as text: for a terminal, a file, or somebody's mail.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/terminal/terminal.h"
#include "rules/outcome.h"
#include "rules/position.h"
#include "rules/turn.h"

namespace ordo::apps {

struct BoardStyle {
  bool utf8 = true;  ///< discs and lines; otherwise plain ASCII
  Palette palette = Palette::None;
  bool flipped = false;  ///< seen from Black's side
};

/// What is pointed out on the board. Never by colour alone: brackets say it, too.
struct BoardMarks {
  rules::Bitboard left;     ///< squares a turn has left empty
  rules::Bitboard reached;  ///< squares it moved to
  rules::Bitboard removed;  ///< pieces it took off the board, apart from the squares reached
  bool staged = false;      ///< the turn is only half played
};

/// What a turn, or the first half of one, has done to the position before it.
[[nodiscard]] BoardMarks marks_of(const rules::Position& before, const rules::Turn& turn);
[[nodiscard]] BoardMarks marks_of_preparation(const rules::Position& before, rules::Part preparation);

/// All that one drawing shows.
struct BoardView {
  rules::Position position;
  std::optional<rules::Outcome> outcome;
  BoardMarks marks;
  std::array<std::string, 2> names;  ///< of White and Black; may be empty
  std::string heading;               ///< e.g. "Ordo, turn 12"
  std::string last;                  ///< e.g. "Black played c7-c5"
};

/// The drawing, several lines, each ended by a newline.
[[nodiscard]] std::string draw(const BoardView& view, const BoardStyle& style);

/// "20 pieces in one group", "8 pieces in 2 groups".
[[nodiscard]] std::string describe_pieces(rules::Bitboard pieces);

/// "White to move, 56 turns", "Black must reconnect, 3 turns"; or how the game ended.
[[nodiscard]] std::string describe_state(const rules::Position& position,
                                         const std::optional<rules::Outcome>& outcome);

/// "1 piece", "3 pieces".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

/// "a1 b2 c3", rank 1 first.
[[nodiscard]] std::string squares_text(rules::Bitboard squares);

/// ○ and ●, or O and @.
[[nodiscard]] std::string_view disc(rules::Color color, const BoardStyle& style);

}  // namespace ordo::apps
