// The search on several threads, and stopped from another one; also run under the thread sanitizer.
#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "rules/game.h"
#include "rules/movegen.h"
#include "search/engine.h"
#include "support/forced_wins.h"
#include "support/limits.h"

namespace ordo::search {
namespace {

using rules::Game;
using rules::Variant;
using support::within_nodes;

EngineOptions four_threads() {
  EngineOptions options;
  options.hash_megabytes = 4;
  options.threads = 4;
  return options;
}

TEST(SearchThreads, FourFindALegalTurn) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    Engine engine(four_threads());
    const Game game(variant);
    for (int i = 0; i < 3; ++i) {
      const Answer answer = engine.think(game, within_nodes(20'000));
      ASSERT_TRUE(answer.best && rules::is_legal(game.position(), *answer.best));
    }
  }
}

TEST(SearchThreads, AnotherThreadStopsThem) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    Engine engine(four_threads());
    const Game game(variant);
    std::atomic<bool> stop{false};
    std::thread stopper([&stop] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop = true;
    });
    const Answer answer = engine.think(game, {}, stop, {});
    stopper.join();
    ASSERT_TRUE(answer.best && rules::is_legal(game.position(), *answer.best));
    EXPECT_GT(answer.nodes, 0U);
  }
}

TEST(SearchThreads, FourFindForcedWins) {
  Engine engine(four_threads());
  std::size_t number = 0;
  for (const support::ForcedWin& win : support::read_forced_wins()) {
    if (win.turns > 3 || number++ % 20 != 0) continue;
    engine.new_game();
    const Answer answer = engine.think(Game(win.position), within_nodes(1'000'000));
    EXPECT_TRUE(answer.lines.front().score.is_win()) << win.line;
  }
}

TEST(SearchThreads, TheNumberOfThreadsMayChangeBetweenSearches) {
  Engine engine(four_threads());
  EngineOptions options = engine.options();
  for (const int threads : {1, 3, 2}) {
    options.threads = threads;
    engine.configure(options);
    EXPECT_TRUE(engine.think(Game(Variant::Ordo), within_nodes(5'000)).best);
  }
}

}  // namespace
}  // namespace ordo::search
