// Proof trees, played through by the naive generator: every answer is covered, every end is a win.
#include <map>
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
#include "support/proof_replay.h"
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
  const auto after = naive::played(position, text);
  EXPECT_TRUE(after) << text << " is illegal in " << naive::to_fen(position);
  return after.value_or(position);
}

[[nodiscard]] bool is_won(const naive::Position& position, Color winner) {
  const auto outcome = naive::outcome(position);
  return outcome && outcome->winner == winner;
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
    EXPECT_EQ(support::flaw_of(*tree, attacker), std::nullopt);
    std::ostringstream text;
    write(*tree, text);
    TextReplay(text.str()).expect_win(to_naive(position), attacker);
    ++proved;
  }
  EXPECT_GT(proved, support::full_scale() ? 40 : 2);
}

TEST(Proof, IsDoubtedByTheNaiveGeneratorWhereItIsWrong) {
  const auto position = rules::parse_fen(Variant::Ordo, "10/10/10/8bb/9w/8w1/10/10 b");
  ASSERT_TRUE(position);
  Solver solver({.bytes = 1 * kMegabyte});
  ASSERT_EQ(solver.solve({*position, Color::Black, {}, false}, {}).verdict, Verdict::Win);
  const auto tree = solver.proof({}, kMostReplies);
  ASSERT_TRUE(tree);
  ASSERT_EQ(support::flaw_of(*tree, Color::Black), std::nullopt);
  EXPECT_TRUE(support::flaw_of(*tree, Color::White));
  ProofTree gap = *tree;
  gap.stands.front().replies.pop_back();
  EXPECT_TRUE(support::flaw_of(gap, Color::Black));
  ProofTree endless = *tree;
  for (ProofTree::Stand& stand : endless.stands) stand.plies = 5;
  EXPECT_TRUE(support::flaw_of(endless, Color::Black));
  ProofTree hasty = *tree;
  for (ProofTree::Reply& reply : hasty.stands.front().replies) reply.next = ProofTree::kOver;
  EXPECT_TRUE(support::flaw_of(hasty, Color::Black));
  ProofTree illegal = *tree;
  for (ProofTree::Reply& reply : illegal.stands.front().replies) reply.attack = *illegal.first;
  EXPECT_TRUE(support::flaw_of(illegal, Color::Black));
  ProofTree believing = *tree;
  believing.stands.front().from_table = true;
  EXPECT_TRUE(support::flaw_of(believing, Color::Black));
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
  EXPECT_EQ(support::flaw_of(*tree, Color::White), std::nullopt);
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
  EXPECT_EQ(support::flaw_of(*tree, Color::Black), std::nullopt);
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
