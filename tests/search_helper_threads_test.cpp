// Threads that wait for work: each does its share once, and they stay the same ones.
#include <algorithm>
#include <array>
#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "rules/game.h"
#include "search/engine.h"
#include "search/helper_threads.h"
#include "support/limits.h"

namespace ordo::search {
namespace {

using Ids = std::vector<std::thread::id>;

/// Who does each share of a job, by its number.
Ids workers_of_a_job(HelperThreads& threads) {
  Ids ids(threads.size());
  threads.start([&ids](std::size_t number) { ids[number] = std::this_thread::get_id(); });
  threads.wait();
  return ids;
}

TEST(HelperThreads, EachDoesItsShareOfEveryJobOnce) {
  HelperThreads threads;
  threads.resize(3);
  std::array<std::atomic<int>, 3> counts{};
  for (int job = 1; job <= 100; ++job) {
    threads.start([&counts](std::size_t number) { ++counts[number]; });
    threads.wait();
    for (const auto& count : counts) ASSERT_EQ(count, job);
  }
}

TEST(HelperThreads, AreTheSameForEveryJob) {
  HelperThreads threads;
  threads.resize(3);
  const Ids first = workers_of_a_job(threads);
  EXPECT_EQ(std::count(first.begin(), first.end(), std::thread::id()), 0);
  EXPECT_EQ(workers_of_a_job(threads), first);
  threads.resize(2);
  EXPECT_EQ(workers_of_a_job(threads), Ids(first.begin(), first.begin() + 2)) << "one has left";
  threads.resize(4);
  const Ids more = workers_of_a_job(threads);
  EXPECT_TRUE(std::equal(more.begin(), more.begin() + 2, first.begin())) << "two have come";
  EXPECT_EQ(std::count(more.begin(), more.end(), std::thread::id()), 0);
}

TEST(HelperThreads, NoneAreNoTrouble) {
  HelperThreads threads;
  EXPECT_TRUE(workers_of_a_job(threads).empty());
  threads.resize(2);
  threads.resize(0);
  EXPECT_TRUE(workers_of_a_job(threads).empty());
}

TEST(HelperThreads, LeaveWithoutEverHavingWorked) {
  HelperThreads threads;
  threads.resize(8);
  EXPECT_EQ(threads.size(), 8U);
}

TEST(HelperThreads, StopWhenAReportFails) {
  EngineOptions options;
  options.hash_megabytes = 1;
  options.threads = 3;
  Engine engine(options);
  const rules::Game game(rules::Variant::Ordo);
  const auto fail = [](const Report&) { throw std::runtime_error("nobody listens"); };
  EXPECT_THROW((void)engine.think(game, {}, fail), std::runtime_error);
  EXPECT_TRUE(engine.think(game, support::within_nodes(1'000)).best) << "and help again";
}

}  // namespace
}  // namespace ordo::search
