// The suites tests/data/proofs_*.txt: positions in which the side to move has a proven win in 3 to 12 turns.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rules/position.h"
#include "util/result.h"

namespace ordo::support {

inline constexpr int kFewestTurns = 3;
inline constexpr int kMostTurns = 12;

struct ProvenWin {
  rules::Position position;
  int turns = 0;             ///< of the winner, which are enough against any defence
  bool is_shortest = false;  ///< and fewer are not; otherwise only two are known to be too few
};

/// A line of a suite: the game, the turns ("5", or "<=5" where fewer may be enough), the position.
[[nodiscard]] std::string to_line(const ProvenWin& win);
/// Failing: what is wrong with it.
[[nodiscard]] util::Result<ProvenWin, std::string> proven_win_from(const std::string& line);

/// All lines of a file but comments. Failing: the first line that is none, and why.
[[nodiscard]] util::Result<std::vector<ProvenWin>, std::string> read_proof_suite(const std::string& file);

/// The squares of both sides, the same for a position, its mirror image, and either with the colours
/// exchanged.
[[nodiscard]] std::array<std::uint64_t, 4> canonical(const rules::Position& position);

}  // namespace ordo::support
