// Iterative deepening: one depth after the other, and what is reported of each.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rules/position.h"
#include "search/forced_wins.h"
#include "search/shared.h"
#include "search/vocabulary.h"
#include "search/worker.h"

namespace ordo::search {

/// What the calling thread goes by, besides the limits that all threads look at.
struct Plan {
  int max_depth = kMaxDepth;
  std::size_t lines = 1;
  std::optional<Milliseconds> soft;           ///< no new depth is begun after so long,
  bool has_clock = false;                     ///< sooner if the turn is clear, later if it is not;
  bool win_is_enough = false;                 ///< nor once a win is proven, though there may be a shorter one
  ForcedWins* forced_wins = nullptr;          ///< the solver is asked as well; null: it is not
  std::vector<std::array<Part, 2>> excluded;  ///< turns of the root that nobody looks at
};

template <Variant V>
using Workers = std::vector<std::unique_ptr<Worker<V>>>;

/// A helping thread searches the same root; what it finds reaches the others through the table.
template <Variant V>
void help(Worker<V>& worker, const Shared& shared, const Plan& plan);

/// The calling thread's search. All that it is given must outlive it; the first worker is its own.
template <Variant V>
class Deepening {
 public:
  Deepening(const Workers<V>& workers, Shared& shared, const rules::Position& position, const Plan& plan,
            const OnReport& on_report);

  /// The last report of each line, best first; none if it was stopped before it had found anything.
  [[nodiscard]] std::vector<Report> run();

 private:
  using Excluded = std::vector<std::array<Part, 2>>;

  [[nodiscard]] std::vector<Report> search_lines(int depth);
  [[nodiscard]] std::optional<Report> search_line(int depth, std::size_t index, const Excluded& excluded);
  void take(std::vector<Report> lines);
  [[nodiscard]] std::optional<rules::Turn> best_turn() const {
    return lines_.empty() ? std::nullopt : std::optional(lines_.front().line.front());
  }
  [[nodiscard]] bool is_enough(int depth, Score before);
  [[nodiscard]] bool is_late(Score before);
  void ask_for_forced_win();
  [[nodiscard]] std::vector<Report> with_forced_win(std::vector<Report> lines) const;
  [[nodiscard]] Report report(int depth, std::size_t index);
  [[nodiscard]] std::vector<rules::Turn> principal_variation(int depth, Score score);
  void play_out(int depth, Score score, std::vector<Part>& parts);
  [[nodiscard]] Part advance_after(const rules::Position& prepared);

  const Workers<V>& workers_;
  Worker<V>& worker_;
  Shared& shared_;
  const rules::Position& position_;
  const Plan& plan_;
  const OnReport& on_report_;
  std::vector<int> expected_;  ///< of each line, by the depth before
  std::vector<Report> lines_;
  std::optional<ProvedWin> forced_;
  int confirmed_ = 0;  ///< so many depths in a row have found the same best turn
};

}  // namespace ordo::search
