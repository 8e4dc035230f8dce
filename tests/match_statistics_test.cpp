// Elo, its error, and the sequential test: against numbers from an independent program, and by simulation.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "match/statistics.h"
#include "support/scale.h"
#include "util/random.h"

namespace ordo {
namespace {

using match::estimate;
using match::GameScore;
using match::log_likelihood_ratio;
using match::Pentanomial;
using match::Sprt;
using match::Verdict;
using util::Random;

Pentanomial counts(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d, std::uint64_t e) {
  return {{a, b, c, d, e}};
}

TEST(Statistics, EloAndScoreAreInverse) {
  EXPECT_DOUBLE_EQ(match::elo_of(0.5), 0);
  EXPECT_NEAR(match::elo_of(0.64), 99.95, 0.01);
  EXPECT_NEAR(match::score_of(400), 10.0 / 11, 1e-12);
  EXPECT_EQ(match::elo_of(1), HUGE_VAL);
  EXPECT_EQ(match::elo_of(0), -HUGE_VAL);
  for (const double elo : {-300.0, -1.0, 0.0, 5.0, 123.4})
    EXPECT_NEAR(match::elo_of(match::score_of(elo)), elo, 1e-9);
}

TEST(Statistics, PairsAreCountedByTheirSum) {
  Pentanomial pairs;
  pairs.add(GameScore::Loss, GameScore::Loss);
  pairs.add(GameScore::Win, GameScore::Loss);
  pairs.add(GameScore::Draw, GameScore::Draw);
  pairs.add(GameScore::Draw, GameScore::Win);
  EXPECT_EQ(pairs.counts, (std::array<std::uint64_t, 5>{1, 0, 2, 1, 0}));
  EXPECT_EQ(pairs.pairs(), 4U);
}

TEST(Statistics, EstimateAgreesWithAnIndependentComputation) {
  const auto many = estimate(counts(39, 843, 2290, 887, 41));
  ASSERT_TRUE(many.has_value());
  EXPECT_NEAR(many->elo, 2.033792510836, 1e-9);
  EXPECT_NEAR(many->low, -1.725708944091, 1e-9);
  EXPECT_NEAR(many->high, 5.793770304139, 1e-9);
  EXPECT_NEAR(many->superiority, 0.855493198112, 1e-9);
  const auto few = estimate(counts(10, 20, 40, 35, 15));
  ASSERT_TRUE(few.has_value());
  EXPECT_NEAR(few->elo, 36.322965608481, 1e-9);
  EXPECT_NEAR(few->error(), (71.927485889341 - 1.465198464255) / 2, 1e-9);
  EXPECT_NEAR(few->superiority, 0.979456969203, 1e-9);
}

TEST(Statistics, NothingIsSaidOfNothing) {
  EXPECT_FALSE(estimate(Pentanomial{}).has_value());
  EXPECT_EQ(log_likelihood_ratio({}, 0, 5), 0);
  EXPECT_EQ(match::verdict(Sprt{}, {}), Verdict::Open);
}

TEST(Statistics, CleanSweepHasNoFiniteElo) {
  const auto sweep = estimate(counts(0, 0, 0, 0, 12));
  ASSERT_TRUE(sweep.has_value());
  EXPECT_EQ(sweep->elo, HUGE_VAL);
  EXPECT_EQ(sweep->superiority, 1);
  const auto even = estimate(counts(0, 0, 9, 0, 0));
  ASSERT_TRUE(even.has_value());
  EXPECT_EQ(even->superiority, 0.5);
  EXPECT_EQ(even->error(), 0);
}

TEST(Sprt, RatioAgreesWithAnIndependentComputation) {
  EXPECT_NEAR(log_likelihood_ratio(counts(39, 843, 2290, 887, 41), 0, 2), 0.5618265733526, 1e-9);
  EXPECT_NEAR(log_likelihood_ratio(counts(10, 20, 40, 35, 15), 0, 10), 0.9488438926206, 1e-9);
  EXPECT_NEAR(log_likelihood_ratio(counts(3, 0, 6, 0, 1), -5, 5), -0.1438812630966, 1e-9);
}

TEST(Sprt, EqualResultsAreNotTakenForCertainty) {
  EXPECT_NEAR(log_likelihood_ratio(counts(0, 0, 10, 0, 0), 0, 5), -0.1394276388154, 1e-9);
  EXPECT_NEAR(log_likelihood_ratio(counts(0, 0, 0, 0, 12), 0, 5), 0.1714796500686, 1e-9);
}

TEST(Sprt, RatioChangesSignWithThePlayers) {
  EXPECT_NEAR(log_likelihood_ratio(counts(10, 20, 40, 35, 15), -5, 5),
              -log_likelihood_ratio(counts(15, 35, 40, 20, 10), -5, 5), 1e-9);
}

TEST(Sprt, BoundsAreWalds) {
  EXPECT_NEAR(Sprt{}.upper(), 2.944438979166, 1e-9);
  EXPECT_NEAR(Sprt{}.lower(), -2.944438979166, 1e-9);
  const Sprt careful{0, 5, 0.01, 0.1};
  EXPECT_NEAR(careful.upper(), std::log(0.9 / 0.01), 1e-12);
  EXPECT_NEAR(careful.lower(), std::log(0.1 / 0.99), 1e-12);
}

/// Pairs of games with openings that favour one colour: the games of a pair depend on each other.
class Simulation {
 public:
  explicit Simulation(double elo) : elo_(elo) {}

  void play_pair(Pentanomial& results) {
    const double bias = uniform() < 0.5 ? 100 : -100;
    const GameScore first = play(elo_ + bias);
    results.add(first, play(elo_ - bias));
  }
  [[nodiscard]] double expected_score() const {
    return (match::score_of(elo_ + 100) + match::score_of(elo_ - 100)) / 2;
  }

 private:
  [[nodiscard]] double uniform() { return static_cast<double>(random_.next() >> 11) * 0x1p-53; }
  [[nodiscard]] GameScore play(double elo) {
    if (uniform() < 0.2) return uniform() < 0.5 ? GameScore::Draw : decisive(elo);
    return decisive(elo);
  }
  [[nodiscard]] GameScore decisive(double elo) {
    return uniform() < match::score_of(elo) ? GameScore::Win : GameScore::Loss;
  }

  double elo_;
  Random random_{2024, 0};
};

TEST(Statistics, IntervalHoldsTheTruthNineteenTimesOfTwenty) {
  Simulation simulation(30);
  const int trials = support::scaled(2000);
  // A tenth of the games is drawn whatever the players are worth.
  const double truth = match::elo_of(0.9 * simulation.expected_score() + 0.1 * 0.5);
  int held = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Pentanomial results;
    for (int pair = 0; pair < 150; ++pair) simulation.play_pair(results);
    const auto estimated = estimate(results);
    ASSERT_TRUE(estimated.has_value());
    held += estimated->low <= truth && truth <= estimated->high ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(held) / trials, 0.95, trials == 2000 ? 0.015 : 0.06);
}

/// How often the test, with an Elo difference of 0 against 50, ends with H1.
double share_of_h1(double elo) {
  const Sprt sprt{0, 50, 0.05, 0.05};
  Simulation simulation(elo);
  const int trials = support::scaled(300);
  int accepted = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Pentanomial results;
    Verdict verdict = Verdict::Open;
    while (verdict == Verdict::Open) {
      simulation.play_pair(results);
      verdict = match::verdict(sprt, results);
    }
    accepted += verdict == Verdict::H1 ? 1 : 0;
  }
  return static_cast<double>(accepted) / trials;
}

TEST(Sprt, ErrsNoMoreOftenThanItPromises) {
  const double slack = support::scaled(300) == 300 ? 0.04 : 0.15;
  EXPECT_LE(share_of_h1(0), 0.05 + slack);
  EXPECT_GE(share_of_h1(75), 0.95 - slack);
}

}  // namespace
}  // namespace ordo
