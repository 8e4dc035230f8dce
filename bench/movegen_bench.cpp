// What one position costs on its own, on positions of random games: analysing the mover's group, listing its
// parts, counting its turns, asking for its outcome; beside the naive generator. In a tree the analysis is
// shared between positions (see perft_bench); here it never is.
#include <array>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include "naive/naive.h"
#include "rules/group.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/query.h"
#include "support/convert.h"
#include "support/random_positions.h"

namespace ordo {
namespace {

using rules::Position;
using rules::Variant;

/// The same positions for everybody; none of them is over.
struct Sample {
  std::vector<naive::Position> naive;
  std::vector<Position> fast;
};

Sample sample(Variant variant) {
  constexpr std::size_t kPositions = 2000;
  support::RandomGames games(variant, 1);
  Sample positions;
  while (positions.fast.size() < kPositions) {
    const naive::Position position = games.next();
    if (naive::outcome_by_pieces(position.board) || naive::is_split(position.board, position.to_move))
      continue;
    positions.naive.push_back(position);
    positions.fast.push_back(support::to_rules(position));
  }
  return positions;
}

/// Registers work(position) over all positions; the rate is in positions a second.
template <class Positions, class Work>
void add(Variant variant, const char* name, const Positions& positions, Work work) {
  const std::string title = fmt::format("{}/{}", rules::name(variant), name);
  benchmark::RegisterBenchmark(title.c_str(), [&positions, work](benchmark::State& state) mutable {
    for (auto _ : state) {
      for (const auto& position : positions) benchmark::DoNotOptimize(work(position));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
  })->Unit(benchmark::kMicrosecond);
}

void add_variant(Variant variant, const Sample& positions) {
  add(variant, "analyse", positions.fast, [group = rules::Group{}](const Position& position) mutable {
    rules::analyse(position.variant(), position.own(), rules::Ways::All, group);
    return group.longest_row;
  });
  add(variant, "list parts", positions.fast, [](const Position& position) {
    rules::PartList parts;
    rules::generate_parts(position, parts);
    return parts.size();
  });
  add(variant, "outcome", positions.fast, [](const Position& position) { return rules::outcome(position); });
  add(variant, "cut points", positions.fast,
      [](const Position& position) { return rules::cut_points(position.own()).low(); });
  add(variant, "winning squares", positions.fast,
      [](const Position& position) { return rules::winning_squares(position).low(); });
  add(variant, "count turns", positions.fast,
      [](const Position& position) { return rules::count_turns(position); });
  add(variant, "count turns, naive", positions.naive,
      [](const naive::Position& position) { return naive::count_turns(position); });
}

}  // namespace
}  // namespace ordo

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const std::array samples = {ordo::sample(ordo::Variant::Ordo), ordo::sample(ordo::Variant::OrdoX)};
  ordo::add_variant(ordo::Variant::Ordo, samples[0]);
  ordo::add_variant(ordo::Variant::OrdoX, samples[1]);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
