// The engine as the browser gets it searches the same nodes as everywhere: the number in data/bench.txt.
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <string>

#include "search/bench.h"
#include "util/check.h"

int main() {
  std::ifstream file(ORDO_BENCH_FILE);
  std::string line;
  while (std::getline(file, line) && line.find("Shallower") != 0) continue;
  constexpr int kShallower = 4;
  ordo::thinking::EngineOptions options;
  options.hash_megabytes = 16;  // as `ordo bench`
  const auto result = ordo::search::run_bench(
      options, [](const auto&, const auto&) {}, kShallower);
  const std::string found = "Shallower by 4: " + std::to_string(result.nodes);
  std::printf("%s, %" PRId64 " ms\n", found.c_str(), static_cast<std::int64_t>(result.time.count()));
  ORDO_CHECK(found == line);
}
