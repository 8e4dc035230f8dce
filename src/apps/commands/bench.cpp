// `ordo bench`: a fixed piece of work, which ends with the number of nodes it took.
#include "search/bench.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "apps/commands/command.h"
#include "rules/notation.h"

namespace ordo::apps {
namespace {

struct BenchOptions {
  int threads = 1;
  std::size_t hash = 16;
};

int run_bench_command(const BenchOptions& options, Console& console) {
  thinking::EngineOptions engine;
  engine.threads = options.threads;
  engine.hash_megabytes = options.hash;
  const search::BenchResult result =
      search::run_bench(engine, [&](const search::BenchPosition& bench, const thinking::Answer& answer) {
        const thinking::Report& best = answer.lines.front();
        console.out << fmt::format("{:<5} depth {:>2}  {:>9} nodes  {:>6} ms  {:>6}  {:<16} {}\n",
                                   rules::name(bench.variant), best.depth, answer.nodes, answer.time.count(),
                                   best.score.value(), rules::to_text(*answer.best), bench.fen)
                    << std::flush;
      });
  const auto ms = std::max<std::int64_t>(result.time.count(), 1);
  console.out << fmt::format("{} ms, {} nodes a second\n", ms,
                             result.nodes * 1000 / static_cast<std::uint64_t>(ms));
  console.out << fmt::format("Bench: {}\n", result.nodes);
  return kFine;
}

}  // namespace

void add_bench(const Command& ordo) {
  ordo.add<BenchOptions>(
      "bench", "Search fixed positions of both games, and count the nodes",
      [](const Command& command, BenchOptions& options) {
        command.option("--threads", options.threads, "Threads; with one the nodes are always the same")
            .within(1, thinking::EngineOptions::kMaxThreads);
        command.option("--hash", options.hash, "Size of the table in megabytes; part of what is counted")
            .within(std::size_t{1}, thinking::EngineOptions::kMaxHash);
        command.footer(
            "The last line, 'Bench: NODES', is the signature of the search. It is the same with every "
            "compiler,\n"
            "and another one as soon as the search or the evaluation does anything else.");
      },
      run_bench_command);
}

}  // namespace ordo::apps
