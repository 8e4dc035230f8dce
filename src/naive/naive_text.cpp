// Positions and turns of the naive generator as text, as the rules page describes it.
#include "naive/naive.h"

namespace ordo::naive {

std::optional<Position> from_fen(Variant variant, std::string_view text) {
  Position position;
  position.variant = variant;
  int file = 0;
  int rank = kRanks - 1;
  std::size_t i = 0;
  while (i < text.size() && text[i] != ' ') {
    const char c = text[i++];
    if (c == '/') {
      if (file != kFiles || rank == 0) return std::nullopt;
      file = 0;
      --rank;
    } else if (c >= '0' && c <= '9') {
      int run = c - '0';
      if (i < text.size() && text[i] >= '0' && text[i] <= '9') run = run * 10 + (text[i++] - '0');
      if (run == 0 || file + run > kFiles) return std::nullopt;
      file += run;
    } else if ((c == 'w' || c == 'b') && file < kFiles) {
      position.board[rank * kFiles + file++] = c == 'w' ? Cell::White : Cell::Black;
    } else {
      return std::nullopt;
    }
  }
  if (file != kFiles || rank != 0) return std::nullopt;
  const std::string_view side = text.substr(i);
  if (side != " w" && side != " b") return std::nullopt;
  position.to_move = side == " w" ? Color::White : Color::Black;
  return position;
}

std::string to_fen(const Position& position) {
  std::string text;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    int run = 0;
    for (int file = 0; file < kFiles; ++file) {
      const Cell cell = position.board[rank * kFiles + file];
      if (cell == Cell::Empty) {
        ++run;
        continue;
      }
      if (run > 0) text += std::to_string(run);
      run = 0;
      text += cell == Cell::White ? 'w' : 'b';
    }
    if (run > 0) text += std::to_string(run);
    text += rank > 0 ? '/' : ' ';
  }
  text += position.to_move == Color::White ? 'w' : 'b';
  return text;
}

std::string cell_text(int cell) {
  return {static_cast<char>('a' + cell % kFiles), static_cast<char>('1' + cell / kFiles)};
}

std::string to_text(const Part& part) {
  std::string text = cell_text(part.from);
  if (part.length > 1) text += ':' + cell_text(part.from + (part.column ? kFiles : 1) * (part.length - 1));
  text += part.captures ? 'x' : '-';
  text += cell_text(part.to);
  if (part.keep >= 0) text += '=' + cell_text(part.keep);
  return text;
}

std::string to_text(const Turn& turn) {
  return turn.second.length > 0 ? to_text(turn.first) + ',' + to_text(turn.second) : to_text(turn.first);
}

}  // namespace ordo::naive
