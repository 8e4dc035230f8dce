// The search does the same with every compiler and sanitizer: the number of nodes in data/bench.txt.
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "search/bench.h"

namespace ordo::search {
namespace {

// A change of search or evaluation changes it; `ordo bench` tells the new number, which goes there and into
// the commit.
TEST(Bench, SearchesTheSameNodesEverywhere) {
  std::ifstream file(ORDO_TESTS_DIR "/data/bench.txt");
  std::string expected;
  ASSERT_TRUE(std::getline(file, expected));
  EngineOptions options;
  options.hash_megabytes = 16;  // as `ordo bench`
  const BenchResult result = run_bench(options, [](const BenchPosition&, const Answer&) {});
  EXPECT_EQ(fmt::format("Bench: {}", result.nodes), expected);
}

}  // namespace
}  // namespace ordo::search
