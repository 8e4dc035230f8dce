// How fast the search is: nodes a second beside the made-perft rate of the rules on the same positions in the
// same run, and what a turn of the weakest level costs. thread_bench tells what more threads save.
//
// usage: search_bench [ROUNDS]
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "rules/fen.h"
#include "rules/perft.h"
#include "search/bench.h"
#include "search/engine.h"
#include "util/check.h"

namespace ordo {
namespace {

using rules::Variant;

/// Of the whole process: what other programs take from the machine does not count.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Work {
  double count = 0;
  double seconds = 0;
  [[nodiscard]] double rate() const { return seconds > 0 ? count / seconds : 0; }
};

rules::Position position_of(const search::BenchPosition& bench) {
  const auto position = rules::parse_fen(bench.variant, bench.fen);
  ORDO_CHECK(position.ok());
  return *position;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// One walk through all positions of a game: first perft, deep enough to be at its full speed, then the
/// search.
void measure(Variant variant, search::Engine& engine, int shallower, Work& made, Work& searched) {
  const int perft_depth = (variant == Variant::Ordo ? 4 : 2) - (shallower > 0 ? 1 : 0);
  for (const search::BenchPosition& bench : search::bench_positions()) {
    if (bench.variant != variant) continue;
    const rules::Position position = position_of(bench);
    double start = cpu_seconds();
    made.count += static_cast<double>(rules::perft_made(position, perft_depth));
    made.seconds += cpu_seconds() - start;
    engine.new_game();
    thinking::Limits limits;
    limits.depth = std::max(1, bench.depth - shallower);
    start = cpu_seconds();
    searched.count += static_cast<double>(engine.think(rules::Game(position), limits).nodes);
    searched.seconds += cpu_seconds() - start;
  }
}

void compare_with_perft(Variant variant, int rounds, int shallower) {
  thinking::EngineOptions options;
  options.hash_megabytes = 16;
  search::Engine engine(options);
  std::vector<double> ratios;
  std::vector<double> rates;
  std::vector<double> perft_rates;
  for (int round = 0; round < rounds; ++round) {
    Work made;
    Work searched;
    measure(variant, engine, shallower, made, searched);
    rates.push_back(searched.rate());
    perft_rates.push_back(made.rate());
    ratios.push_back(searched.rate() / made.rate());
  }
  fmt::print("{:6}  search {:6.2f} M nodes/s   perft, made {:7.2f} M/s   ratio {:5.2f} %\n",
             rules::title(variant), median(rates) / 1e6, median(perft_rates) / 1e6, 100 * median(ratios));
}

/// What a turn costs that a level plays almost without looking ahead.
void measure_level(Variant variant, int turns) {
  search::EngineOptions options;
  options.level = 1;
  options.seed = 1;
  search::Engine engine(options);
  const rules::Game game(variant);
  (void)engine.think(game, {});
  const double start = cpu_seconds();
  for (int i = 0; i < turns; ++i) (void)engine.think(game, {});
  fmt::print("{:6}  level 1 with a table of {} MB: {:.3f} ms a turn\n", rules::title(variant),
             options.hash_megabytes, 1e3 * (cpu_seconds() - start) / turns);
}

}  // namespace
}  // namespace ordo

int main(int argc, char** argv) {
  using ordo::rules::Variant;
  // CTest only sees that it runs.
  const bool brief = argc > 1 && std::string_view(argv[1]) == "--benchmark_min_time=0";
  const int rounds = brief ? 1 : argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    ordo::compare_with_perft(variant, rounds, brief ? 6 : 0);
    ordo::measure_level(variant, 20 * rounds);
  }
}
