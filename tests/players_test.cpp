// The reference players: whatever the limits, they play by the rules and see what is in front of them.
#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "players/baseline.h"
#include "players/mcts.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "search/engine.h"
#include "selfplay/minds.h"
#include "support/forced_wins.h"
#include "support/limits.h"
#include "support/scale.h"

namespace ordo::players {
namespace {

using rules::Game;
using rules::Variant;
using support::within_nodes;
using support::within_time;
using thinking::Answer;
using thinking::Limits;
using thinking::Milliseconds;

class PlayersTest : public testing::Test {
 protected:
  PlayersTest() {
    players_.push_back(std::make_unique<Baseline>());
    players_.push_back(std::make_unique<Mcts>());
    players_.push_back(std::make_unique<Mcts>(Leaf::Estimate));
    thinking::EngineOptions options;
    options.hash_megabytes = 4;
    options.seed = 1;
    for (const auto& player : players_) player->configure(options);
  }

  /// The answer after all its lines have been checked.
  Answer ask(thinking::Thinker& player, const Game& game, const Limits& limits) {
    Answer answer =
        player.think(game, limits, stop_, [&](const thinking::Report& report) { check(game, report); });
    EXPECT_TRUE(answer.best && rules::is_legal(game.position(), *answer.best));
    for (const thinking::Report& report : answer.lines) check(game, report);
    return answer;
  }

  static void check(const Game& start, const thinking::Report& report) {
    Game game = start;
    for (const rules::Turn& turn : report.line) {
      ASSERT_TRUE(!game.outcome() && rules::is_legal(game.position(), turn));
      game.play(turn);
    }
  }

  std::atomic<bool> stop_{false};
  std::vector<std::unique_ptr<thinking::Thinker>> players_;
};

TEST_F(PlayersTest, PlayWholeGamesByTheRules) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for (int i = 0; i < support::scaled(4); ++i) {
      Game game(variant);
      for (std::size_t turns = 0; !game.outcome() && turns < 200; ++turns) {
        const std::size_t who = (turns + static_cast<std::size_t>(i)) % players_.size();
        game.play(*ask(*players_[who], game, within_nodes(who == 0 ? 3000 : 60)).best);
      }
    }
  }
}

/// After a few turns, each piece counts for each of them in another way.
TEST(Minds, AreAllDifferentAndPlayByTheRules) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    std::vector<std::vector<int>> opinions;
    for (const selfplay::Mind& mind : selfplay::minds()) {
      EXPECT_EQ(selfplay::mind_called(mind.name), &mind);
      search::Engine engine({}, mind.judgement());
      Game game(variant);
      std::vector<int> scores;
      while (!game.outcome() && game.turns().size() < 12) {
        const Answer answer = engine.think(game, within_nodes(300));
        ASSERT_TRUE(answer.best && rules::is_legal(game.position(), *answer.best)) << mind.name;
        scores.push_back(answer.lines.front().score.value());
        game.play(*answer.best);
      }
      opinions.push_back(scores);
    }
    std::sort(opinions.begin(), opinions.end());
    EXPECT_EQ(std::adjacent_find(opinions.begin(), opinions.end()), opinions.end());
  }
  EXPECT_EQ(selfplay::mind_called("nobody"), nullptr);
}

TEST_F(PlayersTest, HaveATurnHoweverLittleTimeTheyHave) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for (const auto& player : players_) {
      ask(*player, Game(variant), within_nodes(1));
      ask(*player, Game(variant), within_time(Milliseconds{0}));
      stop_ = true;
      ask(*player, Game(variant), {});
      stop_ = false;
    }
  }
}

TEST_F(PlayersTest, KeepToTheirTime) {
  for (const auto& player : players_) {
    const Limits clock = support::on_the_clock({Milliseconds{3000}, Milliseconds{0}});
    EXPECT_LT(ask(*player, Game(Variant::OrdoX), clock).time.count(), 1000) << "about 100";
  }
}

TEST_F(PlayersTest, HaveNothingToSayWhenTheGameIsOver) {
  Game game(Variant::Ordo);
  game.resign(rules::Color::White);
  for (const auto& player : players_) EXPECT_FALSE(player->think(game, {}, stop_, {}).best);
}

TEST_F(PlayersTest, WinAtOnceWhereTheyCan) {
  for (const auto& player : players_) {
    for (const support::ForcedWin& win : support::read_forced_wins()) {
      if (win.turns != 1) continue;
      Game game(win.position);
      game.play(*ask(*player, game, within_nodes(20'000)).best);
      ASSERT_TRUE(game.outcome()) << win.line;
      EXPECT_EQ(game.outcome()->winner, win.position.to_move()) << win.line;
    }
  }
}

TEST_F(PlayersTest, TheBaselineProvesShortWins) {
  for (const support::ForcedWin& win : support::read_forced_wins()) {
    if (win.turns != 2 || win.position.occupied().count() > 12) continue;
    const Answer answer = ask(*players_[0], Game(win.position), within_nodes(3'000'000));
    EXPECT_TRUE(answer.lines.front().score.is_win()) << win.line;
    EXPECT_EQ(answer.lines.front().score.turns_to_win(), 2) << win.line;
  }
}

}  // namespace
}  // namespace ordo::players
