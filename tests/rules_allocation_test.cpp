// Generating turns takes no memory from the heap.
#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include <gtest/gtest.h>

#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/query.h"
#include "support/convert.h"
#include "support/random_positions.h"

namespace {

std::atomic<std::uint64_t> allocations{0};  // guarded by being atomic

void* allocate(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace ordo {
namespace {

using rules::Position;
using rules::Turn;
using rules::Variant;

std::vector<Position> positions_of(Variant variant) {
  std::vector<Position> positions{Position::initial(variant)};
  support::RandomGames games(variant, 51);
  for (int i = 0; i < 100; ++i) positions.push_back(support::to_rules(games.next()));
  return positions;
}

/// What `ask` allocates over all the positions of both games.
template <class Ask>
std::uint64_t allocated_by(Ask ask) {
  std::uint64_t total = 0;
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    const std::vector<Position> positions = positions_of(variant);
    const std::uint64_t before = allocations;
    for (const Position& position : positions) ask(position);
    total += allocations - before;
  }
  return total;
}

TEST(Allocation, IsNoticedByThisTest) {
  EXPECT_GE(allocated_by([](const Position& position) {
              std::vector<Turn> turns;
              rules::for_each_turn(position, [&](const Turn& turn) { turns.push_back(turn); });
            }),
            100U);
}

TEST(Allocation, ListingPartsTakesNone) {
  std::size_t parts_found = 0;
  EXPECT_EQ(allocated_by([&](const Position& position) {
              rules::PartList parts;
              rules::generate_parts(position, parts);
              parts_found += parts.size();
            }),
            0U);
  EXPECT_GT(parts_found, 0U);
}

TEST(Allocation, WalkingThroughTurnsAndPlayingThemTakesNone) {
  std::uint64_t hashes = 0;
  EXPECT_EQ(allocated_by([&](const Position& position) {
              rules::for_each_turn(position,
                                   [&](const Turn& turn) { hashes ^= position.after(turn).hash(); });
            }),
            0U);
  EXPECT_NE(hashes, 0U);
}

TEST(Allocation, CountingAndJudgingTakesNone) {
  std::uint64_t answers = 0;
  EXPECT_EQ(allocated_by([&](const Position& position) {
              answers += rules::count_turns(position);
              answers += rules::has_turn(position) ? 1U : 0U;
              answers += rules::outcome(position).has_value() ? 1U : 0U;
              const auto winning = rules::winning_turn(position);
              answers += winning && rules::is_legal(position, *winning) ? 1U : 0U;
              answers += static_cast<std::uint64_t>(rules::threatened_squares(position).count());
              answers +=
                  static_cast<std::uint64_t>(rules::cut_points(position.pieces(rules::Color::White)).count());
            }),
            0U);
  EXPECT_GT(answers, 0U);
}

}  // namespace
}  // namespace ordo
