// The rules used from several threads at once; also run under the thread sanitizer.
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "rules/movegen.h"
#include "rules/perft.h"
#include "rules/position.h"

namespace ordo::rules {
namespace {

TEST(Threads, PerftCountsTheSameOnAnyNumberOfThreads) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    const Position start = Position::initial(variant);
    const int depth = variant == Variant::Ordo ? 3 : 1;
    const std::uint64_t expected = perft(start, depth);
    for (int threads = 1; threads <= 4; ++threads) EXPECT_EQ(perft(start, depth, threads), expected);
  }
}

TEST(Threads, ManyMayAskOnePositionAtOnce) {
  const Position start = Position::initial(Variant::OrdoX);
  std::vector<std::uint64_t> counts(4);
  std::vector<std::thread> threads;
  for (std::uint64_t& count : counts) threads.emplace_back([&start, &count] { count = count_turns(start); });
  for (std::thread& thread : threads) thread.join();
  for (const std::uint64_t count : counts) EXPECT_EQ(count, 2062U);
}

}  // namespace
}  // namespace ordo::rules
