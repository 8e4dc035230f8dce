// Positions with forced wins: they are what the file says, and the engine finds them.
#include <map>

#include <gtest/gtest.h>

#include "rules/game.h"
#include "rules/movegen.h"
#include "search/engine.h"
#include "support/forced_wins.h"
#include "support/limits.h"
#include "support/scale.h"
#include "support/win_prover.h"

namespace ordo::search {
namespace {

using rules::Variant;
using support::ForcedWin;
using support::within_nodes;
using support::within_time;

TEST(ForcedWins, ThereAreManyOfEachLength) {
  std::map<std::pair<Variant, int>, int> counts;
  for (const ForcedWin& win : support::read_forced_wins()) ++counts[{win.position.variant(), win.turns}];
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for (int turns = 1; turns <= 4; ++turns) EXPECT_GE((counts[{variant, turns}]), 30) << turns;
  }
}

TEST(ForcedWins, ASampleIsProvenAgain) {
  const auto wins = support::read_forced_wins();
  support::WinProver prover;
  const auto step = static_cast<std::size_t>(support::full_scale() ? 7 : 37);
  for (std::size_t i = 0; i < wins.size(); i += step) {
    EXPECT_EQ(prover.shortest_win(wins[i].position, 4), wins[i].turns) << wins[i].line;
  }
}

/// The turns are legal and the last one wins for whoever plays the first.
void expect_winning_line(const ForcedWin& win, const std::vector<rules::Turn>& line) {
  rules::Game game(win.position);
  for (const rules::Turn& turn : line) {
    ASSERT_FALSE(game.outcome()) << win.line;
    ASSERT_TRUE(rules::is_legal(game.position(), turn)) << win.line;
    game.play(turn);
  }
  ASSERT_TRUE(game.outcome()) << win.line << ": the line does not end the game";
  EXPECT_EQ(game.outcome()->winner, win.position.to_move()) << win.line;
}

TEST(ForcedWins, TheEngineFindsTheShortest) {
  constexpr std::uint64_t kNodes = 10'000'000;
  const auto wins = support::read_forced_wins();
  EngineOptions options;
  options.hash_megabytes = 16;
  Engine engine(options);
  const std::size_t step = support::full_scale() ? 1 : 9;
  for (std::size_t i = 0; i < wins.size(); i += step) {
    const ForcedWin& win = wins[i];
    engine.new_game();
    const Answer answer = engine.think(rules::Game(win.position), within_nodes(kNodes));
    ASSERT_TRUE(answer.best);
    const Report& report = answer.lines.front();
    EXPECT_TRUE(report.score.is_win()) << win.line << ": " << report.score.value();
    EXPECT_EQ(report.score.turns_to_win(), win.turns) << win.line;
    EXPECT_EQ(report.line.front(), *answer.best);
    expect_winning_line(win, report.line);
  }
}

TEST(ForcedWins, FromLevelThreeOnNoWinAtOnceIsOverlooked) {
  for (int level = 3; level <= kMaxLevel; ++level) {
    EngineOptions options;
    options.hash_megabytes = 1;
    options.level = level;
    options.seed = 1;
    Engine engine(options);
    std::size_t number = 0;
    for (const ForcedWin& win : support::read_forced_wins()) {
      if (win.turns != 1 || number++ % 6 != 0) continue;
      engine.new_game();
      rules::Game game(win.position);
      const Answer answer = engine.think(game, within_time(Milliseconds{200}));
      ASSERT_TRUE(answer.best && rules::is_legal(game.position(), *answer.best));
      game.play(*answer.best);
      ASSERT_TRUE(game.outcome()) << "level " << level << ": " << win.line;
      EXPECT_EQ(game.outcome()->winner, win.position.to_move());
    }
  }
}

}  // namespace
}  // namespace ordo::search
