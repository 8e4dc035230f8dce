// Counting the turns of the game tree.
#include "rules/perft.h"

#include <atomic>
#include <future>
#include <numeric>

#include "rules/generate.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "util/check.h"

namespace ordo::rules {
namespace {

enum class LastPly : std::uint8_t { Counted, Made };

/// Depth-first over whole turns; one walker a thread, as it owns the memory of analysed groups.
template <Variant V, LastPly L>
class Walker {
 public:
  /// A shallow walk is over before a large memory pays.
  explicit Walker(int depth) : groups_(V, depth <= 1 ? 64 : depth == 2 ? 256 : 4096) {}

  [[nodiscard]] std::uint64_t count(const Position& position, int depth) {
    if (is_decided(position)) return 0;
    if (L == LastPly::Counted && depth == 1 && position.phase() == Phase::Whole) {
      return count_turns<V>({position.own(), position.enemy()}, groups_);
    }
    PartList parts;
    generate_parts(position, groups_, parts);
    if (depth == 1 && V == Variant::Ordo) return make_all(position, parts);
    if (depth == 1 && position.phase() == Phase::Advance) return make_all(position, parts);
    std::uint64_t total = 0;
    for (const Part part : parts) {
      const Position next = position.after(part);
      const bool same_turn = next.to_move() == position.to_move();
      if (same_turn || depth > 1) {
        total += count(next, same_turn ? depth : depth - 1);
      } else {
        made_ ^= next.occupied();
        ++total;
      }
    }
    return total;
  }

  /// Depends on all positions made, so that making them cannot be optimised away.
  [[nodiscard]] Bitboard made() const noexcept { return made_; }

 private:
  [[nodiscard]] std::uint64_t make_all(const Position& position, const PartList& parts) noexcept {
    Bitboard made;
    for (const Part part : parts) made ^= position.after(part).occupied();
    made_ ^= made;
    return parts.size();
  }

  GroupCache groups_;
  Bitboard made_;
};

/// run(walker) with a walker for the game that is played.
template <LastPly L, class Run>
void with_walker(Variant variant, int depth, Run&& run) {
  const auto go = [&run](auto walker) {
    run(walker);
    [[maybe_unused]] volatile std::uint64_t sink = walker.made().low();
  };
  variant == Variant::Ordo ? go(Walker<Variant::Ordo, L>(depth)) : go(Walker<Variant::OrdoX, L>(depth));
}

template <LastPly L>
[[nodiscard]] std::uint64_t walk(const Position& position, int depth) {
  std::uint64_t total = 1;
  if (depth == 0) return total;
  with_walker<L>(position.variant(), depth, [&](auto& walker) { total = walker.count(position, depth); });
  return total;
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) { return walk<LastPly::Counted>(position, depth); }

std::uint64_t perft_made(const Position& position, int depth) { return walk<LastPly::Made>(position, depth); }

std::vector<PerftEntry> perft_divide(const Position& position, int depth, int threads) {
  ORDO_CHECK(depth >= 1 && threads >= 1);
  std::vector<PerftEntry> entries;
  for_each_turn(position, [&](const Turn& turn) { entries.push_back({turn, 1}); });
  if (depth == 1) return entries;
  std::atomic<std::size_t> next{0};  // the first entry nobody has taken
  const auto work = [&] {
    with_walker<LastPly::Counted>(position.variant(), depth, [&](auto& walker) {
      for (std::size_t i = next++; i < entries.size(); i = next++) {
        entries[i].count = walker.count(position.after(entries[i].turn), depth - 1);
      }
    });
  };
  std::vector<std::future<void>> helpers;  // not jthread: Emscripten's library has none yet
  for (int i = 1; i < threads; ++i) helpers.push_back(std::async(std::launch::async, work));
  work();
  helpers.clear();  // waits
  return entries;
}

std::uint64_t perft(const Position& position, int depth, int threads) {
  if (threads <= 1 || depth <= 1) return perft(position, depth);
  const auto entries = perft_divide(position, depth, threads);
  return std::accumulate(entries.begin(), entries.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const PerftEntry& entry) { return sum + entry.count; });
}

}  // namespace ordo::rules
