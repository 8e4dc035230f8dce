// The solver beside the search: what it proves is reported, with a line that wins.
#include <atomic>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "search/engine.h"
#include "search/forced_wins.h"
#include "support/proof_suite.h"

namespace ordo::search {
namespace {

using support::ProvenWin;

/// Some of five turns and fewer, which the solver proves within its share of a few million nodes.
[[nodiscard]] std::vector<ProvenWin> wins_of(rules::Variant variant) {
  const auto all =
      support::read_proof_suite(ORDO_TESTS_DIR "/data/proofs_" + std::string(rules::name(variant)) + ".txt");
  EXPECT_TRUE(all) << all.error();
  constexpr int kMostTurns = 5;
  constexpr std::size_t kEvery = 24;
  std::vector<ProvenWin> some;
  for (std::size_t i = 0; all && i < all->size(); i += kEvery)
    if ((*all)[i].turns <= kMostTurns) some.push_back((*all)[i]);
  EXPECT_GE(some.size(), 5U);
  return some;
}

/// Plays the turns, which must be legal. The game after them.
[[nodiscard]] rules::Game played(const rules::Position& start, const std::vector<rules::Turn>& line) {
  rules::Game game(start);
  for (const rules::Turn& turn : line) {
    EXPECT_TRUE(!game.outcome() && rules::is_legal(game.position(), turn)) << rules::to_text(turn);
    if (testing::Test::HasFailure()) break;
    game.play(turn);
  }
  return game;
}

class Solver : public testing::TestWithParam<rules::Variant> {
 protected:
  Solver() {
    shared_.outside = &stop_;
    shared_.claimed = 4'000'000;
  }

  std::atomic<bool> stop_{false};
  Shared shared_;
  ForcedWins solver_;
};

TEST_P(Solver, ProvesWinsWithALineToTheEnd) {
  for (const ProvenWin& win : wins_of(GetParam())) {
    solver_.start();
    const auto found = solver_.look(win.position, shared_);
    ASSERT_TRUE(found) << support::to_line(win);
    const int least = win.is_shortest ? win.turns : support::kFewestTurns;
    EXPECT_GE(found->plies, 2 * least - 1) << support::to_line(win);
    EXPECT_LE(static_cast<int>(found->line.size()), found->plies);
    const rules::Game game = played(win.position, found->line);
    ASSERT_TRUE(game.outcome()) << support::to_line(win);
    EXPECT_EQ(game.outcome()->winner, win.position.to_move()) << support::to_line(win);
  }
}

TEST_P(Solver, IsAskedAgainOnceTheSearchHasSeenTwiceAsMuch) {
  const ProvenWin win = wins_of(GetParam()).front();
  EXPECT_TRUE(solver_.look(win.position, shared_));
  EXPECT_FALSE(solver_.look(win.position, shared_));
  shared_.claimed = 2 * shared_.claimed;
  EXPECT_TRUE(solver_.look(win.position, shared_));
  solver_.start();
  EXPECT_TRUE(solver_.look(win.position, shared_));
}

TEST_P(Solver, IsNotAskedWhereItMayNotBe) {
  const ProvenWin win = wins_of(GetParam()).front();
  stop_ = true;
  EXPECT_FALSE(solver_.look(win.position, shared_));
  stop_ = false;
  solver_.start();
  shared_.claimed = 100;
  EXPECT_FALSE(solver_.look(win.position, shared_));
}

TEST_P(Solver, MakesTheEngineReportAWin) {
  Engine engine;
  for (const ProvenWin& win : wins_of(GetParam())) {
    std::atomic<bool> stop{false};
    const auto on_report = [&](const Report& report) {
      if (report.score.is_win()) stop = true;
    };
    const Answer answer = engine.think(rules::Game(win.position), {}, stop, on_report);
    ASSERT_TRUE(answer.lines.front().score.is_win()) << support::to_line(win);
    EXPECT_FALSE(played(win.position, answer.lines.front().line).turns().empty());
  }
}

INSTANTIATE_TEST_SUITE_P(BothGames, Solver, testing::Values(rules::Variant::Ordo, rules::Variant::OrdoX),
                         [](const auto& of) { return std::string(rules::name(of.param)); });

}  // namespace
}  // namespace ordo::search
