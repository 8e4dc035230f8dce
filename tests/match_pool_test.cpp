// What the matches against a pool say together.
#include <string>

#include <gtest/gtest.h>

#include "match/pool.h"

namespace ordo::match {
namespace {

PoolResult::Opponent opponent(const std::string& name, const Pentanomial& pairs) {
  PoolResult::Opponent result{name, {}};
  result.tally.pairs = pairs;
  result.tally.games = 2 * pairs.pairs();
  return result;
}

PoolResult two_opponents() {
  PoolResult result;
  result.plan.contestants[0].name = "new";
  result.plan.games = 200;
  result.opponents = {opponent("easy", {{0, 0, 10, 0, 90}}), opponent("hard", {{40, 0, 40, 0, 20}})};
  return result;
}

TEST(Pool, ListsTheOpponentsOfAFile) {
  const auto lines = pool_lines("# strangers\n\nname=a nodes=5\r\n   # nobody\n  name=b\nname=c");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], (std::pair<std::size_t, std::string>(3, "name=a nodes=5")));
  EXPECT_EQ(lines[1], (std::pair<std::size_t, std::string>(5, "  name=b")));
  EXPECT_EQ(lines[2], (std::pair<std::size_t, std::string>(6, "name=c")));
  EXPECT_TRUE(pool_lines("").empty());
  EXPECT_TRUE(pool_lines("\n#\n").empty());
}

TEST(Pool, EveryOpponentWeighsTheSame) {
  PoolResult result = two_opponents();
  const auto rating = pool_rating(result);
  ASSERT_TRUE(rating.has_value());
  EXPECT_NEAR(rating->score, (0.95 + 0.40) / 2, 1e-12);
  EXPECT_NEAR(rating->elo, elo_of(0.675), 1e-9);
  for (auto& count : result.opponents[0].tally.pairs.counts) count *= 50;
  EXPECT_NEAR(pool_rating(result)->score, rating->score, 1e-12) << "however many games there are";
  EXPECT_LT(pool_rating(result)->error(), rating->error());
}

TEST(Pool, OneOpponentIsAMatch) {
  PoolResult result = two_opponents();
  result.opponents.pop_back();
  const auto alone = estimate(result.opponents[0].tally.pairs);
  EXPECT_DOUBLE_EQ(pool_rating(result)->low, alone->low);
  EXPECT_DOUBLE_EQ(pool_rating(result)->high, alone->high);
}

TEST(Pool, IsRatedWhenEverybodyHasPlayedAPair) {
  PoolResult result = two_opponents();
  result.opponents.push_back(opponent("late", {}));
  EXPECT_FALSE(pool_rating(result).has_value());
  result.opponents.clear();
  EXPECT_FALSE(pool_rating(result).has_value());
}

TEST(Pool, TellsTheRatingAndTheWorst) {
  const std::string text = pool_text(two_opponents());
  EXPECT_NE(text.find("new against a pool of 2: Ordo, 200 games each, complete"), std::string::npos) << text;
  EXPECT_NE(text.find("all           67.5 %  Elo +127.0 +/- "), std::string::npos) << text;
  EXPECT_NE(text.find("worst         40.0 %  hard"), std::string::npos) << text;
  const std::string json = pool_json(two_opponents());
  EXPECT_NE(json.find(R"("worst":"hard")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("score":0.6750)"), std::string::npos) << json;
}

}  // namespace
}  // namespace ordo::match
