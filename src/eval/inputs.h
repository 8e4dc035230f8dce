// What a network sees of a position: numbers of rows of its first layer, which are added up. One place for
// the network and for the program that trains it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "eval/contact.h"
#include "rules/bitboard.h"
#include "rules/setup.h"

namespace ordo::eval {

/// The rows of one side's own pieces, as that side sees the board: squares, and windows of 2 x 2 squares with
/// at least two pieces, which see how the group hangs together.
struct SideRows {
  static constexpr int kSquares = 80;
  static constexpr int kWindowFiles = rules::kFiles - 1;
  static constexpr int kWindows = kWindowFiles * (rules::kRanks - 1);
  static constexpr int kPatterns = 16;
  static constexpr int kFirstWindow = kSquares;
  static constexpr int kCount = kSquares + kWindows * kPatterns;
};

/// The rows of a position: the mover's pieces, the other's, and what is between them, square by square.
// NOLINTBEGIN(readability-identifier-naming): indices, named like other constants
enum InputRow : std::uint16_t {
  kMoverRows = 0,
  kWaiterRows = kMoverRows + SideRows::kCount,
  kContactRows = kWaiterRows + SideRows::kCount,
  kMoverAttacks = kContactRows,                         ///< enemy pieces that the mover can slide onto
  kWaiterAttacks = kMoverAttacks + SideRows::kSquares,  ///< and the other way round, as the waiter sees it
  kMoverReaches = kWaiterAttacks + SideRows::kSquares,  ///< squares ahead within reach beside an own piece,
  kWaiterReaches = kMoverReaches + SideRows::kSquares,  ///< on the far half of the board
  kMoverPassed = kWaiterReaches + SideRows::kSquares,   ///< pieces without an enemy ahead on their file or
  kWaiterPassed = kMoverPassed + SideRows::kSquares,    ///< the next
  kAdvanceRow = kWaiterPassed + SideRows::kSquares,     ///< Ordo X: a preparation has been made
  kInputRows,
};
// NOLINTEND(readability-identifier-naming)

namespace detail {

[[nodiscard]] inline int square_row(rules::Square square) noexcept {
  return square.rank() * rules::kFiles + square.file();
}

/// The lower left corners of the windows with at least two pieces.
[[nodiscard]] inline rules::Bitboard busy_windows(rules::Bitboard pieces) noexcept {
  using enum rules::Direction;
  const rules::Bitboard right = pieces.shift<W>();
  const rules::Bitboard up = pieces.shift<S>();
  const rules::Bitboard corner = up.shift<W>();
  constexpr auto kCorners = rules::Bitboard::from_words(0x01FF01FF01FF01FFU, 0x000001FF01FF01FFU);
  return ((pieces & (right | up | corner)) | (right & (up | corner)) | (up & corner)) & kCorners;
}

}  // namespace detail

/// Calls add(row) for the rows of one side, as it sees itself.
template <class Add>
[[gnu::always_inline]] inline void visit_side(rules::Bitboard pieces, Add&& add) {
  pieces.for_each([&](rules::Square square) { add(detail::square_row(square)); });
  const std::array<std::uint64_t, 2> words = {pieces.low(), pieces.high()};
  detail::busy_windows(pieces).for_each([&](rules::Square corner) {
    const int rank = corner.rank();
    const auto of_rank = [&](int r) {
      return static_cast<unsigned>(words[static_cast<std::size_t>(r >> 2)] >>
                                   (16 * (r & 3) + corner.file())) &
             3U;
    };
    const unsigned pattern = of_rank(rank) | of_rank(rank + 1) << 2;
    add(SideRows::kFirstWindow + (rank * SideRows::kWindowFiles + corner.file()) * SideRows::kPatterns +
        static_cast<int>(pattern));
  });
}

/// Calls add(set, row) for each kind of what is between the sides, square by square from that row on. Both as
/// the mover sees them.
template <class Add>
[[gnu::always_inline]] inline void visit_contact_sets(rules::Bitboard own, rules::Bitboard enemy, Add&& add) {
  const Contact contact = Contact::of(own, enemy);
  constexpr auto kFarHalf = rules::Bitboard::from_words(0, 0x03FF03FF03FF03FFU);
  add(contact.attacked.first(), kMoverAttacks);
  add(contact.attacked.second(), kWaiterAttacks);
  add(contact.supported.first() & kFarHalf, kMoverReaches);
  add(contact.supported.second() & kFarHalf, kWaiterReaches);
  add(contact.passed.first(), kMoverPassed);
  add(contact.passed.second(), kWaiterPassed);
}

/// Calls add(row) for them, and for the phase.
template <class Add>
[[gnu::always_inline]] inline void visit_contact_rows(rules::Bitboard own, rules::Bitboard enemy,
                                                      rules::Phase phase, Add&& add) {
  visit_contact_sets(own, enemy, [&](rules::Bitboard set, int first) {
    set.for_each([&](rules::Square square) { add(first + detail::square_row(square)); });
  });
  if (phase == rules::Phase::Advance) add(kAdvanceRow);
}

}  // namespace ordo::eval
