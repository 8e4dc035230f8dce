// The baseline: plain alpha-beta with an evaluation of one idea.
#include "players/baseline.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "players/budget.h"
#include "players/line.h"
#include "rules/group.h"
#include "rules/movegen.h"
#include "rules/outcome.h"

namespace ordo::players {
namespace {

using rules::Bitboard;
using rules::Part;
using rules::PartList;
using rules::Phase;
using rules::Position;
using thinking::Score;

/// How many ranks the pieces have come up, all together: a rank is a number of three bits, so three counts
/// do.
[[nodiscard]] int ranks_climbed(Bitboard pieces) noexcept {
  constexpr std::uint64_t kOddRanks = 0xFFFF'0000'FFFF'0000U;
  constexpr std::uint64_t kUpperRanks = 0xFFFF'FFFF'0000'0000U;
  const Bitboard ones = Bitboard::from_words(kOddRanks, kOddRanks);
  const Bitboard twos = Bitboard::from_words(kUpperRanks, kUpperRanks);
  const Bitboard fours = Bitboard::from_words(0, ~std::uint64_t{0});
  return (pieces & ones).count() + 2 * (pieces & twos).count() + 4 * (pieces & fours).count();
}

/// Advancement, in centipoints for the side to move.
[[nodiscard]] int evaluate(const Position& position) noexcept {
  constexpr int kRank = 10;
  return kRank * (ranks_climbed(position.own()) - ranks_climbed(position.enemy().turned()));
}

/// One search of one position.
class Search {
 public:
  Search(const rules::Game& game, Budget& budget)
      : root_(game.position()), groups_(game.variant()), budget_(budget) {
    for (const Position& position : game.positions()) past_.push_back(position.hash());
  }

  struct Iteration {
    int value = 0;
    std::vector<rules::Turn> line;
  };
  /// The best line to this depth. If the budget is spent on the way, the best of the turns that were
  /// searched; no line if there was none.
  [[nodiscard]] Iteration iterate(int depth) {
    lines_[0].size = 0;
    on_last_line_ = true;
    const int value = search(root_, depth, 0, {-Score::kWin, Score::kWin});
    if (lines_[0].size > 0) last_line_ = lines_[0];
    return {value, turns_of(root_, lines_[0].parts())};
  }

  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

 private:
  struct Line {
    int size = 0;
    std::array<Part, thinking::kMaxDepth + 2> all;

    [[nodiscard]] std::span<const Part> parts() const noexcept {
      return {all.data(), static_cast<std::size_t>(size)};
    }
    void set(Part first, const Line& rest) noexcept {
      all[0] = first;
      std::copy_n(rest.all.begin(), rest.size, all.begin() + 1);
      size = rest.size + 1;
    }
  };
  struct Window {
    int alpha;
    int beta;
  };

  /// The value for the side to move, and the line that leads to it in lines_[ply]. `ply` counts parts.
  int search(const Position& position, int depth, int ply, Window window) {
    Line& line = lines_[static_cast<std::size_t>(ply)];
    line.size = 0;
    ++nodes_;
    // A turn is never judged half-played, so that every line consists of whole turns.
    if (depth <= 0 && position.phase() == Phase::Whole) return evaluate(position);
    PartList list;
    rules::generate_parts(position, groups_, list);
    if (list.empty()) return -won_after(turns_);  // a split side that cannot reconnect

    int best = -Score::kWin;
    for (const Part part : in_order(list, ply)) {
      const int value = value_of(position, part, depth - 1, ply, window);
      on_last_line_ = false;
      if (budget_.spent(nodes_)) return best;
      best = std::max(best, value);
      if (value <= window.alpha) continue;
      line.set(part, lines_[static_cast<std::size_t>(ply) + 1]);
      window.alpha = value;
      if (window.alpha >= window.beta) break;
    }
    return best;
  }

  /// What a part is worth to the side that plays it.
  int value_of(const Position& position, Part part, int depth, int ply, Window window) {
    lines_[static_cast<std::size_t>(ply) + 1].size = 0;
    const Position next = position.after(part);
    if (rules::is_decided(next)) {  // nobody can lose by a turn of their own
      ++nodes_;
      return won_after(turns_ + 1);
    }
    if (next.to_move() == position.to_move()) return search(next, depth, ply + 1, window);
    const std::uint64_t key = next.hash();
    if (std::find(past_.begin(), past_.end(), key) != past_.end()) {
      ++nodes_;
      return 0;
    }
    past_.push_back(key);
    ++turns_;
    const int value = -search(next, depth, ply + 1, {-window.beta, -window.alpha});
    --turns_;
    past_.pop_back();
    return value;
  }

  /// The list itself, captures first, and before them the part of the last iteration's line.
  [[nodiscard]] std::span<const Part> in_order(PartList& list, int ply) noexcept {
    const std::span<Part> parts(list.free_space() - list.size(), list.size());
    std::partition(parts.begin(), parts.end(), [](Part part) { return part.captures(); });
    on_last_line_ = on_last_line_ && ply < last_line_.size;
    if (!on_last_line_) return parts;
    const auto last = std::find(parts.begin(), parts.end(), last_line_.all[static_cast<std::size_t>(ply)]);
    if (last != parts.end()) std::rotate(parts.begin(), last, last + 1);
    return parts;
  }

  [[nodiscard]] static int won_after(int turns) noexcept { return Score::win_after(turns).value(); }

  Position root_;
  rules::GroupCache groups_;
  Budget& budget_;
  std::vector<std::uint64_t> past_;  ///< what has stood on the board, in the game and on the way
  std::array<Line, thinking::kMaxDepth + 3> lines_;
  Line last_line_;
  bool on_last_line_ = false;  ///< all parts on the way are those of the last iteration's line
  int turns_ = 0;              ///< on the way
  std::uint64_t nodes_ = 0;
};

}  // namespace

thinking::Answer Baseline::think(const rules::Game& game, const thinking::Limits& limits,
                                 const std::atomic<bool>& stop, const thinking::OnReport& on_report) {
  thinking::Answer answer;
  if (game.outcome()) return answer;
  Budget budget(limits, game.position().to_move(), stop);
  const auto search = std::make_unique<Search>(game, budget);
  thinking::Report report;
  report.line = {any_turn(game.position())};
  const int deepest = std::min(limits.depth.value_or(thinking::kMaxDepth), thinking::kMaxDepth);
  for (int depth = 1; depth <= deepest && !report.score.is_proven() && !budget.spent_now(search->nodes());
       ++depth) {
    auto [value, line] = search->iterate(depth);
    if (line.empty()) break;
    report.depth = report.deepest = depth;
    report.score = Score(value);
    report.line = std::move(line);
    report.nodes = search->nodes();
    report.time = budget.elapsed();
    if (on_report) on_report(report);
  }
  answer.best = report.line.front();
  answer.nodes = search->nodes();
  answer.time = budget.elapsed();
  answer.lines = {std::move(report)};
  return answer;
}

}  // namespace ordo::players
