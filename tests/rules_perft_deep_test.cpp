// Counts that take seconds: Ordo four and five turns deep.
#include <gtest/gtest.h>

#include "naive/naive.h"
#include "rules/fen.h"
#include "rules/perft.h"
#include "support/scale.h"

namespace ordo {
namespace {

using rules::Position;
using rules::Variant;

/// Counted, and with every position made; not in perft.json.
constexpr std::uint64_t kOrdoDepth5 = 724'821'826;

TEST(PerftDeep, FiveTurnsOfOrdoCountedAndMadeAreTheSame) {
  if (!support::full_scale()) GTEST_SKIP() << "too deep for this build";
  const Position start = Position::initial(Variant::Ordo);
  const std::uint64_t counted = rules::perft(start, 5);
  EXPECT_EQ(counted, kOrdoDepth5);
  EXPECT_EQ(rules::perft_made(start, 5), counted);
}

TEST(PerftDeep, FiveTurnsOfOrdoAreTheSameOnTwoThreads) {
  if (!support::full_scale()) GTEST_SKIP() << "too deep for this build";
  EXPECT_EQ(rules::perft(Position::initial(Variant::Ordo), 5, 2), kOrdoDepth5);
}

TEST(PerftDeep, FourTurnsOfOrdoAreTheSameWithTheNaiveGenerator) {
  if (!support::full_scale()) GTEST_SKIP() << "too deep for this build";
  const auto start = naive::from_fen(Variant::Ordo, rules::kInitialFen);
  ASSERT_TRUE(start.has_value());
  EXPECT_EQ(naive::perft(*start, 4), 11'501'158U);
}

TEST(PerftDeep, TwoTurnsOfOrdoXAreTheSameOnThreeThreads) {
  EXPECT_EQ(rules::perft(Position::initial(Variant::OrdoX), 2, 3), 4'207'548U);
}

}  // namespace
}  // namespace ordo
