// Reading and writing positions.
#include "rules/fen.h"

#include <bit>
#include <optional>

#include <fmt/format.h>

#include "util/text.h"

namespace ordo::rules {
namespace {

using util::failure;
using util::is_digit;
using util::is_space;
using util::quoted;
using util::trimmed;

/// Reads one rank, with `offset` the place of its first character in the whole text.
[[nodiscard]] std::optional<FenError> read_rank(std::string_view text, std::size_t offset, int rank,
                                                Setup& setup) {
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
      if (file < kFiles) (text[i] == 'w' ? setup.white : setup.black) |= bitboard(Square(file, rank));
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
[[nodiscard]] std::optional<FenError> read_board(std::string_view text, std::size_t offset, Setup& setup) {
  std::size_t start = 0;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    const std::size_t end = std::min(text.find('/', start), text.size());
    if (auto error = read_rank(text.substr(start, end - start), offset + start, rank, setup)) return error;
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

/// Reads what stands after the board: the side to move, and perhaps that the advance is still to come.
[[nodiscard]] std::optional<FenError> read_side(std::string_view text, std::size_t board_end, Setup& setup) {
  const std::string_view rest = trimmed(text.substr(board_end));
  if (rest.empty()) {
    return FenError{board_end + 1, "missing side to move: expected ' w' or ' b' at the end"};
  }
  const auto column = [&text](std::string_view part) {
    return static_cast<std::size_t>(part.data() - text.data()) + 1;
  };
  if ((rest[0] != 'w' && rest[0] != 'b') || (rest.size() > 1 && !is_space(rest[1]))) {
    return FenError{column(rest), fmt::format("unknown side to move {}: expected w or b", quoted(rest))};
  }
  setup.to_move = rest[0] == 'w' ? Color::White : Color::Black;
  const std::string_view phase = trimmed(rest.substr(1));
  if (phase.empty()) return std::nullopt;
  if (phase != "a") {
    return FenError{column(rest) + 1,
                    fmt::format("unexpected text after the side to move: {}", quoted(phase))};
  }
  setup.phase = Phase::Advance;
  return std::nullopt;
}

}  // namespace

util::Result<Setup, FenError> parse_setup(Variant variant, std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size() && is_space(text[begin])) ++begin;
  if (begin == text.size()) return failure(FenError{begin + 1, "the position is empty"});
  std::size_t board_end = begin;
  while (board_end < text.size() && !is_space(text[board_end])) ++board_end;

  Setup setup{.variant = variant};
  if (auto error = read_board(text.substr(begin, board_end - begin), begin, setup))
    return failure(*std::move(error));
  if (auto error = read_side(text, board_end, setup)) return failure(*std::move(error));
  return setup;
}

util::Result<Position, FenError> parse_fen(Variant variant, std::string_view text) {
  auto setup = parse_setup(variant, text);
  if (!setup) return failure(std::move(setup).error());
  auto position = Position::of(*setup);
  if (!position) return failure(FenError{0, std::move(position).error().message});
  return *position;
}

std::string to_fen(const Position& position) { return to_fen(position.setup()); }

std::string to_fen(const Setup& setup) {
  const Bitboard::Ranks occupied = (setup.white | setup.black).ranks();
  const Bitboard::Ranks white = setup.white.ranks();
  std::string text;
  text.reserve(kRanks * (kFiles + 1) + 3);
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
  text += setup.to_move == Color::White ? 'w' : 'b';
  if (setup.phase == Phase::Advance) text += " a";
  return text;
}

}  // namespace ordo::rules
