// Thinking in the opponent's time: what counts before the hit, after it, and at whatever moment it comes.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "search/engine.h"
#include "search/shared.h"
#include "support/limits.h"
#include "support/random_positions.h"
#include "support/scale.h"
#include "thinking/ponder_hit.h"

namespace ordo::search {
namespace {

using rules::Game;
using rules::Variant;
using std::chrono::steady_clock;
using support::on_the_clock;
using support::within_nodes;
using support::within_time;
using thinking::PonderHit;

constexpr std::chrono::hours kHour{1};
constexpr std::uint64_t kSomeNodes = 30'000;

EngineOptions of_threads(int threads) {
  EngineOptions options;
  options.hash_megabytes = 4;
  options.threads = threads;
  return options;
}

Limits pondering(Limits limits, const PonderHit& hit) {
  limits.ponder = &hit;
  return limits;
}

/// Each thread may be on its way into one more piece of work.
std::uint64_t with_what_was_begun(std::uint64_t nodes, const Engine& engine) {
  return nodes + Shared::kCheckInterval * static_cast<std::uint64_t>(engine.options().threads);
}

/// Nodes and turn are those of a search with no other limit than that.
void expect_all_nodes_used(const Limits& limits, const OnReport& on_report = {}) {
  Engine engine(of_threads(1));
  Engine other(of_threads(1));
  const Answer answer = engine.think(Game(Variant::Ordo), limits, on_report);
  const Answer wanted = other.think(Game(Variant::Ordo), within_nodes(*limits.nodes));
  EXPECT_EQ(answer.nodes, wanted.nodes);
  EXPECT_EQ(answer.best, wanted.best);
}

TEST(Ponder, NoTimeCountsBeforeTheHit) {
  const PonderHit hit;
  for (Limits limits : {within_time(Milliseconds{1}), on_the_clock({Milliseconds{1}, Milliseconds{0}})}) {
    limits.nodes = kSomeNodes;
    expect_all_nodes_used(pondering(limits, hit));
  }
}

TEST(Ponder, TheTimeForATurnBeginsWithTheHit) {
  PonderHit hit;
  Limits limits = pondering(within_time(Milliseconds{1}), hit);
  limits.nodes = kSomeNodes;
  expect_all_nodes_used(limits, [&hit](const Report&) { hit.set(steady_clock::now() + kHour); });
}

TEST(Ponder, AHitThatComesBeforeTheSearchIsNotLost) {
  PonderHit hit;
  hit.set(steady_clock::now() - kHour);
  for (const int threads : {1, 3}) {
    Engine engine(of_threads(threads));
    const Game game(Variant::OrdoX);
    const Answer answer = engine.think(game, pondering(within_time(Milliseconds{1}), hit));
    EXPECT_TRUE(answer.best && rules::is_legal(game.position(), *answer.best));
    EXPECT_LE(answer.nodes, with_what_was_begun(0, engine));
  }
}

/// On this clock a new depth is begun for a twentieth of a second at most, and all is over after twice that.
Limits hasty() { return on_the_clock({Milliseconds{1000}, Milliseconds{0}}); }
bool is_past_new_depths(const Report& report) { return report.time >= Milliseconds{60}; }

TEST(Ponder, OfAClockWhatWasPonderedIsSpentWhenADepthEnds) {
  PonderHit hit;
  Engine engine(of_threads(1));
  std::uint64_t nodes = 0;
  const Answer answer = engine.think(Game(Variant::Ordo), pondering(hasty(), hit), [&](const Report& report) {
    if (!is_past_new_depths(report)) return;
    nodes = report.nodes;
    hit.set(steady_clock::now());
  });
  EXPECT_EQ(answer.nodes, nodes);
}

TEST(Ponder, OfAClockWhatWasPonderedIsSpentInTheMiddleOfADepth) {
  PonderHit hit;
  Engine engine(of_threads(1));
  std::promise<void> enough;
  std::uint64_t nodes = 0;
  std::thread opponent([&, pondered = enough.get_future()]() mutable {
    pondered.get();
    const std::uint64_t first = engine.nodes_so_far();
    while (engine.nodes_so_far() < first + 4 * Shared::kCheckInterval) std::this_thread::yield();
    hit.set(steady_clock::now());
    nodes = engine.nodes_so_far();
  });
  bool is_told = false;
  const Answer answer = engine.think(Game(Variant::Ordo), pondering(hasty(), hit), [&](const Report& report) {
    if (is_past_new_depths(report) && !std::exchange(is_told, true)) enough.set_value();
  });
  opponent.join();
  EXPECT_LE(answer.nodes, with_what_was_begun(nodes, engine));
}

TEST(Ponder, AProofEndsItAsItEndsASearchOnTheClock) {
  const PonderHit hit;
  Engine engine(of_threads(1));
  const Game game(*rules::parse_fen(Variant::Ordo, "10/10/10/10/4bb4/5wbww1/6w3/5w1w2 b"));
  EXPECT_TRUE(engine.think(game, pondering(on_the_clock({kHour, Milliseconds{0}}), hit))
                  .lines.front()
                  .score.is_win());
}

/// A hit whose time is long up, at any moment: like a stop.
void expect_nothing_after_a_late_hit(Engine& engine, const Game& game, std::chrono::microseconds moment) {
  PonderHit hit;
  std::uint64_t nodes = 0;
  std::thread opponent([&] {
    std::this_thread::sleep_for(moment);
    hit.set(steady_clock::now() - kHour);
    nodes = engine.nodes_so_far();
  });
  const Answer answer = engine.think(game, pondering(within_time(Milliseconds{1}), hit));
  opponent.join();
  EXPECT_TRUE(answer.best && rules::is_legal(game.position(), *answer.best));
  EXPECT_LE(answer.nodes, with_what_was_begun(nodes, engine));
}

TEST(Ponder, TheHitIsSeenAtAnyMomentByAllThreads) {
  support::Random random(7);
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for (const int threads : {1, 3}) {
      Engine engine(of_threads(threads));
      for (int i = 0; i < support::scaled(60); ++i) {
        const std::chrono::microseconds moment(random.below(20'000));
        expect_nothing_after_a_late_hit(engine, Game(variant), moment);
      }
    }
  }
}

TEST(Ponder, AStopEndsItWithoutAHit) {
  const PonderHit hit;
  Engine engine(of_threads(3));
  std::atomic<bool> stop{false};
  const Answer answer = engine.think(Game(Variant::Ordo), pondering(hasty(), hit), stop,
                                     [&stop](const Report& report) { stop = stop || report.depth == 3; });
  EXPECT_TRUE(answer.best.has_value());
  EXPECT_FALSE(hit.moment().has_value());
}

}  // namespace
}  // namespace ordo::search
