// The suites of proven wins: well made, and proved again by those who share nothing with the solver.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rules/outcome.h"
#include "solve/solver.h"
#include "support/proof_replay.h"
#include "support/proof_suite.h"
#include "support/random_positions.h"
#include "support/scale.h"
#include "support/win_prover.h"

namespace ordo::solve {
namespace {

using rules::Variant;
using support::kFewestTurns;
using support::kMostTurns;
using support::ProvenWin;

constexpr std::array kSuites = {Variant::Ordo, Variant::OrdoX};

[[nodiscard]] std::vector<ProvenWin> suite_of(Variant variant) {
  const auto wins =
      support::read_proof_suite(ORDO_TESTS_DIR "/data/proofs_" + std::string(rules::name(variant)) + ".txt");
  EXPECT_TRUE(wins) << wins.error();
  return wins ? *wins : std::vector<ProvenWin>();
}

/// Some of them, in another order, always the same.
[[nodiscard]] std::vector<ProvenWin> sample_of(std::vector<ProvenWin> wins, std::size_t size) {
  support::Random random(19);
  for (std::size_t i = wins.size(); i > 1; --i)
    std::swap(wins[i - 1], wins[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
  if (wins.size() > size) wins.resize(size, wins.front());
  return wins;
}

TEST(ProofSuite, HasHundredsOfPositionsOfManyLengthsInBothGames) {
  constexpr int kLongestInOrdoX = 7;  // longer ones are out of the solver's reach: docs/solve.md
  for (const Variant variant : kSuites) {
    const auto wins = suite_of(variant);
    const int longest = variant == Variant::Ordo ? kMostTurns : kLongestInOrdoX;
    EXPECT_GE(wins.size(), 500U);
    std::map<int, int> lengths;
    for (const ProvenWin& win : wins) {
      EXPECT_EQ(win.position.variant(), variant) << to_line(win);
      EXPECT_FALSE(rules::outcome(win.position)) << to_line(win);
      ++lengths[win.turns];
    }
    for (int turns = kFewestTurns; turns <= longest; ++turns) EXPECT_GE(lengths[turns], 5) << turns;
  }
}

TEST(ProofSuite, HasNoPositionTwiceAlsoNotAsAMirrorImage) {
  for (const Variant variant : kSuites) {
    std::set<std::array<std::uint64_t, 4>> seen;
    for (const ProvenWin& win : suite_of(variant))
      EXPECT_TRUE(seen.insert(support::canonical(win.position)).second) << to_line(win);
  }
}

TEST(ProofSuite, IsReadAsItIsWritten) {
  const std::string line = "ordox <=7 10/3b6/4bb4/4b5/5w4/4w5/4ww4/10 w";
  const auto win = support::proven_win_from(line);
  ASSERT_TRUE(win);
  EXPECT_FALSE(win->is_shortest);
  EXPECT_EQ(to_line(*win), line);
  EXPECT_FALSE(support::proven_win_from("ordox 2 10/3b6/4bb4/4b5/5w4/4w5/4ww4/10 w"));
  EXPECT_FALSE(support::proven_win_from("ordox 7 10/3b6/4bb4/4b5/5w4/4w5/4ww4 w"));
  EXPECT_FALSE(support::proven_win_from("chess 7 10/3b6/4bb4/4b5/5w4/4w5/4ww4/10 w"));
}

TEST(ProofSuite, IsProvedAgainByTheNaiveGeneratorWhereProofsAreSmall) {
  // All of them, without these limits: proof_suite_generator check.
  constexpr std::size_t kSmall = 5'000;  // replies
  Limits limits;
  limits.nodes = 20'000;
  Solver solver({.bytes = 4 * kMegabyte});
  for (const Variant variant : kSuites) {
    int proved = 0;
    for (const ProvenWin& win : sample_of(suite_of(variant), static_cast<std::size_t>(support::scaled(80)))) {
      const rules::Color attacker = win.position.to_move();
      const Answer answer = solver.solve({win.position, attacker, win.turns, false}, limits);
      EXPECT_NE(answer.verdict, Verdict::NoForcedWin) << to_line(win);
      if (answer.verdict != Verdict::Win) continue;
      const auto tree = solver.proof(limits, kSmall);
      if (!tree) continue;
      EXPECT_LE(tree->plies(), 2 * win.turns - 1) << to_line(win);
      EXPECT_EQ(support::flaw_of(*tree, attacker), std::nullopt) << to_line(win);
      ++proved;
    }
    EXPECT_GE(proved, support::scaled(80) / 4);
  }
}

TEST(ProofSuite, HasNoShorterWinByBruteForceWhereThatIsSmall) {
  support::WinProver prover(20'000);
  for (const Variant variant : kSuites) {
    for (const ProvenWin& win : sample_of(suite_of(variant), static_cast<std::size_t>(support::scaled(80)))) {
      const auto turns = prover.shortest_win(win.position, win.is_shortest ? win.turns : kFewestTurns - 1);
      if (prover.gave_up()) continue;
      EXPECT_EQ(turns, win.is_shortest ? std::optional(win.turns) : std::nullopt) << to_line(win);
    }
  }
}

}  // namespace
}  // namespace ordo::solve
