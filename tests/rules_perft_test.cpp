// Counts of legal turns, known from several independent programs.
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "naive/naive.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/perft.h"
#include "support/data.h"
#include "support/scale.h"

namespace ordo {
namespace {

using rules::Position;
using rules::Variant;

/// Calls check(position, fen, depth, count) for each known count that is not too large for this build.
template <class Check>
void for_each_count(int largest, Check check) {
  const auto limit = static_cast<std::uint64_t>(support::scaled(largest));
  for (const support::PerftCounts& known : support::read_perft_counts()) {
    SCOPED_TRACE(std::string(rules::name(known.variant)) + ' ' + known.fen);
    const auto position = rules::parse_fen(known.variant, known.fen);
    ASSERT_TRUE(position.ok()) << position.error().message;
    for (std::size_t i = 0; i < known.counts.size(); ++i) {
      if (known.counts[i] <= limit) check(*position, known.fen, static_cast<int>(i) + 1, known.counts[i]);
    }
  }
}

constexpr int kAll = 20'000'000;

TEST(Perft, CountsAreTheKnownOnes) {
  for_each_count(kAll, [](const Position& position, const std::string&, int depth, std::uint64_t count) {
    EXPECT_EQ(rules::perft(position, depth), count) << "depth " << depth;
  });
}

TEST(Perft, MakingEveryPositionCountsTheSame) {
  for_each_count(kAll, [](const Position& position, const std::string&, int depth, std::uint64_t count) {
    EXPECT_EQ(rules::perft_made(position, depth), count) << "depth " << depth;
  });
}

TEST(Perft, TheNaiveGeneratorCountsTheSame) {
  for_each_count(5'000'000,
                 [](const Position& position, const std::string& fen, int depth, std::uint64_t count) {
                   const auto naive = naive::from_fen(position.variant(), fen);
                   ASSERT_TRUE(naive.has_value());
                   EXPECT_EQ(naive::perft(*naive, depth), count) << "depth " << depth;
                   if (count < 500'000) {
                     EXPECT_EQ(naive::perft_made(*naive, depth), count) << "depth " << depth;
                   }
                 });
}

TEST(Perft, OfNoTurnsIsOne) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    EXPECT_EQ(rules::perft(Position::initial(variant), 0), 1U);
    EXPECT_EQ(rules::perft_made(Position::initial(variant), 0), 1U);
  }
}

TEST(Perft, OfAGameThatIsOverIsNothing) {
  const auto start = rules::parse_fen(Variant::Ordo, "10/4w5/4w5/3w6/4b1b3/5b4/10/10 w");
  ASSERT_TRUE(start.ok());
  const auto turn = rules::read_turn(*start, "d5-d8");
  ASSERT_TRUE(turn.ok());
  EXPECT_EQ(rules::perft(start->after(*turn), 1), 0U);
  EXPECT_EQ(rules::perft_made(start->after(*turn), 2), 0U);
}

TEST(Perft, DividedByTurnsAddsUp) {
  for_each_count(1'000'000, [](const Position& position, const std::string&, int depth, std::uint64_t count) {
    std::set<std::string> turns;
    std::uint64_t sum = 0;
    for (const rules::PerftEntry& entry : rules::perft_divide(position, depth)) {
      turns.insert(rules::to_text(entry.turn));
      sum += entry.count;
    }
    EXPECT_EQ(sum, count) << "depth " << depth;
    EXPECT_EQ(turns.size(), rules::perft(position, 1));
  });
}

}  // namespace
}  // namespace ordo
