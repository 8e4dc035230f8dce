// The bench positions: both games, openings, middle games, races and endings.
#include "search/bench.h"

#include <array>

#include "rules/fen.h"
#include "search/engine.h"
#include "util/check.h"

namespace ordo::search {

std::span<const BenchPosition> bench_positions() noexcept {
  using enum rules::Variant;
  static constexpr std::array<BenchPosition, 18> kPositions = {{
      {Ordo, "2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w", 12},
      {Ordo, "10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w", 15},
      {Ordo, "2bb6/2b1bbbb2/3b6/w2w3w2/1www3w2/4w1ww2/5w1ww1/10 w", 14},
      {Ordo, "b4bbb2/bb2bbbbbb/bb2bbb2b/2bb6/2ww6/wwwww1wwww/ww2www1ww/6ww2 w", 12},
      {Ordo, "3b3b2/bbbbbb1bbb/bbb1bbb1bb/2wb6/1w2ww4/w3www1ww/ww5www/2ww2ww2 w", 11},
      {Ordo, "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b", 16},
      {Ordo, "10/3b6/4bb4/10/5w4/4w5/4w5/10 w", 18},
      {Ordo, "10/10/2bb6/3b2w3/6w3/5w4/10/10 b", 18},
      {OrdoX, "2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w", 11},
      {OrdoX, "10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w", 15},
      {OrdoX, "2bb6/2b1bbbb2/3b6/w2w3w2/1www3w2/4w1ww2/5w1ww1/10 w", 13},
      {OrdoX, "b4bbb2/bb2bbbbbb/bb2bbb2b/2bb6/2ww6/wwwww1wwww/ww2www1ww/6ww2 w", 8},
      {OrdoX, "3b2bb2/1bb1bbbbbb/bb1b1b2bb/b4w4/6w1ww/2w1www2w/1wwwww2w1/2ww2ww2 b", 11},
      {OrdoX, "2b5b1/bb1b1b2bb/bbbbb1bbbb/7b1w/w3w4w/ww2www1ww/wwwww2ww1/3w6 b", 11},
      {OrdoX, "2b7/1bbbbbbbb1/1b1bb2bbb/1b1w6/2ww5w/wwww1w1www/3ww1w2w/3w6 b", 12},
      {OrdoX, "5bb3/1b2b2bbb/2bbb3bb/1b2b3wb/3w3ww1/1wwww1www1/2ww1w2w1/1w8 b", 11},
      {OrdoX, "10/3b6/4bb4/4b5/5w4/4w5/4ww4/10 w", 16},
      {OrdoX, "10/10/2bbb5/3b2w3/6w3/5ww3/10/10 b", 14},
  }};
  return kPositions;
}

BenchResult run_bench(const EngineOptions& options,
                      const std::function<void(const BenchPosition&, const Answer&)>& on_done,
                      int shallower) {
  BenchResult result;
  Engine engine(options);
  for (const BenchPosition& bench : bench_positions()) {
    const auto position = rules::parse_fen(bench.variant, bench.fen);
    ORDO_CHECK(position.ok());
    engine.new_game();
    Limits limits;
    limits.depth = bench.depth - shallower;
    const Answer answer = engine.think(rules::Game(*position), limits);
    result.nodes += answer.nodes;
    result.time += answer.time;
    if (on_done) on_done(bench, answer);
  }
  return result;
}

}  // namespace ordo::search
