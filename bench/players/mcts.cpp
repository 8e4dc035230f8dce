// Monte-Carlo tree search: UCT, and proofs where the tree reaches the end of the game.
#include "players/mcts.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "eval/evaluate.h"
#include "players/budget.h"
#include "players/line.h"
#include "players/random_game.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/query.h"
#include "selfplay/minds.h"
#include "thinking/expectation.h"

namespace ordo::players {
namespace {

using rules::Color;
using rules::Part;
using rules::PartList;
using rules::Phase;
using rules::Position;
using thinking::Score;

enum class Proof : std::uint8_t { None, Win, Loss };

[[nodiscard]] constexpr Proof opposite(Proof proof) noexcept {
  if (proof == Proof::None) return Proof::None;
  return proof == Proof::Win ? Proof::Loss : Proof::Win;
}

/// A position of the tree, known by the part that led to it. Results are those of the side that played it.
struct Node {
  Part part;
  std::uint32_t first_child = 0;
  std::uint16_t children = 0;
  Color player = Color::White;  ///< of the part
  Proof proof = Proof::None;
  std::uint32_t visits = 0;
  float points = 0;  ///< the results of all leaves below: 1 for each won, 1/2 for each drawn

  /// `proven` is the result of `color`.
  void prove(Proof proven, Color color) noexcept { proof = color == player ? proven : opposite(proven); }
};
static_assert(sizeof(Node) == 20);

/// The tree of one search.
class Tree {
 public:
  Tree(const Position& root, std::size_t most_nodes, Leaf leaf, double exploration, std::uint64_t seed)
      : root_(root),
        most_nodes_(most_nodes),
        leaf_(leaf),
        exploration_(exploration),
        dice_(seed),
        evaluate_(selfplay::mind_called("hand")->judgement().of(root.variant())) {
    nodes_.push_back({.part = {}, .player = opponent(root.to_move())});
    expand(0, root_);
  }

  /// Goes down the tree, judges the leaf and takes its result back up.
  void play_once() {
    path_.assign(1, 0);
    Position position = root_;
    const auto go_down = [&] {
      path_.push_back(choose(end_of_path()));
      position = position.after(end_of_path().part);
    };
    while (end_of_path().children > 0 && end_of_path().proof == Proof::None) go_down();
    if (end_of_path().visits > 0 && end_of_path().proof == Proof::None) {
      expand(path_.back(), position);
      if (end_of_path().children > 0 && end_of_path().proof == Proof::None) go_down();
    }
    take_back_up(points_of_white(position));
  }

  [[nodiscard]] bool is_proven() const noexcept { return nodes_[0].proof != Proof::None; }

  /// The parts most tried, as whole turns.
  [[nodiscard]] std::vector<rules::Turn> best_line() const {
    std::vector<Part> parts;
    Position position = root_;
    for (const Node* node = nodes_.data(); node->children > 0;) {
      node = &best_child(*node);
      if (node->visits == 0 && !parts.empty()) break;
      parts.push_back(node->part);
      position = position.after(node->part);
    }
    // A proof ends with the first part of a winning turn, and a preparation may never have been followed up.
    if (position.phase() == Phase::Advance) {
      const auto wins = rules::winning_turn(position);
      parts.push_back((wins ? *wins : any_turn(position)).first());
    }
    return turns_of(root_, parts);
  }

  /// What the part most tried is worth to the side to move. A proof does not say how long it takes, so it
  /// counts as the best of estimates.
  [[nodiscard]] Score score() const noexcept {
    const Node& best = best_child(nodes_.front());
    if (best.proof == Proof::Win || is_proven_won()) return Score(Score::kMaxEstimate);
    if (best.proof == Proof::Loss) return Score(-Score::kMaxEstimate);
    const double games = best.visits + 2.0;  // a won and a lost game more, so that nothing is certain
    const double expected = (static_cast<double>(best.points) + 1.0) / games;
    return Score(static_cast<int>(std::lround(400.0 * std::log10(expected / (1.0 - expected)))));
  }

 private:
  [[nodiscard]] Node& end_of_path() noexcept { return nodes_[path_.back()]; }
  [[nodiscard]] std::span<const Node> children_of(const Node& node) const noexcept {
    return {nodes_.data() + node.first_child, node.children};
  }
  [[nodiscard]] bool is_proven_won() const noexcept { return nodes_.front().proof == Proof::Loss; }

  /// Proven wins are wanted most, proven losses least, otherwise visits count.
  [[nodiscard]] const Node& best_child(const Node& parent) const noexcept {
    const auto children = children_of(parent);
    return *std::max_element(children.begin(), children.end(), [](const Node& a, const Node& b) {
      const auto rank = [](const Node& node) {
        return node.proof == Proof::Win ? 2 : node.proof == Proof::None ? 1 : 0;
      };
      return std::pair(rank(a), a.visits) < std::pair(rank(b), b.visits);
    });
  }

  /// The child to look at next: those never tried first, then by UCT. What is proven lost is left alone.
  [[nodiscard]] std::uint32_t choose(const Node& parent) const noexcept {
    const double log_visits = std::log(static_cast<double>(parent.visits) + 1.0);
    std::uint32_t best = parent.first_child;
    double best_value = -1;
    for (std::uint32_t i = parent.first_child; i < parent.first_child + parent.children; ++i) {
      const Node& child = nodes_[i];
      if (child.proof == Proof::Loss) continue;
      if (child.visits == 0) return i;
      const double visits = child.visits;
      const double value =
          static_cast<double>(child.points) / visits + exploration_ * std::sqrt(log_visits / visits);
      if (value > best_value) {
        best_value = value;
        best = i;
      }
    }
    return best;
  }

  /// Gives a node its children, in random order since that is how they are first tried; or proves it, with
  /// the winning part as its only child. A full tree stays as it is.
  void expand(std::uint32_t index, const Position& position) {
    const Color mover = position.to_move();
    PartList parts;
    rules::generate_parts(position, parts);
    if (parts.empty()) return nodes_[index].prove(Proof::Loss, mover);
    if (const auto turn = rules::winning_turn(position)) {
      nodes_[index].prove(Proof::Win, mover);
      parts.clear();
      parts.push(turn->first());
    }
    const std::size_t first = nodes_.size();
    if (first + parts.size() > most_nodes_ && index != 0) return;
    nodes_[index].first_child = static_cast<std::uint32_t>(first);
    nodes_[index].children = static_cast<std::uint16_t>(parts.size());
    for (const Part part : parts) {
      nodes_.push_back({.part = part, .player = mover});
      const auto placed = static_cast<std::uint32_t>(nodes_.size() - first);
      std::swap(nodes_.back(), nodes_[first + dice_.below(placed)]);
    }
  }

  /// What the end of the path is worth to White, from 0 to 1.
  [[nodiscard]] float points_of_white(const Position& position) noexcept {
    const Node& node = end_of_path();
    if (node.proof != Proof::None)
      return (node.proof == Proof::Win) == (node.player == Color::White) ? 1.0F : 0.0F;
    if (leaf_ == Leaf::Estimate && !rules::is_decided(position)) {
      const Score score(evaluate_(position.own(), position.enemy(), position.phase()));
      const auto expected = static_cast<float>(thinking::expected_result(score));
      return position.to_move() == Color::White ? expected : 1 - expected;
    }
    const auto winner = play_at_random(position, dice_);
    return !winner ? 0.5F : *winner == Color::White ? 1.0F : 0.0F;
  }

  void take_back_up(float points_of_white) noexcept {
    bool proves = end_of_path().proof != Proof::None;
    for (std::size_t i = path_.size(); i-- > 0;) {
      Node& node = nodes_[path_[i]];
      ++node.visits;
      node.points += node.player == Color::White ? points_of_white : 1 - points_of_white;
      if (proves && i + 1 < path_.size()) proves = prove_by_children(node, nodes_[path_[i + 1]]);
    }
  }

  /// One child that wins proves a node, or all that lose. `news` is the child whose proof is new.
  [[nodiscard]] bool prove_by_children(Node& node, const Node& news) const noexcept {
    const auto children = children_of(node);
    const auto is_lost = [](const Node& child) { return child.proof == Proof::Loss; };
    if (news.proof == Proof::Loss && !std::all_of(children.begin(), children.end(), is_lost)) return false;
    node.prove(news.proof, news.player);
    return true;
  }

  Position root_;
  std::size_t most_nodes_;
  Leaf leaf_;
  double exploration_;
  Dice dice_;
  eval::Evaluator evaluate_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;  ///< from the root to where the random game starts
};

}  // namespace

thinking::Answer Mcts::think(const rules::Game& game, const thinking::Limits& limits,
                             const std::atomic<bool>& stop, const thinking::OnReport& on_report) {
  thinking::Answer answer;
  if (game.outcome()) return answer;
  constexpr std::uint64_t kFirstReport = 1024;
  Budget budget(limits, game.position().to_move(), stop);
  const std::uint64_t seed = options_.seed != 0 ? options_.seed : std::random_device()();
  Tree tree(game.position(), (options_.hash_megabytes << 20) / sizeof(Node), leaf_, exploration_,
            seed + ++searches_);
  std::uint64_t games = 0;
  const auto tell = [&] {
    thinking::Report report;
    report.line = tree.best_line();
    report.depth = report.deepest = static_cast<int>(report.line.size());
    const bool wins_now = rules::is_decided(game.position().after(report.line.front()));
    report.score = wins_now ? Score::win_after(1) : tree.score();
    report.nodes = games;
    report.time = budget.elapsed();
    if (on_report) on_report(report);
    return report;
  };
  // A random game takes longer than a look at the clock.
  for (std::uint64_t next_report = kFirstReport; !tree.is_proven() && !budget.spent_now(games);) {
    tree.play_once();
    if (++games != next_report) continue;
    next_report *= 2;
    (void)tell();
  }
  answer.lines = {tell()};
  answer.best = answer.lines.front().line.front();
  answer.nodes = games;
  answer.time = budget.elapsed();
  return answer;
}

}  // namespace ordo::players
