// The solver ends when it is told to, and says why; repetition is no win, and no refutation by itself.
#include <atomic>
#include <chrono>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "solve/proof_table.h"
#include "solve/solver.h"

namespace ordo::solve {
namespace {

using rules::Color;
using rules::Position;
using rules::Variant;

[[nodiscard]] Question about(Variant variant, const char* fen) {
  const auto position = rules::parse_fen(variant, fen);
  EXPECT_TRUE(position);
  return {*position, position->to_move(), {}, false};
}

[[nodiscard]] Question about_the_start(Variant variant) {
  return {Position::initial(variant), Color::White, {}, false};
}

TEST(SolveLimits, NodesAreNeverExceeded) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    Solver solver({.bytes = 2 * kMegabyte});
    for (const std::uint64_t nodes : {1U, 2U, 77U, 3000U}) {
      Limits limits;
      limits.nodes = nodes;
      const Answer answer = solver.solve(about_the_start(variant), limits);
      EXPECT_EQ(answer.verdict, Verdict::Unknown);
      EXPECT_EQ(answer.ended, Ended::OutOfNodes);
      EXPECT_EQ(answer.nodes, nodes);
    }
  }
}

TEST(SolveLimits, ADeadlineThatHasPassedLeavesNoTime) {
  Limits limits;
  limits.deadline = std::chrono::steady_clock::now();
  const Answer answer = Solver({.bytes = 1 * kMegabyte}).solve(about_the_start(Variant::Ordo), limits);
  EXPECT_EQ(answer.ended, Ended::OutOfTime);
  EXPECT_EQ(answer.nodes, 0U);
}

TEST(SolveLimits, StopIsObeyedAtTheNextNode) {
  std::atomic<bool> stop{false};
  std::uint64_t told = 0;
  Limits limits;
  limits.stop = &stop;
  limits.on_progress = [&](std::uint64_t nodes) {
    told = nodes;
    stop = true;
  };
  const Answer answer = Solver({.bytes = 1 * kMegabyte}).solve(about_the_start(Variant::OrdoX), limits);
  EXPECT_EQ(answer.verdict, Verdict::Unknown);
  EXPECT_EQ(answer.ended, Ended::Stopped);
  EXPECT_GT(told, 0U);
  EXPECT_EQ(answer.nodes, told);
}

TEST(SolveLimits, TheSameQuestionHasTheSameAnswer) {
  Solver solver({.bytes = 1 * kMegabyte});
  const Question question = about(Variant::Ordo, "bb8/10/10/w9/w9/10/10/10 w");
  const Answer first = solver.solve(question, {});
  const Answer second = solver.solve(question, {});
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.plies, second.plies);
  EXPECT_EQ(first.turn, second.turn);
}

TEST(SolveLimits, AWinThatIsFoundStaysOneWhenShorterOnesTakeTooLong) {
  Question question = about(Variant::Ordo, "bb8/10/10/w9/w9/10/10/10 w");
  Solver solver({.bytes = 4 * kMegabyte});
  const Answer found = solver.solve(question, {});
  question.shortest = true;
  Limits limits;
  limits.nodes = found.nodes + 10;
  const Answer answer = solver.solve(question, limits);
  EXPECT_EQ(answer.verdict, Verdict::Win);
  EXPECT_EQ(answer.plies, found.plies);
  EXPECT_EQ(answer.is_shortest, found.plies == 17);
}

TEST(SolveRepetition, ADrawIsRefutedForBothSides) {
  Question question = about(Variant::Ordo, "10/10/10/2bb6/10/4w5/4w5/10 w");
  Solver solver({.bytes = 4 * kMegabyte});
  EXPECT_EQ(solver.solve(question, {}).verdict, Verdict::NoForcedWin);
  question.attacker = Color::Black;
  EXPECT_EQ(solver.solve(question, {}).verdict, Verdict::NoForcedWin);
}

TEST(ProofTable, ForgetsProvisionalRefutationsAndNothingElse) {
  ProofTable table(kMegabyte);
  table.store(1, Numbers::won(5), 10);
  table.store(2, Numbers::refuted(), 10);
  table.store(3, Numbers::refuted(true), 10);
  EXPECT_EQ(table.find(3), Numbers::refuted(true));
  table.forget_provisional();
  EXPECT_EQ(table.find(1), Numbers::won(5));
  EXPECT_EQ(table.find(2), Numbers::refuted());
  EXPECT_FALSE(table.find(3));
  table.store(3, Numbers::refuted(true), 10);
  EXPECT_TRUE(table.find(3));
  table.clear();
  EXPECT_FALSE(table.find(1));
}

TEST(ProofTable, KeepsWhatCostMoreWork) {
  ProofTable table(kMegabyte);
  const std::uint64_t key = 1;
  table.store(key, Numbers::won(3), 1'000'000);
  for (std::uint64_t other = 2; other < 100; ++other) table.store(other, {2, 2, 0, false}, other);
  EXPECT_EQ(table.find(key), Numbers::won(3));
  EXPECT_FALSE(table.find(2));  // all of them share a place
}

}  // namespace
}  // namespace ordo::solve
