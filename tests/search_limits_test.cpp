// The search ends when it is told to: stopped at any moment, or at its limit of nodes, whatever it is doing.
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <thread>
#include <utility>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "search/engine.h"
#include "search/shared.h"
#include "support/limits.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo::search {
namespace {

using rules::Game;
using rules::Variant;
using support::within_nodes;
using support::within_time;

constexpr std::array kBothGames = {Variant::Ordo, Variant::OrdoX};

/// By turns the initial position, and one in which the end is soon proven and lines are completed.
Game game_of(Variant variant, int number) {
  if (number % 2 == 0) return Game(variant);
  const auto position =
      rules::parse_fen(variant, variant == Variant::Ordo ? "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b"
                                                         : "10/3b6/4bb4/4b5/5w4/4w5/4ww4/10 w");
  EXPECT_TRUE(position.ok());
  return Game(*position);
}

EngineOptions sized(int lines, int threads) {
  EngineOptions options;
  options.hash_megabytes = 4;
  options.lines = lines;
  options.threads = threads;
  return options;
}

/// Each thread may be on its way into one more piece of work, the first included, which is searched in any
/// case; nothing else may follow, no line completed either.
void expect_no_more_than(std::uint64_t nodes, const Answer& answer, const Engine& engine) {
  EXPECT_LE(answer.nodes,
            nodes + Shared::kCheckInterval * static_cast<std::uint64_t>(engine.options().threads));
}

/// Thinks without limits and is stopped after so long.
void expect_nothing_after_stop(Engine& engine, const Game& game, std::chrono::microseconds moment) {
  std::atomic<bool> stop{false};
  std::uint64_t nodes = 0;
  std::thread stopper([&] {
    std::this_thread::sleep_for(moment);
    stop = true;  // before the nodes are counted: what happens in between is not held against the engine
    nodes = engine.nodes_so_far();
  });
  const Answer answer = engine.think(game, {}, stop, {});
  stopper.join();
  EXPECT_TRUE(answer.best && rules::is_legal(game.position(), *answer.best));
  expect_no_more_than(nodes, answer, engine);
}

/// Most moments are early, where there is most to come upon; the latest is a tenth of a second.
void expect_obedience(Variant variant, int lines, int threads, int count) {
  constexpr double kLatest = 100'000;  // microseconds
  support::Random random(static_cast<std::uint64_t>(lines * 10 + threads));
  Engine engine(sized(lines, threads));
  for (int i = 0; i < support::scaled(count); ++i) {
    const double share = static_cast<double>(random.below(1000)) / 1000;
    const std::chrono::microseconds moment(static_cast<int>(kLatest * share * share * share));
    SCOPED_TRACE(fmt::format("stopped after {} us, position {}, {} lines, {} threads", moment.count(), i % 2,
                             lines, threads));
    expect_nothing_after_stop(engine, game_of(variant, i), moment);
  }
}

TEST(Stop, IsObeyedAtOnceInOrdo) {
  expect_obedience(Variant::Ordo, 4, 1, 300);
  expect_obedience(Variant::Ordo, 1, 1, 100);
  expect_obedience(Variant::Ordo, 4, 3, 100);
}

TEST(Stop, IsObeyedAtOnceInOrdoX) {
  expect_obedience(Variant::OrdoX, 4, 1, 300);
  expect_obedience(Variant::OrdoX, 1, 1, 100);
  expect_obedience(Variant::OrdoX, 4, 3, 100);
}

/// Once so long has gone by since its first report, which is after it has begun.
void expect_nothing_after_deadline(Engine& engine, const Game& game, Milliseconds time) {
  std::promise<std::chrono::steady_clock::time_point> reported;
  std::uint64_t nodes = 0;
  std::thread observer([&, first = reported.get_future()]() mutable {
    std::this_thread::sleep_until(first.get() + time);
    nodes = engine.nodes_so_far();
  });
  bool is_first = true;
  const Answer answer = engine.think(game, within_time(time), [&](const Report&) {
    if (std::exchange(is_first, false)) reported.set_value(std::chrono::steady_clock::now());
  });
  if (is_first) reported.set_value(std::chrono::steady_clock::now());  // it had no time for any
  observer.join();
  expect_no_more_than(nodes, answer, engine);
}

TEST(Deadline, IsObeyedAtOnce) {
  for (const Variant variant : kBothGames) {
    for (const int threads : {1, 3}) {
      Engine engine(sized(4, threads));
      for (int i = 0; i < support::scaled(40); ++i) {
        expect_nothing_after_deadline(engine, game_of(variant, i), Milliseconds{1 + i});
      }
    }
  }
}

/// A win in five turns, proven some depths before it is certain that none is shorter.
[[nodiscard]] Game won_in_five() {
  return Game(*rules::parse_fen(Variant::Ordo, "10/10/10/10/4bb4/5wbww1/6w3/5w1w2 b"));
}

TEST(Deadline, IsNotWaitedForOnceAWinIsProven) {
  const Milliseconds hour = std::chrono::hours(1);
  for (const auto& limits : {within_time(hour), support::on_the_clock({hour, Milliseconds{0}})}) {
    Engine engine(sized(1, 1));
    int wins = 0;
    const Answer answer =
        engine.think(won_in_five(), limits, [&wins](const Report& report) { wins += report.score.is_win(); });
    EXPECT_EQ(wins, 1);
    EXPECT_TRUE(answer.lines.front().score.is_win());
  }
}

TEST(Deadline, IsWhatMakesAProvenWinEnough) {
  Engine engine(sized(1, 1));
  const Answer answer = engine.think(won_in_five(), {});
  EXPECT_EQ(answer.lines.front().score.turns_to_win(), 5);
  EXPECT_GT(answer.lines.front().depth, 10) << "nothing shorter is left to be found";
}

/// Whatever is reported, and at whichever node it has to end, also while lines are completed.
void expect_within_limit(Variant variant, int lines, int threads) {
  support::Random random(static_cast<std::uint64_t>(lines * 10 + threads));
  Engine engine(sized(lines, threads));
  for (int i = 0; i < support::scaled(60); ++i) {
    const Game game = game_of(variant, i);
    const auto limit = static_cast<std::uint64_t>(random.below(i % 4 < 2 ? 500 : 60'000));
    const Answer answer = engine.think(game, within_nodes(limit),
                                       [limit](const Report& report) { EXPECT_LE(report.nodes, limit); });
    EXPECT_LE(answer.nodes, limit) << rules::name(variant) << ", " << lines << " lines, " << threads
                                   << " threads";
    ASSERT_FALSE(answer.lines.empty());
    EXPECT_EQ(answer.lines.front().line.front(), *answer.best);
    EXPECT_TRUE(rules::is_legal(game.position(), *answer.best));
  }
}

TEST(NodeLimit, IsExceededByNoThreadAndNoReport) {
  for (const Variant variant : kBothGames) {
    for (const int lines : {1, 4}) {
      for (const int threads : {1, 2, 4}) expect_within_limit(variant, lines, threads);
    }
  }
}

}  // namespace
}  // namespace ordo::search
