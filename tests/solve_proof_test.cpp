// Proof trees, played through by the naive generator: every answer is covered, every end is a win.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "naive/naive.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "solve/solver.h"
#include "support/convert.h"
#include "support/forced_wins.h"
#include "support/scale.h"
#include "tablebase/table_files.h"

namespace ordo::solve {
namespace {

using rules::Color;
using rules::Variant;
using support::to_naive;

constexpr std::size_t kMostReplies = 200'000;

[[nodiscard]] Limits at_most_nodes(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}

/// The position after a turn given as text; what is illegal fails the test.
[[nodiscard]] naive::Position played(const naive::Position& position, const std::string& text) {
  for (const naive::Turn& turn : naive::turns(position)) {
    if (naive::to_text(turn) == text) return naive::after(position, turn);
  }
  ADD_FAILURE() << text << " is illegal in " << naive::to_fen(position);
  return position;
}

[[nodiscard]] bool is_won(const naive::Position& position, Color winner) {
  const auto outcome = naive::outcome(position);
  return outcome && outcome->winner == winner;
}

void expect_stand(const ProofTree& tree, const ProofTree::Stand& stand, Color attacker) {
  const naive::Position position = to_naive(stand.position);
  if (stand.from_table) return;
  ASSERT_NE(position.to_move, attacker);
  std::set<std::string> covered;
  for (const ProofTree::Reply& reply : stand.replies) covered.insert(rules::to_text(reply.defence));
  std::set<std::string> legal;
  for (const naive::Turn& turn : naive::turns(position)) legal.insert(naive::to_text(turn));
  ASSERT_EQ(covered, legal) << naive::to_fen(position);
  ASSERT_TRUE(!legal.empty() || is_won(position, attacker)) << naive::to_fen(position);
  for (const ProofTree::Reply& reply : stand.replies) {
    const naive::Position defended = played(position, rules::to_text(reply.defence));
    const naive::Position after = played(defended, rules::to_text(reply.attack));
    if (reply.next == ProofTree::kOver) {
      ASSERT_TRUE(is_won(after, attacker)) << naive::to_fen(after);
      continue;
    }
    const ProofTree::Stand& next = tree.stands[static_cast<std::size_t>(reply.next)];
    ASSERT_EQ(after, to_naive(next.position));
    ASSERT_LE(next.plies + 2, stand.plies);  // so it ends
  }
}

void expect_proof(const ProofTree& tree, Color attacker) {
  naive::Position position = to_naive(tree.start);
  if (tree.first) position = played(position, rules::to_text(*tree.first));
  if (tree.next == ProofTree::kOver) {
    EXPECT_TRUE(is_won(position, attacker));
    return;
  }
  ASSERT_EQ(position, to_naive(tree.stands[static_cast<std::size_t>(tree.next)].position));
  for (const ProofTree::Stand& stand : tree.stands) expect_stand(tree, stand, attacker);
}

/// Reads a tree as text and plays it through.
class TextReplay {
 public:
  explicit TextReplay(const std::string& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines_.push_back(line);
  }

  void expect_win(const naive::Position& start, Color attacker) {
    attacker_ = attacker;
    ASSERT_GE(lines_.size(), 2U);
    at_ = 1;
    follow(start, {}, 0);
    EXPECT_EQ(at_, lines_.size());
  }

 private:
  [[nodiscard]] static std::size_t depth_of(const std::string& line) {
    return line.find_first_not_of(' ') / 2;
  }

  /// The line at hand, played from `position`; `answer`: what the other side played before it.
  void follow(const naive::Position& position, const std::string& answer, std::size_t depth) {
    const std::string line = lines_[at_++].substr(2 * depth + (answer.empty() ? 0 : answer.size() + 1));
    const std::string turn = line.substr(0, line.find_first_of("# "));
    const naive::Position after = played(position, turn);
    const std::size_t number = at_;
    if (line.ends_with("#")) {
      EXPECT_TRUE(is_won(after, attacker_)) << line;
    } else if (const auto at = line.find("(as after line "); at != std::string::npos) {
      EXPECT_EQ(naive::to_fen(after), naive::to_fen(after_.at(std::stoul(line.substr(at + 15))))) << line;
    } else {
      after_[number] = after;
      stand(after, depth + 1);
    }
  }

  void stand(const naive::Position& position, std::size_t depth) {
    std::map<std::string, naive::Position> left;
    for (const naive::Turn& turn : naive::turns(position))
      left.emplace(naive::to_text(turn), naive::after(position, turn));
    while (at_ < lines_.size() && depth_of(lines_[at_]) == depth) {
      const std::string line = lines_[at_].substr(2 * depth);
      const std::string answer = line.substr(0, line.find(' '));
      if (answer == "others") {
        const std::string turn = line.substr(7, line.size() - 8);
        for (const auto& [defence, after] : left) EXPECT_TRUE(is_won(played(after, turn), attacker_)) << line;
        left.clear();
        ++at_;
        continue;
      }
      ASSERT_TRUE(left.contains(answer)) << line;
      const naive::Position defended = left.at(answer);
      left.erase(answer);
      follow(defended, answer, depth);
    }
    EXPECT_TRUE(left.empty()) << left.size() << " answers are not covered in " << naive::to_fen(position);
  }

  std::vector<std::string> lines_;
  std::size_t at_ = 0;
  Color attacker_ = Color::White;
  std::map<std::size_t, naive::Position> after_;  ///< by the number of the line
};

TEST(Proof, IsPlayedThroughByTheNaiveGenerator) {
  const auto all = support::read_forced_wins();
  const std::size_t step = support::full_scale() ? 4 : 41;
  int proved = 0;
  for (std::size_t i = 0; i < all.size(); i += step) {
    SCOPED_TRACE(all[i].line);
    Solver solver({.bytes = 16 * kMegabyte});
    const rules::Position& position = all[i].position;
    const Color attacker = position.to_move();
    if (solver.solve({position, attacker, {}, true}, at_most_nodes(100'000)).verdict != Verdict::Win)
      continue;
    const auto tree = solver.proof(at_most_nodes(200'000), 20'000);
    if (!tree) continue;  // too many answers for a test
    expect_proof(*tree, attacker);
    std::ostringstream text;
    write(*tree, text);
    TextReplay(text.str()).expect_win(to_naive(position), attacker);
    ++proved;
  }
  EXPECT_GT(proved, support::full_scale() ? 40 : 2);
}

TEST(Proof, IsFoundAgainWhereTheMemoryIsTooSmall) {
  const auto position = rules::parse_fen(Variant::Ordo, "bb8/10/10/w9/w9/10/10/10 w");
  ASSERT_TRUE(position);
  Solver solver({.bytes = 10'000});  // a hundredth of the nodes it takes
  const Answer answer = solver.solve({*position, Color::White, {}, false}, at_most_nodes(1'000'000));
  ASSERT_EQ(answer.verdict, Verdict::Win);
  const auto tree = solver.proof({}, kMostReplies);
  ASSERT_TRUE(tree);
  EXPECT_LE(tree->plies(), answer.plies);
  EXPECT_GE(tree->plies(), 17);
  expect_proof(*tree, Color::White);
}

TEST(Proof, OfTheSideThatWaitsCoversAllTurnsOfTheMover) {
  // Whoever is to move loses: docs/endgames.md.
  const auto position = rules::parse_fen(Variant::Ordo, "10/bb8/ww8/10/10/10/10/10 w");
  ASSERT_TRUE(position);
  Solver solver({.bytes = 1 * kMegabyte});
  const Answer answer = solver.solve({*position, Color::Black, {}, true}, {});
  ASSERT_EQ(answer.verdict, Verdict::Win);
  EXPECT_FALSE(answer.turn);
  const auto tree = solver.proof({}, kMostReplies);
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->plies(), answer.plies);
  expect_proof(*tree, Color::Black);
}

TEST(Proof, EndsWhereATableKnows) {
  tablebase::Tables tables;
  tablebase::add_builtin(tables);
  const auto position = rules::parse_fen(Variant::Ordo, "bb8/10/10/w9/w9/10/10/10 w");
  ASSERT_TRUE(position);
  Solver solver({.bytes = 1 * kMegabyte, .tables = &tables});
  ASSERT_EQ(solver.solve({*position, Color::White, {}, false}, {}).plies, 17);
  const auto tree = solver.proof({}, kMostReplies);
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->stands.size(), 1U);
  std::ostringstream text;
  write(*tree, text);
  EXPECT_EQ(text.str(), "bb8/10/10/w9/w9/10/10/10 w: White wins in at most 9\na4-b4 (table: loss 16)\n");
}

TEST(Proof, IsNotMadeBeyondTheNumberOfRepliesAskedFor) {
  const auto position = rules::parse_fen(Variant::Ordo, "bb8/10/10/w9/w9/10/10/10 w");
  ASSERT_TRUE(position);
  Solver solver({.bytes = 4 * kMegabyte});
  ASSERT_EQ(solver.solve({*position, Color::White, {}, false}, {}).verdict, Verdict::Win);
  EXPECT_FALSE(solver.proof({}, 10));
}

}  // namespace
}  // namespace ordo::solve
