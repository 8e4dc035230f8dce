// SPSA as mathematics: what is tried, what is learned, and that it climbs hills in a fog.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tune/spsa.h"
#include "tune/tuning.h"
#include "util/random.h"

namespace ordo::tune {
namespace {

using testing::ElementsAre;
using thinking::Parameter;

std::vector<Parameter> three() {
  return {{"ordo.Wide", 100, 0, 1000, 10}, {"ordo.Fine", 5, 0, 20, 1}, {"ordo.Edge", 0, 0, 3, 1}};
}

/// Games of an engine whose strength falls with the square of its distance, in steps, from the best values.
class Fog {
 public:
  Fog(std::vector<Parameter> parameters, std::vector<double> best, std::size_t pairs)
      : parameters_(std::move(parameters)), best_(std::move(best)), pairs_(pairs) {}

  [[nodiscard]] double elo(const auto& values) const {
    double sum = 0;
    for (std::size_t i = 0; i < best_.size(); ++i) {
      const double off = (static_cast<double>(values[i]) - best_[i]) / parameters_[i].step;
      sum -= 0.8 * off * off;
    }
    return sum;
  }

  [[nodiscard]] Outcome play(const Trial& trial) {
    return {games(match::score_of(elo(trial.plus) + 60)), games(match::score_of(elo(trial.minus) + 60)), 0};
  }

 private:
  [[nodiscard]] match::Pentanomial games(double score) {
    const auto game = [&] {
      const double luck = static_cast<double>(random_.next() >> 11) * 0x1p-53;
      return luck < score ? match::GameScore::Win : match::GameScore::Loss;
    };
    match::Pentanomial pairs;
    for (std::size_t i = 0; i < pairs_; ++i) {
      const auto first = game();
      pairs.add(first, game());
    }
    return pairs;
  }

  const std::vector<Parameter> parameters_;
  const std::vector<double> best_;
  const std::size_t pairs_;
  util::Random random_{7, 7};
};

TEST(Spsa, TriesStepsToEitherSideWithinTheRanges) {
  const Spsa spsa(three(), Gains{}, 1);
  const std::vector<double> values = {990, 5, 0};
  for (std::size_t iteration = 1; iteration <= 200; ++iteration) {
    const Trial trial = spsa.trial(iteration, values);
    const double way = Gains{}.c / std::pow(static_cast<double>(iteration), 0.101);
    ASSERT_EQ(trial.signs.size(), 3U);
    for (const int sign : trial.signs) EXPECT_EQ(std::abs(sign), 1);
    for (const auto& side : {trial.plus, trial.minus}) {
      EXPECT_THAT(side[0], testing::AllOf(testing::Ge(0), testing::Le(1000)));
      EXPECT_THAT(side[2], testing::AllOf(testing::Ge(0), testing::Le(3)));
    }
    EXPECT_NEAR(trial.plus[1], 5 + trial.signs[1] * way, 1);
    EXPECT_NEAR(trial.minus[1], 5 - trial.signs[1] * way, 1);
    EXPECT_EQ(trial.signs[1] > 0, trial.plus[1] > trial.minus[1])
        << "they differ as long as it tries half a step";
  }
}

TEST(Spsa, RoundsSoThatTheMeanIsRight) {
  const Spsa spsa({{"ordo.Fine", 5, 0, 20, 1}}, Gains{40, 1, 50}, 1);
  double sum = 0;
  constexpr std::size_t kIterations = 4000;
  for (std::size_t iteration = 1; iteration <= kIterations; ++iteration) {
    const Trial trial = spsa.trial(iteration, {7.3});
    sum += trial.plus[0] + trial.minus[0];
  }
  EXPECT_NEAR(sum / (2 * kIterations), 7.3, 0.05);
}

TEST(Spsa, GoesTowardsTheBetterByTheGains) {
  const Spsa spsa({{"ordo.Up", 100, 0, 1000, 10}, {"ordo.Down", 100, 0, 1000, 20}}, Gains{6, 2, 0}, 1);
  const Trial trial{{1, -1}, {120, 60}, {80, 140}};
  // 6 / 1^0.602 times 0.25 / (2 * 2) steps.
  EXPECT_THAT(spsa.learned(1, {100, 100}, trial, 0.25), ElementsAre(103.75, 92.5));
  EXPECT_THAT(spsa.learned(1, {100, 100}, trial, -0.25), ElementsAre(96.25, 107.5));
  EXPECT_THAT(spsa.learned(1, {100, 100}, trial, 0), ElementsAre(100, 100));
  EXPECT_THAT(spsa.learned(1, {999, 1}, trial, 1), ElementsAre(1000, 0)) << "never out of the range";
  const double later = spsa.learned(1000, {100, 100}, trial, 0.25)[0];
  EXPECT_NEAR(later, 100 + 3.75 * std::pow(1000, 0.101 - 0.602), 1e-6);
}

TEST(Spsa, ValuesAreKeptToAMillionth) {
  const Spsa spsa({{"ordo.Up", 100, 0, 1000, 10}}, Gains{}, 1);
  const double value = spsa.learned(3, {100.123456}, {{1}, {120}, {80}}, 1.0 / 3)[0];
  EXPECT_EQ(value, rounded(value));
  EXPECT_EQ(rounded(0.12345678), 0.123457);
}

TEST(Spsa, DependsOnTheSeedAndTheNumberAlone) {
  const std::vector<double> values = {500, 10, 1.5};
  const Trial once = Spsa(three(), Gains{}, 5).trial(17, values);
  const Trial again = Spsa(three(), Gains{}, 5).trial(17, values);
  EXPECT_EQ(once.plus, again.plus);
  EXPECT_EQ(once.minus, again.minus);
  int others = 0;
  for (std::uint64_t seed = 6; seed < 26; ++seed)
    others += Spsa(three(), Gains{}, seed).trial(17, values).plus != once.plus ? 1 : 0;
  EXPECT_GT(others, 10);
}

TEST(Spsa, FindsTheTopOfAHillByNoisyGames) {
  const std::vector<Parameter> parameters = {{"ordo.A", 100, 0, 1000, 10},
                                             {"ordo.B", 12, 0, 40, 1},
                                             {"ordo.C", 500, 0, 1000, 40},
                                             {"ordo.D", 0, 0, 20, 1}};
  const std::vector<double> best = {170, 6, 300, 5};
  Fog fog(parameters, best, 16);
  const Spsa spsa(parameters, Gains{}, 1);
  std::vector<Iteration> iterations;
  std::size_t told = 0;
  EXPECT_TRUE(run_tuning(
      spsa, 1500, iterations, [&](std::size_t, const Trial& trial) { return fog.play(trial); },
      [&](const std::vector<Iteration>& all) { told = all.size(); }));
  EXPECT_EQ(iterations.size(), 1500U);
  EXPECT_EQ(told, 1500U);
  const std::vector<double> found = settled(spsa, iterations);
  EXPECT_LT(fog.elo(spsa.usual()), -100);
  EXPECT_GT(fog.elo(found), -8) << testing::PrintToString(found);
  const auto before = score_between(iterations, 0, 100);
  const auto after = score_between(iterations, 1400, 1500);
  EXPECT_GT(after->score, before->score + 0.05);
}

}  // namespace
}  // namespace ordo::tune
