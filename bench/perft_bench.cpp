// How many turns a second the rules count and make, beside the naive generator on the same positions.
//
// Without arguments: repeated, all measurements shuffled among each other so that noise hits both alike, and
// a table of medians at the end. Arguments are those of Google Benchmark.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include "naive/naive.h"
#include "rules/fen.h"
#include "rules/perft.h"
#include "util/check.h"

namespace ordo {
namespace {

using rules::Variant;

struct Case {
  Variant variant;
  std::string_view name;
  std::string_view fen;
  int depth;
};

constexpr std::array<Case, 8> kCases = {{
    {Variant::Ordo, "start", rules::kInitialFen, 4},
    {Variant::Ordo, "midgame A", "2bb6/2b1bbbb2/3b6/w2w3w2/1www3w2/4w1ww2/5w1ww1/10 w", 4},
    {Variant::Ordo, "midgame B", "10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w", 4},
    {Variant::Ordo, "midgame C", "10/10/1bbbb1b3/2b2bwb2/2b2w4/4www1w1/3ww2w2/10 b", 5},
    {Variant::OrdoX, "start", rules::kInitialFen, 2},
    {Variant::OrdoX, "midgame D", "2bb6/2b1bbbb2/w2b6/w2w3w2/wwww3w2/4w1ww2/5w4/10 w", 2},
    {Variant::OrdoX, "midgame E", "10/1b8/1bbbb1b3/2b2b1b2/4w2w2/3ww2ww1/2ww1ww1w1/8w1 w", 2},
    {Variant::OrdoX, "midgame F", "10/10/1bbbb1b3/2b2b1b2/2b2w4/4www1w1/3ww2ww1/10 w", 2},
}};

/// "ordo/start/3/counted/fast": the key under which the results are found again.
std::string key(const Case& c, bool made, bool fast) {
  return fmt::format("{}/{}/{}/{}/{}", rules::name(c.variant), c.name, c.depth, made ? "made" : "counted",
                     fast ? "fast" : "naive");
}

/// `count_once` walks the tree and returns the number of turns.
template <class CountOnce>
void add(const std::string& name, CountOnce count_once) {
  benchmark::RegisterBenchmark(name.c_str(), [count_once](benchmark::State& state) {
    std::uint64_t turns = 0;
    for (auto _ : state) turns += count_once();
    state.SetItemsProcessed(static_cast<std::int64_t>(turns));
  })->Unit(benchmark::kMillisecond);
}

void add_cases() {
  for (const Case& c : kCases) {
    const auto parsed = rules::parse_fen(c.variant, c.fen);
    ORDO_CHECK(parsed.ok());
    const rules::Position start = *parsed;
    add(key(c, false, true), [start, depth = c.depth] { return rules::perft(start, depth); });
    add(key(c, true, true), [start, depth = c.depth] { return rules::perft_made(start, depth); });
    const auto naive_start = naive::from_fen(c.variant, c.fen);
    ORDO_CHECK(naive_start.has_value());
    add(key(c, false, false), [naive_start, depth = c.depth] { return naive::perft(*naive_start, depth); });
    add(key(c, true, false),
        [naive_start, depth = c.depth] { return naive::perft_made(*naive_start, depth); });
  }
}

/// Prints medians and variation as they come and keeps every turns/s.
class Collector : public benchmark::ConsoleReporter {
 public:
  Collector() : ConsoleReporter(OO_Tabular) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<Run> shown;
    for (const Run& run : runs) {
      const auto rate = run.counters.find("items_per_second");
      const bool is_single = run.run_type == Run::RT_Iteration;
      if (is_single && rate != run.counters.end()) rates_[run.run_name.function_name].push_back(rate->second);
      const bool is_telling = run.aggregate_name == "median" || run.aggregate_name == "cv";
      if (is_single ? run.repetitions <= 1 : is_telling) shown.push_back(run);
    }
    ConsoleReporter::ReportRuns(shown);
  }

  [[nodiscard]] std::optional<double> median(const std::string& name) const {
    const auto found = rates_.find(name);
    if (found == rates_.end()) return std::nullopt;
    std::vector<double> rates = found->second;
    std::sort(rates.begin(), rates.end());
    return (rates[rates.size() / 2] + rates[(rates.size() - 1) / 2]) / 2;
  }

 private:
  std::map<std::string, std::vector<double>> rates_;
};

/// One block of the table: a game, counted or made.
void print_group(const Collector& collector, Variant variant, bool made) {
  double logs = 0;
  int ratios = 0;
  for (const Case& c : kCases) {
    if (c.variant != variant) continue;
    const auto fast = collector.median(key(c, made, true));
    const auto naive = collector.median(key(c, made, false));
    if (!fast || !naive) continue;  // filtered out
    fmt::print("{:6} {:7} {:10} depth {} {:8.1f} M/s {:8.2f} M/s {:7.0f} x\n", rules::title(variant),
               made ? "made" : "counted", c.name, c.depth, *fast / 1e6, *naive / 1e6, *fast / *naive);
    logs += std::log(*fast / *naive);
    ++ratios;
  }
  if (ratios > 1) {
    fmt::print("{:6} {:7} {:10} {:32} {:7.0f} x\n", rules::title(variant), made ? "made" : "counted", "all",
               "(geometric mean)", std::exp(logs / ratios));
  }
}

void print_table(const Collector& collector) {
  fmt::print("\nturns per second, medians               fast        naive       ratio\n");
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for (const bool made : {false, true}) print_group(collector, variant, made);
  }
}

}  // namespace
}  // namespace ordo

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  if (argc == 1) {
    arguments.insert(arguments.end(), {"--benchmark_repetitions=5", "--benchmark_min_time=0.1",
                                       "--benchmark_enable_random_interleaving=true"});
  }
  std::vector<char*> pointers;
  pointers.reserve(arguments.size());
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 1;
  ordo::add_cases();
  ordo::Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  ordo::print_table(collector);
  return 0;
}
