// Cell rank * 10 + file there is bit rank * 16 + file here.
#include "support/convert.h"

#include <array>
#include <cstdint>

namespace ordo::support {
namespace {

using Words = std::array<std::uint64_t, 2>;

void set_bit(Words& words, int cell) {
  const auto bit = static_cast<unsigned>(cell / naive::kFiles * 16 + cell % naive::kFiles);
  words[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

rules::Bitboard from(const Words& words) { return rules::Bitboard::from_words(words[0], words[1]); }

}  // namespace

rules::Position to_rules(const naive::Position& position) {
  Words white{};
  Words black{};
  for (int cell = 0; cell < naive::kCells; ++cell) {
    if (position.board[cell] == naive::Cell::White) set_bit(white, cell);
    if (position.board[cell] == naive::Cell::Black) set_bit(black, cell);
  }
  return rules::Position::unchecked({position.variant, from(white), from(black), position.to_move});
}

naive::Position to_naive(const rules::Position& position) {
  naive::Position result{position.variant(), position.to_move(), {}};
  for (const int cell : to_cells(position.pieces(rules::Color::White)))
    result.board[cell] = naive::Cell::White;
  for (const int cell : to_cells(position.pieces(rules::Color::Black)))
    result.board[cell] = naive::Cell::Black;
  return result;
}

rules::Bitboard to_set(const std::vector<int>& cells) {
  Words words{};
  for (const int cell : cells) set_bit(words, cell);
  return from(words);
}

std::vector<int> to_cells(rules::Bitboard set) {
  std::vector<int> cells;
  for (int cell = 0; cell < naive::kCells; ++cell) {
    if (set.has(rules::Square::from_index(cell))) cells.push_back(cell);
  }
  return cells;
}

}  // namespace ordo::support
