// The search does the same with every compiler and sanitizer: the number of nodes in data/bench.txt.
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "search/bench.h"
#include "support/scale.h"

namespace ordo::search {
namespace {

// A change of search or evaluation changes it; `ordo bench` tells the new number, which goes there and into
// the commit.
TEST(Bench, SearchesTheSameNodesEverywhere) {
  std::ifstream file(ORDO_TESTS_DIR "/data/bench.txt");
  std::string expected;
  ASSERT_TRUE(std::getline(file, expected));
  // A second line for builds that would search for minutes.
  constexpr int kShallower = 4;
  const bool full = support::full_scale();
  if (!full) {
    ASSERT_TRUE(std::getline(file, expected));
  }
  EngineOptions options;
  options.hash_megabytes = 16;  // as `ordo bench`
  const BenchResult result = run_bench(
      options, [](const BenchPosition&, const Answer&) {}, full ? 0 : kShallower);
  EXPECT_EQ(fmt::format("{}: {}", full ? "Bench" : "Shallower by 4", result.nodes), expected);
}

}  // namespace
}  // namespace ordo::search
