// The search ends when it is told to: stopped at any moment, or at its limit of nodes, whatever it is doing.
#include <array>
#include <atomic>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "search/engine.h"
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

/// Of all threads of this process: what other programs take from the machine does not count, and nothing that
/// another thread still does for the answer is overlooked. Thread by thread, since the clock of the process
/// is behind by what the others have done since their last tick.
double cpu_milliseconds() {
  double sum = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    const auto thread = static_cast<unsigned>(std::stoul(entry.path().filename()));
    const auto clock = static_cast<clockid_t>(~thread << 3 | 6U);  // as pthread_getcpuclockid() makes it
    timespec now{};
    if (clock_gettime(clock, &now) != 0) continue;  // it has ended
    sum += 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
  }
  return sum;
}

/// Thinks without limits and is stopped after so long; what is computed from the stop to the answer.
double stopped_after(Engine& engine, const Game& game, std::chrono::microseconds moment) {
  std::atomic<bool> stop{false};
  double stopped = 0;
  std::thread stopper([&] {
    std::this_thread::sleep_for(moment);
    stop = true;  // before the clock is read: what happens in between is not held against the engine
    stopped = cpu_milliseconds();
  });
  const Answer answer = engine.think(game, {}, stop, {});
  const double answered = cpu_milliseconds();
  stopper.join();
  EXPECT_TRUE(answer.best && rules::is_legal(game.position(), *answer.best));
  return answered - stopped;
}

/// Milliseconds of CPU time, of which an optimised build needs one or two; sanitizers take fifty times as
/// long.
double patience() { return support::full_scale() ? 50 : 500; }

/// Most moments are early, where there is most to come upon; the latest is a tenth of a second.
void expect_quick_answers(Variant variant, int lines, int threads, int count) {
  constexpr double kLatest = 100'000;  // microseconds
  support::Random random(static_cast<std::uint64_t>(lines * 10 + threads));
  Engine engine(sized(lines, threads));
  (void)engine.think(Game(variant), within_nodes(1));  // what it needs is there from then on
  for (int i = 0; i < support::scaled(count); ++i) {
    const double share = static_cast<double>(random.below(1000)) / 1000;
    const std::chrono::microseconds moment(static_cast<int>(kLatest * share * share * share));
    EXPECT_LT(stopped_after(engine, game_of(variant, i), moment), patience())
        << "ms of CPU time, stopped after " << moment.count() / 1000 << " ms, position " << i % 2 << ", "
        << lines << " lines, " << threads << " threads";
  }
}

TEST(Stop, IsObeyedAtOnceInOrdo) {
  expect_quick_answers(Variant::Ordo, 4, 1, 300);
  expect_quick_answers(Variant::Ordo, 1, 1, 100);
  expect_quick_answers(Variant::Ordo, 4, 3, 100);
}

TEST(Stop, IsObeyedAtOnceInOrdoX) {
  expect_quick_answers(Variant::OrdoX, 4, 1, 300);
  expect_quick_answers(Variant::OrdoX, 1, 1, 100);
  expect_quick_answers(Variant::OrdoX, 4, 3, 100);
}

TEST(Deadline, IsObeyedAtOnce) {
  constexpr int kTime = 20;  // milliseconds
  for (const Variant variant : kBothGames) {
    Engine engine(sized(4, 1));
    for (int i = 0; i < support::scaled(40); ++i) {
      const double started = cpu_milliseconds();
      (void)engine.think(game_of(variant, i), within_time(Milliseconds{kTime}));
      EXPECT_LT(cpu_milliseconds() - started, kTime + patience());
    }
  }
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
