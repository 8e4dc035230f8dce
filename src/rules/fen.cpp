// Reading and writing positions.
#include "rules/fen.h"

#include <array>
#include <bit>
#include <optional>

#include <fmt/format.h>

#include "rules/query.h"
#include "rules/text.h"

namespace ordo::rules {
namespace {

using util::failure;

/// The pieces as they are read, before anybody asked whether they make sense.
struct Board {
  std::array<Bitboard, 2> pieces;
};

/// Reads one rank, with `offset` the place of its first character in the whole text.
[[nodiscard]] std::optional<FenError> read_rank(std::string_view text, std::size_t offset, int rank,
                                                Board& board) {
  int file = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i;
    if (is_digit(text[i])) {
      while (i < text.size() && is_digit(text[i])) ++i;
      const std::string_view number = text.substr(start, i - start);
      const bool one_digit = number.size() == 1 && number != "0";
      if (!one_digit && number != "10") {
        return FenError{offset + start + 1,
                        fmt::format("{} in rank {} is not a number of empty squares: expected 1 to 10",
                                    quoted(number), rank + 1)};
      }
      file += one_digit ? number.front() - '0' : 10;
    } else if (text[i] == 'w' || text[i] == 'b') {
      if (file < kFiles) board.pieces[text[i] == 'w' ? 0 : 1] |= bitboard(Square(file, rank));
      ++file;
      ++i;
    } else {
      return FenError{offset + start + 1,
                      fmt::format("unknown character {} in rank {}: expected w, b or a number from 1 to 10",
                                  quoted(text[i]), rank + 1)};
    }
  }
  if (file == kFiles) return std::nullopt;
  return FenError{offset + 1, fmt::format("rank {} has {} square{} instead of {}", rank + 1, file,
                                          file == 1 ? "" : "s", kFiles)};
}

/// Reads all ranks; `offset` is the place of the first character in the whole text.
[[nodiscard]] std::optional<FenError> read_board(std::string_view text, std::size_t offset, Board& board) {
  std::size_t start = 0;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    const std::size_t end = std::min(text.find('/', start), text.size());
    if (auto error = read_rank(text.substr(start, end - start), offset + start, rank, board)) return error;
    if (rank > 0 && end == text.size()) {
      return FenError{offset + end + 1,
                      fmt::format("{} rank{} instead of {}: expected '/' and rank {}", kRanks - rank,
                                  rank == kRanks - 1 ? "" : "s", kRanks, rank)};
    }
    if (rank == 0 && end != text.size()) {
      return FenError{offset + end + 1,
                      fmt::format("more than {} ranks: unexpected '/' after rank 1", kRanks)};
    }
    start = end + 1;
  }
  return std::nullopt;
}

[[nodiscard]] FenError senseless(std::string message) { return {0, std::move(message)}; }

/// Why nobody could be asked to move in this position, if so.
[[nodiscard]] std::optional<FenError> find_nonsense(const Position& position) {
  for (const Color color : {Color::White, Color::Black}) {
    const int count = position.pieces(color).count();
    if (count == 0) return senseless(fmt::format("{} has no pieces: the game is over", name(color)));
    if (count > kPiecesPerSide) {
      return senseless(fmt::format("{} has {} pieces; at most {}", name(color), count, kPiecesPerSide));
    }
  }
  for (const Color color : {Color::White, Color::Black}) {
    const Bitboard arrived = position.pieces(color) & (color == Color::White ? kRank8 : kRank1);
    if (arrived.any()) {
      return senseless(fmt::format("{}'s piece on {} already stands on {}'s home row: the game is over",
                                   name(color), arrived.first().text(), name(opponent(color))));
    }
  }
  const Color waiting = opponent(position.to_move());
  if (const int groups = count_groups(position.pieces(waiting)); groups > 1) {
    return senseless(fmt::format("{} waits and is split into {} groups", name(waiting), groups));
  }
  if (position.variant() == Variant::OrdoX) {
    if (const int groups = count_groups(position.pieces(position.to_move())); groups > 1) {
      return senseless(fmt::format("{} is split into {} groups, which cannot be in Ordo X",
                                   name(position.to_move()), groups));
    }
  }
  return std::nullopt;
}

}  // namespace

util::Result<Position, FenError> parse_fen(Variant variant, std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size() && is_space(text[begin])) ++begin;
  if (begin == text.size()) return failure(FenError{begin + 1, "the position is empty"});
  std::size_t board_end = begin;
  while (board_end < text.size() && !is_space(text[board_end])) ++board_end;

  Board board;
  if (auto error = read_board(text.substr(begin, board_end - begin), begin, board))
    return failure(*std::move(error));

  const std::string_view side = trimmed(text.substr(board_end));
  if (side.empty()) {
    return failure(FenError{board_end + 1, "missing side to move: expected ' w' or ' b' at the end"});
  }
  if (side != "w" && side != "b") {
    const auto column = static_cast<std::size_t>(side.data() - text.data()) + 1;
    if (side.size() > 1 && (side[0] == 'w' || side[0] == 'b') && is_space(side[1])) {
      return failure(FenError{column + 1, fmt::format("unexpected text after the side to move: {}",
                                                      quoted(trimmed(side.substr(1))))});
    }
    return failure(FenError{column, fmt::format("unknown side to move {}: expected w or b", quoted(side))});
  }

  const Position position(variant, board.pieces[0], board.pieces[1],
                          side == "w" ? Color::White : Color::Black);
  if (auto error = find_nonsense(position)) return failure(*std::move(error));
  return position;
}

std::string to_fen(const Position& position) {
  const Bitboard::Ranks occupied = position.occupied().ranks();
  const Bitboard::Ranks white = position.pieces(Color::White).ranks();
  std::string text;
  text.reserve(kRanks * (kFiles + 1) + 1);
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    for (int file = 0; file < kFiles; ++file) {
      // Up to the next piece, or to the edge, which a bit beyond stands for.
      const int empty = std::countr_zero(static_cast<unsigned>((occupied[rank] | 1 << kFiles) >> file));
      if (empty == kFiles) {
        text += "10";
      } else if (empty > 0) {
        text += static_cast<char>('0' + empty);
      }
      file += empty;
      if (file < kFiles) text += (white[rank] >> file & 1) != 0 ? 'w' : 'b';
    }
    text += rank > 0 ? '/' : ' ';
  }
  text += position.to_move() == Color::White ? 'w' : 'b';
  return text;
}

}  // namespace ordo::rules
