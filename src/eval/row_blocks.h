// Rows of a network added up beforehand, for each part of the board, so that few are left to add.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "eval/inputs.h"
#include "eval/network.h"

namespace ordo::eval {

/// Two ranks by four files hold three windows of 2 x 2 and their squares: for each of the 256 patterns of
/// pieces there the sum of all their rows. Three such blocks side by side share a file and cover two ranks,
/// seven pairs of ranks the board; a square counts in one of them.
class RowBlocks {
 public:
  /// Of the mover's rows or the waiter's, from `first_row` on.
  void fill(const Network& network, std::size_t first_row);

  /// Calls add(row) for the sums that together are those of visit_side(). Nobody stands on rank 8.
  template <class Add>
  [[gnu::always_inline]] void visit(rules::Bitboard pieces, Add&& add) const {
    const std::array<std::uint64_t, 2> words = {pieces.low(), pieces.high()};
    const auto rank_of = [&words](std::size_t rank) {
      return static_cast<unsigned>(words[rank >> 2] >> (16 * (rank & 3))) & 0x3FFU;
    };
    unsigned lower = rank_of(0);
    for (std::size_t rank = 0; rank < kPairs; ++rank) {
      const unsigned upper = rank_of(rank + 1);
      if ((lower | upper) != 0) {
        const Network::Row* block = sums_.data() + rank * kAcross * kPatterns;
        for (std::size_t i = 0; i < kAcross; ++i, block += kPatterns)
          add(block[(lower >> (kStep * i) & 15U) | (upper >> (kStep * i) & 15U) << 4]);
      }
      lower = upper;
    }
  }

 private:
  static constexpr std::size_t kPairs = rules::kRanks - 1;
  static constexpr std::size_t kAcross = 3;
  static constexpr std::size_t kStep = 3;  ///< files from one to the next
  static constexpr std::size_t kPatterns = 256;

  std::vector<Network::Row> sums_;
};

/// The same for what is between the sides: half a rank of one kind, five squares, is one sum.
class ContactBlocks {
 public:
  void fill(const Network& network);

  /// Calls add(row) for the sums that together are those of visit_contact_rows().
  template <class Add>
  [[gnu::always_inline]] void visit(rules::Bitboard own, rules::Bitboard enemy, rules::Phase phase,
                                    Add&& add) const {
    visit_contact_sets(own, enemy, [&](rules::Bitboard set, int first_row) {
      const auto kind = static_cast<std::size_t>(first_row - kContactRows) / SideRows::kSquares;
      const Network::Row* const sums = sums_.data() + kind * kHalves * kPatterns;
      visit_word(set.low(), sums, add);
      visit_word(set.high(), sums + kHalves / 2 * kPatterns, add);
    });
    if (phase == rules::Phase::Advance) add(sums_.back());
  }

 private:
  static constexpr std::size_t kKinds = (kAdvanceRow - kContactRows) / SideRows::kSquares;
  static constexpr std::size_t kHalves = std::size_t{2} * rules::kRanks;
  static constexpr std::size_t kPatterns = 32;

  /// Four ranks.
  template <class Add>
  [[gnu::always_inline]] static void visit_word(std::uint64_t word, const Network::Row* sums, Add&& add) {
    while (word != 0) {
      const auto bit = static_cast<unsigned>(std::countr_zero(word));
      const unsigned half = (bit & 15U) >= 5 ? 1U : 0U;
      const unsigned shift = (bit & ~15U) + 5 * half;
      const std::uint64_t pattern = word >> shift & 31U;
      add(sums[((bit >> 4) * 2 + half) * kPatterns + pattern]);
      word ^= pattern << shift;
    }
  }

  std::vector<Network::Row> sums_;
};

}  // namespace ordo::eval
