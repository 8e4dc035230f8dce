// The network that judges: the same numbers however they are computed, and no belief in foreign bytes.
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "eval/evaluate.h"
#include "eval/network.h"
#include "eval/network_file.h"
#include "support/convert.h"
#include "support/own_folder.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo::eval {
namespace {

using rules::Bitboard;
using rules::Variant;

/// Positions out of random play that somebody may be asked to judge.
template <class Visit>
void for_random_positions(Variant variant, int count, Visit&& visit) {
  support::RandomGames games(variant == Variant::Ordo ? naive::Variant::Ordo : naive::Variant::OrdoX, 11);
  for (int i = 0; i < count;) {
    const rules::Position position = support::to_rules(games.next());
    const bool over = position.own().none() || position.enemy().none() ||
                      (position.own() & rules::kRank8).any() || (position.enemy() & rules::kRank1).any();
    if (over) continue;
    visit(position);
    ++i;
  }
}

/// One number after the other, without vectors, memory or anything else clever.
[[nodiscard]] int plainly(const Network& network, const rules::Position& position) {
  std::array<int, Network::kHidden> sums{};
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = network.bias.values[i];
  const auto add = [&](int row) {
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] += network.rows[static_cast<std::size_t>(row)].values[i];
  };
  visit_side(position.own(), [&](int row) { add(kMoverRows + row); });
  visit_side(position.enemy().turned(), [&](int row) { add(kWaiterRows + row); });
  visit_contact_rows(position.own(), position.enemy(), position.phase(), add);
  const std::size_t head = Network::head_of(position.own().count() + position.enemy().count());
  std::int64_t value = network.head_bias[head];
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::int64_t active = std::clamp(sums[i], 0, Network::kOne);
    value += active * active * network.heads[head].values[i];
  }
  return static_cast<int>(value * Network::kCentipoints /
                          (Network::kOne * Network::kOne * Network::kHeadOne));
}

TEST(Network, SaysWhatPlainArithmeticSays) {
  const Network& network = *Judgement::own().network(Variant::Ordo);
  Evaluator evaluator(kOrdoWeights, &network, 16);  // small, so that sets push each other out
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for_random_positions(variant, support::scaled(4'000), [&](const rules::Position& position) {
      const int value = evaluator(position.own(), position.enemy(), position.phase());
      ASSERT_EQ(value, plainly(network, position));
      ASSERT_EQ(value, evaluate(position, {&kOrdoWeights, &kOrdoXWeights, {&network, &network}}));
    });
  }
}

TEST(Network, ShowsEachInputOnce) {
  for_random_positions(Variant::OrdoX, support::scaled(1'000), [](const rules::Position& position) {
    std::multiset<int> rows;
    visit_side(position.own(), [&](int row) { rows.insert(kMoverRows + row); });
    visit_side(position.enemy().turned(), [&](int row) { rows.insert(kWaiterRows + row); });
    visit_contact_rows(position.own(), position.enemy(), position.phase(),
                       [&](int row) { rows.insert(row); });
    ASSERT_GE(*rows.begin(), 0);
    ASSERT_LT(*rows.rbegin(), kInputRows);
    ASSERT_EQ(std::set<int>(rows.begin(), rows.end()).size(), rows.size());
  });
}

/// Each window that has two pieces or more, found square by square.
TEST(Network, SeesEveryWindow) {
  for_random_positions(Variant::Ordo, support::scaled(2'000), [](const rules::Position& position) {
    std::set<int> seen;
    visit_side(position.own(), [&](int row) {
      if (row >= SideRows::kFirstWindow) seen.insert(row);
    });
    std::set<int> expected;
    const auto has = [&](int file, int rank) {
      return position.own().has(rules::Square::from_index(rank * rules::kFiles + file)) ? 1 : 0;
    };
    for (int rank = 0; rank + 1 < rules::kRanks; ++rank) {
      for (int file = 0; file + 1 < rules::kFiles; ++file) {
        const int pattern = has(file, rank) | has(file + 1, rank) << 1 | has(file, rank + 1) << 2 |
                            has(file + 1, rank + 1) << 3;
        if (std::popcount(static_cast<unsigned>(pattern)) < 2) continue;
        expected.insert(SideRows::kFirstWindow +
                        (rank * SideRows::kWindowFiles + file) * SideRows::kPatterns + pattern);
      }
    }
    ASSERT_EQ(seen, expected);
  });
}

TEST(Network, IsTheSameAfterAFile) {
  Network network = *Judgement::own().network(Variant::Ordo);
  network.variant = Variant::OrdoX;
  const std::vector<std::uint8_t> bytes = network.bytes();
  EXPECT_EQ(bytes.size(), Network::kFileBytes);
  const auto again = Network::read(bytes);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->variant, Variant::OrdoX);
  EXPECT_EQ(again->bytes(), bytes);
}

TEST(Network, RefusesDamagedForeignAndCutFiles) {
  const std::vector<std::uint8_t> good = Judgement::own().network(Variant::Ordo)->bytes();
  for (const std::size_t at : {std::size_t{9}, std::size_t{20}, std::size_t{5000}, good.size() - 1}) {
    std::vector<std::uint8_t> bytes = good;
    bytes[at] ^= 0x10;
    EXPECT_FALSE(Network::read(bytes).ok()) << at;
  }
  std::vector<std::uint8_t> foreign = good;
  foreign[0] = 'x';
  EXPECT_EQ(Network::read(foreign).error(), "this is no network");
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, std::size_t{28}, good.size() - 1})
    EXPECT_FALSE(Network::read(std::span(good).first(size)).ok()) << size;
}

TEST(Network, RefusesRowsThatCouldOverflow) {
  Network network;
  for (Network::Row& row : network.rows) row.values[3] = 600;
  EXPECT_GT(network.largest_sum(), INT16_MAX);
  EXPECT_EQ(Network::read(network.bytes()).error(), "the rows of the network are too large");
}

class NetworkFile : public support::InOwnFolder {};

TEST_F(NetworkFile, ThatIsNotThereIsNamed) {
  EXPECT_EQ(read_network_file(path("none.net")).error(), "cannot read " + path("none.net"));
}

/// Left and right are the same game: nobody said so to the network, but it was shown every position both
/// ways.
TEST(Network, JudgesMirrorImagesNearlyAlike) {
  const auto chance = [](int value) { return 1 / (1 + std::pow(10.0, -value / 400.0)); };
  double apart = 0;
  const int count = support::scaled(1'000);
  for_random_positions(Variant::Ordo, count, [&](const rules::Position& position) {
    apart += std::abs(chance(evaluate(position)) - chance(evaluate(position.mirrored())));
  });
  EXPECT_LT(apart / count, 0.08);
}

}  // namespace
}  // namespace ordo::eval
