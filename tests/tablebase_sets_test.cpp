// Connected sets and their numbers.
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rules/query.h"
#include "support/scale.h"
#include "tablebase/connected_sets.h"
#include "tablebase/tile.h"

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

TEST(Tiling, GivesEveryCellAPlaceOfItsOwn) {
  for (const auto& [rows, columns] :
       {std::pair{1U, 1U}, {35U, 70U}, {2205U, 70U}, {35U, 4409U}, {10568U, 21U}, {40000U, 7U}}) {
    const Tiling tiling(rows, columns);
    std::vector<std::vector<bool>> taken(tiling.count(), std::vector<bool>(kTileCells));
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (std::uint32_t column = 0; column < columns; ++column) {
        const Cell cell{row, column};
        ASSERT_LT(tiling.index(cell), tiling.count());
        const Tile tile = tiling[tiling.index(cell)];
        ASSERT_TRUE(row >= tile.first_row && row < tile.end_row);
        ASSERT_TRUE(column >= tile.first_column && column < tile.end_column);
        ASSERT_LT(tiling.place(cell), kTileCells);
        ASSERT_EQ(tiling.place(cell), tile.place(row - tile.first_row, column - tile.first_column));
        ASSERT_FALSE(taken[tiling.index(cell)][tiling.place(cell)]);
        taken[tiling.index(cell)][tiling.place(cell)] = true;
      }
    }
  }
}

TEST(Tiling, HasAllThatQuietTurnsLeadToInTwoTiles) {
  for (const int pieces : {1, 2, 3, 4, 5}) {
    const ConnectedSets sets(pieces);
    const Tiling tiling(sets.rows(), sets.size());
    EXPECT_EQ(tiling.index({0, 0}), tiling.index({sets.rows() - 1, 0})) << pieces;
  }
}

}  // namespace
}  // namespace ordo::tablebase
