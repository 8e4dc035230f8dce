// One thread of the search.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "eval/evaluate.h"
#include "rules/query.h"
#include "search/decisions.h"
#include "search/frame.h"
#include "search/move_picker.h"
#include "search/shared.h"

namespace ordo::search {

/// Where a search starts.
struct Root {
  Node node;
  /// The keys of the nodes before it that can still be repeated, oldest first; the side to move alternates.
  std::vector<std::uint64_t> before;
};

/// Owns its stack, its histories and its groups; shares the table. Searches parts: an Ordo X preparation and
/// its advance are nodes of the same side.
template <Variant V>
class Worker {
 public:
  explicit Worker(Shared& shared);

  void start(const Root& root);

  /// The value of the root to this depth within the window, or outside it a bound. Turns that begin like one
  /// of `excluded` in full are not considered.
  [[nodiscard]] int search_root(int alpha, int beta, int depth,
                                std::span<const std::array<Part, 2>> excluded);
  /// Whether the last search_root was cut short; its value then means nothing, but best_line() may have got
  /// better.
  [[nodiscard]] bool aborted() const noexcept { return tally_.aborted; }
  /// Since start(): the parts of the best line of the last search_root that found one, as each mover sees
  /// them.
  [[nodiscard]] std::span<const Part> best_line() const noexcept { return best_line_; }
  void forget_best_line() noexcept { best_line_.clear(); }

  /// The best part by another search of this depth, to complete lines; or none if that takes more nodes than
  /// a line is worth, or is cut short: it counts and obeys like any other.
  [[nodiscard]] Part best_part(const Node& node, int depth, std::optional<Score> expected = {});

  [[nodiscard]] std::uint64_t nodes() const noexcept { return tally_.nodes; }
  /// The same a little behind, for other threads to read.
  [[nodiscard]] std::uint64_t published_nodes() const noexcept {
    return published_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] int deepest() const noexcept { return tally_.deepest; }
  /// Positions that the endgame tables knew.
  [[nodiscard]] std::uint64_t table_hits() const noexcept {
    return table_hits_.load(std::memory_order_relaxed);
  }

 private:
  /// What is counted from start() on.
  struct Tally {
    std::uint64_t nodes = 0;
    std::uint64_t claimed = 0;     ///< nodes that may be searched before the limits are looked at again
    std::uint64_t next_check = 0;  ///< at so many nodes: `claimed`, or sooner to give up
    std::uint64_t give_up = ~std::uint64_t{0};  ///< at so many nodes a search for best_part() is given up
    int deepest = 0;
    bool aborted = false;  ///< the search must end,
    bool gave_up = false;  ///< but only that of best_part()
  };

  /// A part to search, and its number in the order.
  struct Candidate {
    Part part;
    int number = 0;
  };

  /// Whether a node lies on the principal variation, as far as is known.
  enum class Kind : std::uint8_t { Pv, Other };

  template <Kind K>
  int search(Frame& frame, int alpha, int beta, int depth);
  template <Kind K>
  int quiesce(Frame& frame, int alpha, int beta, int depth);

  // What the two loops consist of.
  template <Kind K>
  [[nodiscard]] std::optional<int> end_of_game(const Frame& frame, int& alpha, int& beta) const noexcept;
  [[nodiscard]] std::optional<int> ask_endgames(const Frame& frame, int depth) noexcept;
  template <Kind K>
  [[nodiscard]] Context look_at(const Frame& frame, int alpha, int beta, int depth) noexcept;
  template <Kind K>
  [[nodiscard]] std::optional<int> recall(const Frame& frame, Context& node) const noexcept;
  void remember(const Frame& frame, const Context& node) noexcept;
  [[nodiscard]] std::optional<int> look_for_another(Frame& frame, Context& node);
  [[nodiscard]] Candidate next_part(Frame& frame, Context& node, MovePicker<V>& picker);
  [[nodiscard]] bool defers(Frame& frame, Context& node, Part part) noexcept;
  template <Kind K>
  void try_part(Frame& frame, Context& node, Candidate candidate);
  template <Kind K>
  [[nodiscard]] int search_part(const Frame& frame, const Context& node, Candidate candidate, bool same_side);
  template <Kind K>
  [[nodiscard]] int search_next(const Frame& frame, bool same_side, int alpha, int beta, int depth);
  template <Kind K>
  void try_in_quiescence(Frame& frame, Context& node, Part part);
  template <Kind K>
  void take(Frame& frame, Context& node, Part part, int score, bool wins) noexcept;
  [[nodiscard]] Bitboard worth_taking(const Frame& frame, int depth) const noexcept;
  [[nodiscard]] int as_it_stands(const Frame& frame) noexcept;

  [[nodiscard]] Frame& frame_at(int ply) noexcept { return frames_[static_cast<std::size_t>(ply)]; }
  [[nodiscard]] const Frame& frame_at(int ply) const noexcept {
    return frames_[static_cast<std::size_t>(ply)];
  }
  void place(const Node& node) noexcept;
  rules::Step enter(Frame& frame, Part part) noexcept;
  [[nodiscard]] bool repeats(const Frame& frame) const noexcept;
  [[nodiscard]] static bool opponent_threatens(const Frame& frame) noexcept {
    return rules::can_enter_home_row<V>(frame.node.enemy.turned(), frame.node.own.turned());
  }
  [[nodiscard]] int evaluate(const Frame& frame) noexcept {
    return evaluator_(frame.node.own, frame.node.enemy, frame.node.phase) + shared_.noise.of(frame.key);
  }
  /// Whether not all turns through this node count.
  [[nodiscard]] bool is_partial(const Frame& frame) const noexcept {
    return (!excluded_.empty() && frame.ply <= 1) || frame.skipped.exists();
  }
  [[nodiscard]] bool is_excluded(const Frame& frame, Part part) const noexcept {
    if (part == frame.skipped && part.exists()) return true;
    return !excluded_.empty() && frame.ply <= 1 && is_excluded_turn(frame, part);
  }
  [[nodiscard]] bool is_excluded_turn(const Frame& frame, Part part) const noexcept;
  /// True if the search must end.
  [[nodiscard]] bool count_node(const Frame& frame) noexcept {
    if (tally_.nodes >= tally_.next_check) check_limits();
    if (tally_.aborted) return true;
    ++tally_.nodes;
    tally_.deepest = std::max(tally_.deepest, frame.ply);
    return false;
  }
  void check_limits() noexcept;
  void raise_line(Frame& frame, Part part, bool child_has_line) noexcept;
  void reward(Frame& frame, const Context& node, std::span<const ScoredPart> tried) noexcept;

  Shared& shared_;
  std::vector<Frame> frames_;
  PickerMemory moves_;
  eval::Evaluator evaluator_;
  std::span<const std::array<Part, 2>> excluded_;
  std::vector<std::uint64_t> before_;
  std::vector<Part> best_line_;
  Tally tally_;
  std::atomic<std::uint64_t> published_{0};
  std::atomic<std::uint64_t> table_hits_{0};
  int root_depth_ = 0;
  /// Hundreds of tiles of the endgame tables might be unpacked between two looks at the limits.
  const tablebase::Hurry until_over_ = [this] {
    return tally_.aborted = tally_.aborted || shared_.is_over();
  };
  const tablebase::Hurry always_ = [] { return true; };
};

}  // namespace ordo::search
