// One thread of the search.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "eval/evaluate.h"
#include "rules/group.h"
#include "rules/reconnect.h"
#include "search/history.h"
#include "search/node.h"
#include "search/score.h"
#include "search/shared.h"

namespace ordo::search {

/// Beyond every score.
inline constexpr int kInfinite = Score::kWin + 1;

/// Where a search starts.
struct Root {
  Node node;
  /// The keys of the nodes before it that can still be repeated, oldest first; the side to move alternates.
  std::vector<std::uint64_t> before;
};

/// An Ordo X node gets to few of its many quiet moves: they are listed before it is known whether they keep
/// the group together. In Ordo finding that out for all of them is a hundredth of the work.
template <Variant V>
inline constexpr auto kConnection =
    V == Variant::OrdoX ? rules::Connection::Hoped : rules::Connection::Proven;

/// Owns its stack, its histories and its groups; shares the table. Searches parts: an Ordo X preparation and
/// its advance are nodes of the same side.
template <Variant V>
class Worker {
 public:
  explicit Worker(Shared& shared);

  void clear() noexcept { history_.clear(); }
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

  /// The best part by another search of this depth, or none if that takes more than so many nodes: to
  /// complete lines.
  [[nodiscard]] Part best_part(const Node& node, int depth, std::uint64_t most_nodes,
                               std::optional<Score> expected = {});

  [[nodiscard]] std::uint64_t nodes() const noexcept { return tally_.nodes; }
  [[nodiscard]] int deepest() const noexcept { return tally_.deepest; }

 private:
  static constexpr int kMaxPly = 192;

  /// In one number that is greater the sooner the part is to be tried.
  class ScoredPart {
   public:
    ScoredPart() noexcept = default;
    ScoredPart(Part part, int score) noexcept : rank_(static_cast<std::int64_t>(score) << 32 | part.bits()) {}
    [[nodiscard]] Part part() const noexcept { return Part::from_bits(static_cast<std::uint32_t>(rank_)); }
    [[nodiscard]] std::int64_t rank() const noexcept { return rank_; }

   private:
    std::int64_t rank_ = 0;
  };

  /// A ply of the line being searched; a ply is a part.
  struct Frame {
    Node node;
    std::uint64_t key = 0;
    int ply = 0;
    int turns = 0;          ///< completed since the root
    int side = 0;           ///< 0: the side to move at the root
    int reversible = 0;     ///< sideways moves before this node without anything else: only these can repeat
    bool captured = false;  ///< the part before took something
    bool split = false;     ///< the side to move must reconnect
    Part move;              ///< the one being searched
    std::array<Part, 2> killers{};
    int line_length = 0;
    std::array<Part, kMaxPly> line;
  };

  /// What is counted from start() on.
  struct Tally {
    std::uint64_t nodes = 0;
    std::uint64_t next_check = 0;  ///< at so many nodes
    std::uint64_t published = 0;   ///< to the other threads
    std::uint64_t most_nodes = ~std::uint64_t{0};
    int deepest = 0;
    bool aborted = false;
  };

  enum class Kind : std::uint8_t { Pv, Other };

  template <Kind K>
  int search(Frame& frame, int alpha, int beta, int depth);
  template <Kind K>
  int quiesce(Frame& frame, int alpha, int beta, int depth);

  [[nodiscard]] Frame& frame_at(int ply) noexcept { return frames_[static_cast<std::size_t>(ply)]; }
  [[nodiscard]] const Frame& frame_at(int ply) const noexcept {
    return frames_[static_cast<std::size_t>(ply)];
  }
  void place(const Node& node) noexcept;
  void enter(Frame& next, const Frame& frame, Part part, const Played& played) noexcept;
  [[nodiscard]] bool repeats(const Frame& frame) const noexcept;
  [[nodiscard]] bool opponent_threatens(const Frame& frame) const noexcept;
  [[nodiscard]] int evaluate(const Frame& frame) noexcept;
  [[nodiscard]] bool is_excluded(const Frame& frame, Part part) const noexcept;
  [[nodiscard]] bool count_node() noexcept;
  void check_limits() noexcept;
  void list(Frame& frame, Part table_move);
  /// All parts but this one; then captures of the `wanted` pieces, and quiet parts, apart.
  void list_captures(Frame& frame, Bitboard wanted, Part table_move);
  void list_quiet(Frame& frame, Part table_move, const std::array<Part, 2>& tried);
  /// The same for a side that must reconnect.
  void list_captures(Frame& frame, const rules::Reconnection& moves, Part table_move);
  void list_quiet(Frame& frame, const rules::Reconnection& moves, Part table_move);
  [[nodiscard]] static bool may_reach_seventh_rank(const Node& node) noexcept;
  [[nodiscard]] static bool is_playable(const Node& node, Part part) noexcept;
  [[nodiscard]] int order(const Frame& frame, Part part) const noexcept;
  [[nodiscard]] Part pick(std::size_t at) noexcept;
  void raise_line(Frame& frame, Part part, bool child_has_line) noexcept;
  void reward(const Frame& frame, Part best, int depth, std::size_t first, std::size_t tried) noexcept;

  Shared& shared_;
  History history_;
  std::vector<Frame> frames_;
  std::vector<ScoredPart> parts_;  ///< the moves of all plies of the line, one list after the other
  rules::GroupCache groups_;
  eval::Evaluator evaluator_;
  rules::PartList listed_;
  std::span<const std::array<Part, 2>> excluded_;
  std::vector<std::uint64_t> before_;
  std::vector<Part> best_line_;
  Tally tally_;
  int root_depth_ = 0;
};

}  // namespace ordo::search
