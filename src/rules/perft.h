// Counting the turns of the game tree: the proof of the rules and the measure of their speed.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/position.h"

namespace ordo::rules {

/// The number of different sequences of `depth` turns, by their text. The last ply is counted, not made.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

/// The same with every position of the last ply made.
[[nodiscard]] std::uint64_t perft_made(const Position& position, int depth);

struct PerftEntry {
  Turn turn;
  std::uint64_t count;
};

/// The count below each legal turn, in the order of generation; depth >= 1.
[[nodiscard]] std::vector<PerftEntry> perft_divide(const Position& position, int depth, int threads = 1);

/// perft on several threads.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth, int threads);

}  // namespace ordo::rules
