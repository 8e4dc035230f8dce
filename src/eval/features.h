// What the evaluation looks at, as counts: one place for the evaluation and for the tool that fits its
// weights.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "eval/contact.h"
#include "rules/group.h"
#include "rules/variant.h"

namespace ordo::eval {

/// Left and right are worth the same.
inline constexpr int kSquareFiles = rules::kFiles / 2;

/// Each feature is counted for both sides as that side sees the board, and enters as the difference. What
/// follows kFirstOfMover is counted for the side to move and the waiting side apart, since having the move
/// matters there.
// NOLINTBEGIN(readability-identifier-naming): indices, named like other constants
enum Feature : std::uint8_t {
  kFirstSquare,  ///< pieces on a square or its mirror image: files a to e of rank 1, of rank 2, up to rank 7
  kLastSquare = kFirstSquare + kSquareFiles * 7 - 1,
  kOnePiece,  ///< one of these is 1: how many pieces there are; more than 14 are the yardstick
  kTwoPieces,
  kThreePieces,
  kFourPieces,
  kSixPieces,
  kEightPieces,
  kElevenPieces,
  kFourteenPieces,
  kMeanRank,  ///< how far the pieces have gone on average, in eighths of a rank
  kFront4,    ///< one of these is 1: the foremost piece stands there
  kFront5,
  kFront6,
  kFront7,
  kFrontPieces,  ///< the pieces on the foremost rank and the one behind it
  kReach5,       ///< squares of that rank to which some piece can slide forward
  kReach6,
  kReach7,
  kReach8,
  kSupported5,  ///< those of them next to an own piece
  kSupported6,
  kSupported7,
  kMobility,                     ///< squares to which some piece can slide, in all five directions together
  kWidth,                        ///< files the group stands on
  kHeight,                       ///< ranks it stands on
  kCutPoints,                    ///< pieces with own neighbours on several sides that do not touch each other
  kFirstRow,                     ///< neighbours side by side, on rank 1 to 7
  kFirstColumn = kFirstRow + 7,  ///< neighbours behind each other, the upper one on rank 2 to 7
  kFirstDiagonal = kFirstColumn + 6,  ///< neighbours across a corner, likewise
  kFirstPassed = kFirstDiagonal + 6,  ///< pieces on rank 2 to 7 with no enemy ahead on their file or the next
  kPassedFront = kFirstPassed + 6,    ///< the foremost of these: its rank, from 0
  kHomeCover,                         ///< squares of the own home row that own pieces stand on or next to
  kFirstOfMover,
  kAttacked = kFirstOfMover,  ///< enemy pieces some own piece can slide onto
  kAttackedCuts,              ///< those of them that may be cut points
  kAttackedHigh,              ///< those of them on the own side of the board
  kThreat,                    ///< an enemy home-row square is within reach and next to an own piece
  kDoubleThreat,              ///< two or more
  kFirstOfWaiter,
  kMove = kFirstOfWaiter + (kFirstOfWaiter - kFirstOfMover),  ///< always 1: what it is worth to have the move
  kAdvance,                                                   ///< Ordo X: a preparation has been made
  kFeatureCount,
};
// NOLINTEND(readability-identifier-naming)

// clang-format off
inline constexpr std::array<std::string_view, kFeatureCount> kFeatureLabels = {
    "a1", "b1", "c1", "d1", "e1",
    "a2", "b2", "c2", "d2", "e2",
    "a3", "b3", "c3", "d3", "e3",
    "a4", "b4", "c4", "d4", "e4",
    "a5", "b5", "c5", "d5", "e5",
    "a6", "b6", "c6", "d6", "e6",
    "a7", "b7", "c7", "d7", "e7",
    "1 piece", "2 pieces", "3 pieces", "4 pieces", "5-6 pieces", "7-8 pieces", "9-11 pieces",
    "12-14 pieces", "mean rank", "front 4", "front 5", "front 6", "front 7", "front pieces", "reach 5",
    "reach 6", "reach 7", "reach 8", "supported 5", "supported 6", "supported 7", "mobility", "width",
    "height", "cut points", "row 1", "row 2", "row 3", "row 4", "row 5", "row 6", "row 7", "column 2",
    "column 3", "column 4", "column 5", "column 6", "column 7", "diagonal 2", "diagonal 3", "diagonal 4",
    "diagonal 5", "diagonal 6", "diagonal 7", "passed 2", "passed 3", "passed 4", "passed 5", "passed 6",
    "passed 7", "passed front", "home cover", "mover attacks", "mover attacks cuts", "mover attacks high",
    "mover threat", "mover double threat", "waiter attacks", "waiter attacks cuts", "waiter attacks high",
    "waiter threat", "waiter double threat", "move", "advance"};
// clang-format on

namespace detail {

using rules::Bitboard;

[[nodiscard]] inline int on_rank(std::uint64_t word, int rank) noexcept {
  return std::popcount(word >> (16 * (rank & 3)) & 0x3FF);
}

[[nodiscard]] inline int on_rank(Bitboard set, int rank) noexcept {
  return on_rank(rank < 4 ? set.low() : set.high(), rank);
}

[[nodiscard]] inline int files_used(Bitboard pieces) noexcept {
  std::uint64_t word = pieces.low() | pieces.high();
  word |= word >> 32;
  word |= word >> 16;
  return std::popcount(word & 0x3FF);
}

inline constexpr Bitboard kOwnHalf = Bitboard::from_words(0x03FF03FF03FF03FFU, 0);

/// What one side's own pieces say, seen by that side, moving up. `sign`: 1 or -1. Calls add(feature, count).
template <class Add>
[[gnu::always_inline]] inline void add_structure(Bitboard own, Bitboard own_cuts, int sign, Add&& add) {
  using enum rules::Direction;
  const std::uint64_t low = own.low();
  const std::uint64_t high = own.high();
  const std::array<int, 7> on = {on_rank(low, 0),  on_rank(low, 1),  on_rank(low, 2), on_rank(low, 3),
                                 on_rank(high, 4), on_rank(high, 5), on_rank(high, 6)};
  const int pieces = on[0] + on[1] + on[2] + on[3] + on[4] + on[5] + on[6];
  own.for_each([&](rules::Square square) {
    const int file = std::min(square.file(), rules::kFiles - 1 - square.file());
    add(kFirstSquare + kSquareFiles * square.rank() + file, sign);
  });
  constexpr std::array<std::uint8_t, rules::kFiles* 2 + 1> kBucket = {
      kOnePiece,       kOnePiece,       kTwoPieces,      kThreePieces,  kFourPieces,   kSixPieces,
      kSixPieces,      kEightPieces,    kEightPieces,    kElevenPieces, kElevenPieces, kElevenPieces,
      kFourteenPieces, kFourteenPieces, kFourteenPieces, kFeatureCount, kFeatureCount, kFeatureCount,
      kFeatureCount,   kFeatureCount,   kFeatureCount};
  if (pieces < 15) add(kBucket[static_cast<std::size_t>(pieces)], sign);
  const int sum = on[1] + 2 * on[2] + 3 * on[3] + 4 * on[4] + 5 * on[5] + 6 * on[6];
  constexpr std::array<int, 21> kPer = {0,  512, 256, 171, 128, 102, 85, 73, 64, 57, 51,
                                        47, 43,  39,  37,  34,  32,  30, 28, 27, 26};
  add(kMeanRank, sign * (sum * kPer[static_cast<std::size_t>(pieces)] >> 6));

  std::size_t front = 6;
  while (front > 0 && on[front] == 0) --front;
  if (front >= 3) add(kFront4 + static_cast<int>(front) - 3, sign);
  add(kFrontPieces, sign * (on[front] + (front > 0 ? on[front - 1] : 0)));

  add(kWidth, sign * files_used(own));
  add(kHeight, sign * static_cast<int>(std::count_if(on.begin(), on.end(), [](int n) { return n > 0; })));
  add(kCutPoints, sign * own_cuts.count());
  const auto add_ranks = [&](Bitboard set, int first, int feature) {
    for (int rank = first; rank < 7; ++rank) add(feature + rank - first, sign * on_rank(set, rank));
  };
  add_ranks(own & own.shift<E>(), 0, kFirstRow);
  add_ranks(own & own.shift<N>(), 1, kFirstColumn);
  add_ranks(own & own.shift<NE>(), 1, kFirstDiagonal);
  add_ranks(own & own.shift<NW>(), 1, kFirstDiagonal);
  add(kHomeCover, sign * on_rank(rules::dilated(own).low(), 0));
}

/// The rank of the foremost piece, from 0; 0 if there is none.
[[nodiscard]] inline int front_rank(Bitboard pieces) noexcept {
  const auto highest = [](std::uint64_t word) { return (63 - std::countl_zero(word)) / 16; };
  return pieces.high() != 0 ? 4 + highest(pieces.high()) : pieces.low() != 0 ? highest(pieces.low()) : 0;
}

/// What one side attacks and threatens. `first_of_side`: kFirstOfMover or kFirstOfWaiter.
template <class Add>
[[gnu::always_inline]] inline void add_attacks(Bitboard attacked, Bitboard enemy_cuts, int threats,
                                               int first_of_side, int sign, Add&& add) {
  if (attacked.any()) {
    add(first_of_side, sign * attacked.count());
    add(first_of_side + (kAttackedCuts - kFirstOfMover), sign * (attacked & enemy_cuts).count());
    add(first_of_side + (kAttackedHigh - kFirstOfMover), sign * (attacked & kOwnHalf).count());
  }
  if (threats > 0) {
    add(first_of_side + (kThreat - kFirstOfMover), sign);
    if (threats > 1) add(first_of_side + (kDoubleThreat - kFirstOfMover), sign);
  }
}

}  // namespace detail

/// Calls add(feature, count) for the features of a position that are not what one side's own pieces say. Both
/// sides as the mover sees them; the cut points as each side sees them itself.
template <class Add>
[[gnu::always_inline]] inline void visit_contact(rules::Bitboard own, rules::Bitboard enemy,
                                                 rules::Bitboard own_cuts, rules::Bitboard enemy_cuts,
                                                 bool advance_phase, Add&& add) {
  using detail::on_rank;
  using rules::Bitboard;
  const auto [ahead, reached, supported, attacked, passed] = Contact::of(own, enemy);

  const std::uint64_t my_reach = ahead.first().high();
  const std::uint64_t their_reach = ahead.second().high();
  add(kReach5, on_rank(my_reach, 4) - on_rank(their_reach, 4));
  add(kReach6, on_rank(my_reach, 5) - on_rank(their_reach, 5));
  add(kReach7, on_rank(my_reach, 6) - on_rank(their_reach, 6));
  add(kReach8, on_rank(my_reach, 7) - on_rank(their_reach, 7));
  const std::uint64_t my_near = supported.first().high();
  const std::uint64_t their_near = supported.second().high();
  add(kSupported5, on_rank(my_near, 4) - on_rank(their_near, 4));
  add(kSupported6, on_rank(my_near, 5) - on_rank(their_near, 5));
  add(kSupported7, on_rank(my_near, 6) - on_rank(their_near, 6));
  add(kMobility, reached.first().count() - reached.second().count());
  const Bitboard my_passed = passed.first();
  const Bitboard their_passed = passed.second();
  for (int rank = 1; rank < 7; ++rank)
    add(kFirstPassed + rank - 1, on_rank(my_passed, rank) - on_rank(their_passed, rank));
  add(kPassedFront, detail::front_rank(my_passed) - detail::front_rank(their_passed));
  detail::add_attacks(attacked.first(), enemy_cuts.turned(), on_rank(my_near, 7), kFirstOfMover, 1, add);
  detail::add_attacks(attacked.second(), own_cuts.turned(), on_rank(their_near, 7), kFirstOfWaiter, -1, add);
  add(kMove, 1);
  if (advance_phase) add(kAdvance, 1);
}

/// Calls add(feature, count) for the features of a position that are not 0 (some may come with 0). Both sides
/// as the mover sees them, neither empty, nobody on an enemy home row.
template <class Add>
inline void visit_features(rules::Bitboard own, rules::Bitboard enemy, bool advance_phase, Add&& add) {
  const rules::Bitboard own_cuts = rules::possible_cut_points(own);
  const rules::Bitboard enemy_cuts = rules::possible_cut_points(enemy.turned());
  detail::add_structure(own, own_cuts, 1, add);
  detail::add_structure(enemy.turned(), enemy_cuts, -1, add);
  visit_contact(own, enemy, own_cuts, enemy_cuts, advance_phase, add);
}

}  // namespace ordo::eval
