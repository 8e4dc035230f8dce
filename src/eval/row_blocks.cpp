// Adding up the rows of each pattern.
#include "eval/row_blocks.h"

namespace ordo::eval {

void RowBlocks::fill(const Network& network, std::size_t first_row) {
  sums_.assign(kPairs * kAcross * kPatterns, Network::Row());
  const std::size_t windows = first_row + static_cast<std::size_t>(SideRows::kFirstWindow);
  for (std::size_t place = 0; place < kPairs * kAcross; ++place) {
    const std::size_t rank = place / kAcross;
    const std::size_t file = place % kAcross * kStep;
    const bool is_last = place % kAcross == kAcross - 1;
    for (std::size_t pattern = 1; pattern < kPatterns; ++pattern) {
      Network::Row& sum = sums_[place * kPatterns + pattern];
      const auto bit = [pattern](std::size_t number) { return pattern >> number & 1U; };
      for (std::size_t i = 0; i < kStep + (is_last ? 1 : 0); ++i) {
        if (bit(i) != 0) add_row(sum, network.rows[first_row + rank * rules::kFiles + file + i]);
      }
      for (std::size_t i = 0; i < kStep; ++i) {
        const std::size_t window = bit(i) | bit(i + 1) << 1 | bit(i + 4) << 2 | bit(i + 5) << 3;
        if ((window & (window - 1)) == 0) continue;  // fewer than two pieces
        const std::size_t corner = rank * SideRows::kWindowFiles + file + i;
        add_row(sum, network.rows[windows + corner * SideRows::kPatterns + window]);
      }
    }
  }
}

void ContactBlocks::fill(const Network& network) {
  constexpr std::size_t kFiles = rules::kFiles / 2;
  sums_.assign(kKinds * kHalves * kPatterns + 1, Network::Row());
  for (std::size_t half = 0; half < kKinds * kHalves; ++half) {
    for (std::size_t pattern = 1; pattern < kPatterns; ++pattern) {
      for (std::size_t i = 0; i < kFiles; ++i) {
        if ((pattern >> i & 1U) != 0)
          add_row(sums_[half * kPatterns + pattern], network.rows[kContactRows + half * kFiles + i]);
      }
    }
  }
  sums_.back() = network.rows[kAdvanceRow];
}

}  // namespace ordo::eval
