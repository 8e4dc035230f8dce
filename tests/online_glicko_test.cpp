// Ratings: the example of Glickman's paper, and what must hold of every game.
#include <array>
#include <chrono>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "online/glicko.h"
#include "online/glicko_rate.h"

namespace ordo::online {
namespace {

constexpr Instant kNow{std::chrono::milliseconds{1'800'000'000'000}};

Rating rating(double value, double deviation, int games = 10) {
  return {value, deviation, 0.06, games, kNow};
}

TEST(Glicko, TheExampleOfThePaper) {
  const std::array<RatedGame, 3> games = {{{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}}};
  const Rating after = after_period(rating(1500, 200), games);
  EXPECT_NEAR(after.rating, 1464.06, 0.01);
  EXPECT_NEAR(after.deviation, 151.52, 0.01);
  EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
  EXPECT_EQ(after.games, 13);
}

TEST(Glicko, ASurpriseRaisesTheVolatility) {
  // The branch of step 5 where Δ² > φ² + v.
  const Rating after = after_game(rating(1500, 50), rating(2700, 50), 1, kNow);
  EXPECT_GT(after.volatility, 0.06);
  EXPECT_LT(after.volatility, 0.1);
  EXPECT_GT(after.rating, 1510);
}

TEST(Glicko, TheFirstGameMovesANewcomerFar) {
  const Rating winner = after_game({}, {}, 1, kNow);
  const Rating loser = after_game({}, {}, 0, kNow);
  EXPECT_NEAR(winner.rating, 1662.31, 0.01);
  EXPECT_NEAR(loser.rating, 1337.69, 0.01);
  EXPECT_NEAR(winner.deviation, 290.32, 0.01);
  EXPECT_EQ(winner.games, 1);
  EXPECT_EQ(winner.at, kNow);
}

TEST(Glicko, ADrawBetweenEqualsChangesNoRating) {
  EXPECT_NEAR(after_game(rating(1600, 80), rating(1600, 120), 0.5, kNow).rating, 1600, 1e-9);
}

TEST(Glicko, AYearWithoutGamesMakesASureRatingProvisional) {
  const Rating later = at_time(rating(1800, 60), kNow + std::chrono::hours(24 * 365));
  EXPECT_NEAR(later.deviation, kProvisionalDeviation, 0.5);
  EXPECT_EQ(later.rating, 1800);
  EXPECT_EQ(later.volatility, 0.06);
}

TEST(Glicko, TimeIsNotCountedTwice) {
  const auto half = std::chrono::hours(2000);
  const Rating once = at_time(rating(1800, 60), kNow + 2 * half);
  const Rating twice = at_time(at_time(rating(1800, 60), kNow + half), kNow + 2 * half);
  EXPECT_NEAR(once.deviation, twice.deviation, 1e-9);
  EXPECT_EQ(at_time(once, kNow), once);
}

TEST(Glicko, TheDeviationNeverGrowsBeyondThatOfANewcomer) {
  EXPECT_EQ(at_time(rating(1800, 340), kNow + std::chrono::hours(24 * 36500)).deviation, 350);
  EXPECT_EQ(at_time(Rating{}, kNow).deviation, 350);
}

RC_GTEST_PROP(GlickoLaw, EveryGameGivesFiniteRatingsThatMoveTheRightWay, ()) {
  const auto any = [] {
    Rating made;
    made.rating = *rc::gen::inRange(-2000, 6000);
    made.deviation = *rc::gen::inRange(20, 351);
    made.volatility = *rc::gen::inRange(1, 200) / 1000.0;
    made.games = *rc::gen::inRange(0, 100);
    made.at = kNow - std::chrono::hours(*rc::gen::inRange(0, 100'000));
    return made;
  };
  const Rating own = any();
  const Rating opponent = any();
  const Rating won = after_game(own, opponent, 1, kNow);
  const Rating drawn = after_game(own, opponent, 0.5, kNow);
  const Rating lost = after_game(own, opponent, 0, kNow);
  for (const Rating& after : {won, drawn, lost}) {
    RC_ASSERT(std::isfinite(after.rating) && std::isfinite(after.deviation) &&
              std::isfinite(after.volatility));
    RC_ASSERT(after.deviation > 0 && after.deviation <= 350);
    RC_ASSERT(after.volatility > 0 && after.volatility < 1);
    RC_ASSERT(after.games == own.games + 1);
  }
  RC_ASSERT(won.rating >= own.rating && own.rating >= lost.rating);
  RC_ASSERT(won.rating >= drawn.rating && drawn.rating >= lost.rating);
}

}  // namespace
}  // namespace ordo::online
