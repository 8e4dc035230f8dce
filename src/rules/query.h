// Questions about a position that the screen and the engine ask often.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rules/position.h"

namespace ordo::rules {

/// Whether the pieces of a side form more than one group.
[[nodiscard]] inline bool is_split(Bitboard pieces) noexcept {
  return pieces.any() && flood(bitboard(pieces.first()), pieces) != pieces;
}
[[nodiscard]] bool is_split(const Position& position, Color color) noexcept;

/// The number of groups the pieces form.
[[nodiscard]] int count_groups(Bitboard pieces) noexcept;

/// The group of `pieces` that a square belongs to.
[[nodiscard]] Bitboard group_of(Bitboard pieces, Square square) noexcept;

namespace detail {

/// For each set of neighbours around a square (neighbours() below) whether they form several groups among
/// themselves.
inline constexpr auto kApart = [] {
  // The neighbours of each neighbour.
  constexpr std::array<unsigned, 8> kNext = {0b0000'1010, 0b0001'1101, 0b0001'0010, 0b0110'0011,
                                             0b1100'0110, 0b0100'1000, 0b1011'1000, 0b0101'0000};
  std::array<bool, 256> apart{};
  for (unsigned set = 1; set < 256; ++set) {
    unsigned joined = set & (~set + 1);
    for (unsigned before = 0; joined != before;) {
      before = joined;
      for (std::size_t i = 0; i < 8; ++i) {
        if ((joined >> i & 1) != 0) joined |= kNext[i] & set;
      }
    }
    apart[set] = joined != set;
  }
  return apart;
}();

[[nodiscard]] inline unsigned pieces_of_rank(Bitboard pieces, int rank) noexcept {
  const std::uint64_t word = rank < 4 ? pieces.low() : pieces.high();
  return rank < 0 || rank >= kRanks ? 0U : static_cast<unsigned>(word >> (16 * (rank & 3)) & 0x3FF);
}

}  // namespace detail

/// Which of the eight squares around one have a piece. Bits 0-2 are the rank below, 3 and 4 the same rank,
/// 5-7 the rank above, each from left to right.
[[nodiscard]] inline unsigned neighbours(Bitboard pieces, Square square) noexcept {
  const auto around = [&](int rank) {
    return detail::pieces_of_rank(pieces, rank) << 1 >> square.file() & 7U;
  };
  const unsigned beside = around(square.rank());
  return around(square.rank() - 1) | (beside & 1U) << 3 | (beside & 4U) << 2 | around(square.rank() + 1) << 5;
}

/// Whether the loss of one piece might split its group: it has own neighbours that do not touch each other. A
/// quick look that misses no cut point.
[[nodiscard]] inline bool may_be_cut_point(Bitboard pieces, Square square) noexcept {
  return detail::kApart[neighbours(pieces, square)];
}

/// Whether `some` of the pieces, at least one, belong to one group. Most that do are near each other, and
/// this looks no farther than it must.
[[nodiscard]] inline bool are_together(Bitboard some, Bitboard pieces) noexcept {
  Bitboard seed = bitboard(some.first());
  for (;;) {
    const Bitboard grown = dilated(dilated(seed) & pieces) & pieces;
    if ((some - grown).none()) return true;
    if (grown == seed) return false;
    seed = grown;
  }
}

/// Whether the loss of one piece splits a connected group: each part that is left has a neighbour of it.
[[nodiscard]] inline bool is_split_without(Bitboard pieces, Square lost) noexcept {
  if (!may_be_cut_point(pieces, lost)) return false;
  const Bitboard rest = pieces - bitboard(lost);
  return !are_together(dilated(bitboard(lost)) & rest, rest);
}

/// Whether a connected group is still one when a piece has gone elsewhere.
[[nodiscard]] inline bool stays_whole(Bitboard pieces, Square from, Square to) noexcept {
  const Bitboard rest = pieces - bitboard(from);
  const Bitboard target = bitboard(to);
  if ((dilated(target) & rest).none()) return rest.none();
  return !may_be_cut_point(pieces, from) || are_together(dilated(bitboard(from)) & rest, rest | target);
}

[[nodiscard]] inline bool stays_whole(Bitboard pieces, Part part) noexcept {
  if (part.is_singleton()) return stays_whole(pieces, part.from(), part.to());
  const Bitboard after = pieces ^ part.origin() ^ part.destination();
  return flood(part.destination(), after) == after;
}

/// The pieces whose loss would split their group: lifting one leaves more groups than before.
[[nodiscard]] Bitboard cut_points(Bitboard pieces) noexcept;

/// The subgroups tied for largest once the piece on `captured` is gone: one square of each (lowest
/// file, then lowest rank). One square where there is no choice, none where no piece is left.
[[nodiscard]] Bitboard largest_subgroups(Bitboard pieces, Square captured) noexcept;

/// A turn that wins at once for the side to move, by the home row or the last piece, if there is one.
[[nodiscard]] std::optional<Turn> winning_turn(const Position& position) noexcept;

/// The home-row squares the side to move can reach in this turn (in Ordo X also after a preparation).
[[nodiscard]] Bitboard winning_squares(const Position& position) noexcept;

namespace detail {

/// What remains of can_enter_home_row() where a quick look does not settle it.
template <Variant V>
[[nodiscard]] bool enters_home_row(Bitboard own, Bitboard enemy) noexcept;

[[nodiscard]] inline bool is_in_one_rank_or_file(Bitboard pieces) noexcept {
  std::uint64_t files = pieces.low() | pieces.high();
  files |= files >> 32;
  files |= files >> 16;
  files &= 0xFFFF;
  return (files & (files - 1)) == 0 ||
         (pieces - line(Shape::row(kFiles), Square(0, pieces.first().rank()))).none();
}

}  // namespace detail

/// Whether a single part brings a piece of `own` to the enemy home row; both sides as the mover sees them,
/// going up. Made for searches: most positions are answered by a few shifts.
template <Variant V>
[[nodiscard]] inline bool can_enter_home_row(Bitboard own, Bitboard enemy) noexcept {
  if constexpr (V == Variant::Ordo) {
    // Without a piece on the seventh rank nothing stays connected there but a group that arrives as a whole.
    if ((own & kRank7).none() && !detail::is_in_one_rank_or_file(own)) return false;
  }
  return detail::enters_home_row<V>(own, enemy);
}

/// The home-row squares the opponent could reach next turn if nothing changed: the threats to meet.
[[nodiscard]] Bitboard threatened_squares(const Position& position) noexcept;

}  // namespace ordo::rules
