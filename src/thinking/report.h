// What a search tells while it goes on, and when it has ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "rules/turn.h"
#include "thinking/limits.h"
#include "thinking/score.h"

namespace ordo::thinking {

/// One of the best lines at the depth reached.
struct Report {
  int number = 1;   ///< 1 for the best line, up to the number of lines asked for
  int depth = 0;    ///< in parts; 0 if it was stopped before it had found anything, and guesses
  int deepest = 0;  ///< the longest line looked at, in parts
  Score score;
  bool from_table = false;       ///< the endgame tables say so: see also Score::is_by_table
  std::uint64_t table_hits = 0;  ///< positions that they knew, of all threads
  std::uint64_t nodes = 0;       ///< of all threads, since the search began
  Milliseconds time{0};
  int hash_permille = 0;          ///< how full the table is
  std::vector<rules::Turn> line;  ///< legal turns from the position on; the first is what is recommended

  [[nodiscard]] std::uint64_t nodes_per_second() const noexcept {
    const auto ms = static_cast<std::uint64_t>(time.count());
    return ms == 0 ? nodes * 1000 : nodes * 1000 / ms;
  }
};

/// Called on the thread that called Engine::think.
using OnReport = std::function<void(const Report&)>;

struct Answer {
  std::optional<rules::Turn> best;  ///< nothing if the game is over
  std::vector<Report> lines;        ///< the last report of each line, best first; empty if the game is over
  std::uint64_t nodes = 0;
  Milliseconds time{0};
};

}  // namespace ordo::thinking
