// What a look into the endgame tables costs, beside a look into the hash table of the search in the same run.
#include <cstdint>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#include "search/transposition_table.h"
#include "support/table_positions.h"
#include "tablebase/table_files.h"

namespace ordo {
namespace {

using rules::Variant;

constexpr int kPositions = 4096;

template <Variant V>
std::vector<rules::View> positions(int pieces) {
  support::Random random(1);
  const tablebase::ConnectedSets sets(pieces);
  std::vector<rules::View> views;
  for (int i = 0; i < kPositions; ++i)
    views.push_back(rules::View::of(support::table_position(V, sets, sets, random)));
  return views;
}

/// Warm: every tile that is asked for has been before.
template <Variant V>
void probe_value(benchmark::State& state) {
  tablebase::Tables tables;
  tablebase::add_builtin(tables);
  const auto views = positions<V>(4);
  for (const rules::View& view : views) benchmark::DoNotOptimize(tables.value<V>(view));
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(tables.value<V>(views[i++ % kPositions]));
}

/// A position that no table holds.
void probe_in_vain(benchmark::State& state) {
  tablebase::Tables tables;
  tablebase::add_builtin(tables);
  const auto views = positions<Variant::Ordo>(5);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(tables.value<Variant::Ordo>(views[i++ % kPositions]));
}

void find_in_hash_table(benchmark::State& state) {
  search::TranspositionTable table(64);
  table.start_search(0);
  const auto views = positions<Variant::Ordo>(4);
  for (const rules::View& view : views) table.store(view.key(), {{}, 1, 1, search::Bound::Exact});
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(table.find(views[i++ % kPositions].key()));
}

BENCHMARK(probe_value<Variant::Ordo>);
BENCHMARK(probe_value<Variant::OrdoX>);
BENCHMARK(probe_in_vain);
BENCHMARK(find_in_hash_table);

}  // namespace
}  // namespace ordo

BENCHMARK_MAIN();
