// Parts and turns as values.
#include <gtest/gtest.h>

#include "rules/turn.h"
#include "support/convert.h"

namespace ordo {
namespace {

using rules::Part;
using rules::Square;
using rules::Turn;
using support::to_set;

constexpr Square kB2(1, 1);
constexpr Square kD4(3, 3);

TEST(Part, ASingletonKnowsWhereItGoesAndWhetherItCaptures) {
  for (const bool captures : {false, true}) {
    const Part part = Part::singleton(kB2, kD4, captures);
    EXPECT_TRUE(part.exists());
    EXPECT_TRUE(part.is_singleton());
    EXPECT_FALSE(part.is_sideways());
    EXPECT_EQ(part.from(), kB2);
    EXPECT_EQ(part.to(), kD4);
    EXPECT_EQ(part.other_end(), kB2);
    EXPECT_EQ(part.captures(), captures);
    EXPECT_EQ(part.keep(), std::nullopt);
    EXPECT_EQ(part.origin(), to_set({11}));
    EXPECT_EQ(part.destination(), to_set({33}));
  }
}

TEST(Part, AChoiceChangesNothingElse) {
  const Part part = Part::singleton(kB2, kD4, true);
  for (int index = 0; index < rules::kSquares; ++index) {
    const Part choosing = part.keeping(Square::from_index(index));
    EXPECT_EQ(choosing.keep(), Square::from_index(index));
    EXPECT_EQ(choosing.from(), kB2);
    EXPECT_EQ(choosing.to(), kD4);
    EXPECT_TRUE(choosing.captures());
    EXPECT_NE(choosing, part);
  }
}

TEST(Part, AnOrdoKnowsItsEnds) {
  const Part row = Part::row(kB2, Square(1, 4), 3);
  EXPECT_EQ(row.other_end(), Square(3, 1));
  EXPECT_EQ(row.length(), 3);
  EXPECT_FALSE(row.is_column());
  EXPECT_FALSE(row.is_sideways());
  EXPECT_FALSE(row.captures());
  EXPECT_EQ(row.origin(), to_set({11, 12, 13}));
  EXPECT_EQ(row.destination(), to_set({41, 42, 43}));
  const Part column = Part::column(kB2, Square(3, 1), 2);
  EXPECT_EQ(column.other_end(), Square(1, 2));
  EXPECT_TRUE(column.is_column());
  EXPECT_TRUE(column.is_sideways());
  EXPECT_EQ(column.origin(), to_set({11, 21}));
  EXPECT_EQ(column.destination(), to_set({13, 23}));
}

TEST(Part, NoPartCapturesNothingAndLeavesNoChoice) {
  EXPECT_FALSE(Part().exists());
  EXPECT_FALSE(Part().captures());
  EXPECT_EQ(Part().keep(), std::nullopt);
}

TEST(Turn, HasOneOrTwoParts) {
  const Part preparation = Part::singleton(kB2, Square(2, 1), false);
  const Part advance = Part::singleton(Square(2, 1), kD4, false);
  EXPECT_FALSE(Turn().exists());
  EXPECT_TRUE(Turn(advance).exists());
  EXPECT_FALSE(Turn(advance).has_two_parts());
  EXPECT_TRUE(Turn(preparation, advance).has_two_parts());
  EXPECT_EQ(Turn(preparation, advance).first(), preparation);
  EXPECT_EQ(Turn(preparation, advance).second(), advance);
  EXPECT_NE(Turn(preparation, advance), Turn(preparation));
}

}  // namespace
}  // namespace ordo
