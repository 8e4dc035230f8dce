// Connected sets and their numbers.
#include <gtest/gtest.h>

#include "rules/query.h"
#include "support/scale.h"
#include "tablebase/connected_sets.h"

namespace ordo::tablebase {
namespace {

TEST(ConnectedSets, AreAsManyAsIsKnown) {
  const std::array<std::uint32_t, 7> kCounts = {70, 231, 960, 4397, 21136, 104310, 520990};
  for (int pieces = 1; pieces <= (support::full_scale() ? 7 : 5); ++pieces) {
    EXPECT_EQ(ConnectedSets(pieces).size(), kCounts[static_cast<std::size_t>(pieces) - 1]);
  }
}

TEST(ConnectedSets, AreNumberedOnceAndFoldTheirMirrorImages) {
  for (int pieces = 1; pieces <= 4; ++pieces) {
    const ConnectedSets sets(pieces);
    for (std::uint32_t number = 0; number < sets.size(); ++number) {
      ASSERT_EQ(sets.number(sets[number]), number);
      ASSERT_EQ(sets[number].count(), pieces);
      ASSERT_FALSE(rules::is_split(sets[number]));
      ASSERT_TRUE((sets[number] & rules::kRank8).none());
      ASSERT_EQ(sets[sets.mirrored(number)], sets[number].mirrored());
      ASSERT_EQ(sets.row(number), sets.row(sets.mirrored(number)));
      ASSERT_LT(sets.row(number), sets.rows());
      if (!sets.is_folded(number)) {
        ASSERT_EQ(sets.of_row(sets.row(number)), number);
      }
    }
  }
}

TEST(ConnectedSets, HaveNeighboursThatComeEarlierAndLookAlike) {
  const ConnectedSets sets(3);
  for (std::uint32_t number = 0; number < sets.size(); ++number) {
    const auto& near = sets.neighbours(number);
    ASSERT_LE(near.beside, number);
    ASSERT_LE(near.below, number);
    if (near.below != number) {
      ASSERT_EQ(sets[near.below], sets[number].shift<rules::Direction::S>());
    }
  }
}

TEST(ConnectedSets, KnowNothingOfOtherSets) {
  const ConnectedSets sets(2);
  EXPECT_EQ(sets.number(rules::bitboard(rules::Square(0, 0))), ConnectedSets::kNone);
  EXPECT_EQ(sets.number(rules::bitboard(rules::Square(0, 0)) | rules::bitboard(rules::Square(2, 0))),
            ConnectedSets::kNone);
  EXPECT_EQ(sets.number(rules::bitboard(rules::Square(0, 7)) | rules::bitboard(rules::Square(0, 6))),
            ConnectedSets::kNone);
}

}  // namespace
}  // namespace ordo::tablebase
