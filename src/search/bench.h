// A fixed piece of work: how fast the search is, and a number that changes when what it does changes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "rules/variant.h"
#include "search/vocabulary.h"

namespace ordo::search {

/// A position everybody searches to the same depth.
struct BenchPosition {
  rules::Variant variant;
  std::string_view fen;
  int depth;  ///< in parts
};

[[nodiscard]] std::span<const BenchPosition> bench_positions() noexcept;

struct BenchResult {
  std::uint64_t nodes = 0;
  Milliseconds time{0};
};

/// Searches each position from a clean table, and calls on_done after each. With one thread and default
/// features the nodes are the same on every machine and with every compiler. `shallower`: by so many parts,
/// for builds that are slow.
[[nodiscard]] BenchResult run_bench(const EngineOptions& options,
                                    const std::function<void(const BenchPosition&, const Answer&)>& on_done,
                                    int shallower = 0);

}  // namespace ordo::search
