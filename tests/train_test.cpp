// The trainer: its slopes against differences, and that it learns.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "model.h"
#include "policy_trainer.h"
#include "quantise.h"
#include "selfplay/play.h"
#include "tablebase/table_files.h"
#include "trainer.h"

namespace ordo::train {
namespace {

[[nodiscard]] std::vector<selfplay::Sample> samples(std::uint32_t games) {
  tablebase::Tables tables;
  tablebase::add_builtin(tables);
  selfplay::PlaySettings settings;
  settings.variant = rules::Variant::OrdoX;  // which has both phases
  settings.nodes = 20;
  settings.asides = 2;
  std::vector<selfplay::Sample> all;
  for (std::uint32_t game = 0; game < games; ++game) {
    const auto more = selfplay::play_game(settings, game, tables);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

/// The error whose slope add_slope() is to give.
[[nodiscard]] double error_of(const Parameters& parameters, const Sight& sight, double wanted) {
  Row sums;
  const double got = chance(value(parameters, sight, sums));
  return -(wanted * std::log(got) + (1 - wanted) * std::log(1 - got));
}

TEST(Train, SlopesAreThoseOfDifferences) {
  util::Random random(1, 2);
  Parameters parameters = random_parameters(random);
  const double wanted = 0.8;
  for (const selfplay::Sample& sample : samples(2)) {
    const Sight sight(sample, false);
    Row sums;
    Parameters slopes;
    const auto miss = static_cast<float>(chance(value(parameters, sight, sums)) - wanted);
    add_slope(parameters, sight, sums, miss, slopes);
    const auto check = [&](float& parameter, float slope, const char* what) {
      constexpr float kStep = 0.01F;
      const float kept = parameter;
      parameter = kept + kStep;
      const double up = error_of(parameters, sight, wanted);
      parameter = kept - kStep;
      const double down = error_of(parameters, sight, wanted);
      parameter = kept;
      EXPECT_NEAR(slope, (up - down) / (2 * kStep), 0.004) << what;
    };
    const std::size_t unit = random.below(kHidden);
    // Near its ends the activation bends, where a difference is no slope.
    if (std::abs(sums[unit]) < 0.03F || std::abs(sums[unit] - 1) < 0.03F) continue;
    check(parameters.bias[unit], slopes.bias[unit], "bias");
    check(parameters.heads[sight.head()][unit], slopes.heads[sight.head()][unit], "head");
    check(parameters.head_bias[sight.head()], slopes.head_bias[sight.head()], "bias of the head");
    check(parameters.rows[*sight.begin()][unit], slopes.rows[*sight.begin()][unit], "row");
  }
}

TEST(TrainPolicy, SlopesAreThoseOfDifferences) {
  util::Random random(1, 4);
  Policy policy(eval::PolicyInputs::kAll);
  for (float& weight : policy) weight = static_cast<float>(random.below(1000)) / 1000 - 0.5F;
  Choice choice(rules::Variant::OrdoX);
  int checked = 0;
  for (const selfplay::Sample& sample : samples(4)) {
    if (!choice.read(rules::Variant::OrdoX, sample, false)) continue;
    Policy slopes(policy.size());
    choice.add_slope(choice.chances(policy), slopes);
    const auto error = [&] { return -std::log(choice.chances(policy)[choice.best()]); };
    for (std::size_t i = random.below(40); i < policy.size(); i += 40) {
      if (slopes[i] == 0) continue;
      constexpr float kStep = 0.01F;
      const float kept = policy[i];
      policy[i] = kept + kStep;
      const float up = error();
      policy[i] = kept - kStep;
      const float down = error();
      policy[i] = kept;
      EXPECT_NEAR(slopes[i], (up - down) / (2 * kStep), 0.002);
      ++checked;
    }
  }
  EXPECT_GT(checked, 20);
}

TEST(TrainPolicy, SeesTheSameChoiceInAMirror) {
  Policy policy(eval::PolicyInputs::kAll);
  for (std::size_t i = 0; i < policy.size(); ++i) {
    const std::size_t trait = i % eval::PolicyInputs::kCount;
    const bool is_neighbours = trait >= eval::PolicyInputs::kLeft && trait < eval::PolicyInputs::kJoined;
    policy[i] = is_neighbours ? 0 : static_cast<float>(i % 7) / 7;
  }
  Choice choice(rules::Variant::OrdoX);
  for (const selfplay::Sample& sample : samples(4)) {
    if (!choice.read(rules::Variant::OrdoX, sample, false)) continue;
    const float seen = choice.chances(policy)[choice.best()];
    ASSERT_TRUE(choice.read(rules::Variant::OrdoX, sample, true));
    EXPECT_NEAR(choice.chances(policy)[choice.best()], seen, 1e-5);
  }
}

TEST(TrainPolicy, LearnsWhatItIsShown) {
  std::vector<selfplay::PackedSample> all;
  for (const selfplay::Sample& sample : samples(60)) all.push_back(selfplay::packed(sample));
  const std::span some(all);
  const auto test_on = some.first(all.size() / 5);
  PolicySettings settings;
  settings.variant = rules::Variant::OrdoX;
  Policy policy(eval::PolicyInputs::kAll);
  const PolicyTest before = test_policy(settings.variant, policy, test_on);
  train_policy(settings, some.subspan(all.size() / 5), policy, [](int) {});
  const PolicyTest after = test_policy(settings.variant, policy, test_on);
  EXPECT_LT(after.error, before.error);
  EXPECT_GT(after.among_six, before.among_six);
}

TEST(Train, LearnsWhatItIsShown) {
  Data data;
  for (const selfplay::Sample& sample : samples(60))
    (sample.game % 10 == 0 ? data.test : data.training).push_back(selfplay::packed(sample));
  TrainSettings settings;
  settings.epochs = 12;
  settings.batch = 128;
  util::Random random(1, 3);
  Parameters parameters = random_parameters(random);
  const TestResult before = test(settings, parameters, data.test);
  train(settings, data, parameters, [](int, double, double) {});
  const TestResult after = test(settings, parameters, data.test);
  EXPECT_LT(after.error, before.error);
}

TEST(Train, LearnsOnlyTheHeadsOfWhichThereAreSamples) {
  Data data;
  for (const selfplay::Sample& sample : samples(20)) {
    if (eval::Network::head_of(sample.own.count() + sample.enemy.count()) == kHeads - 1)
      data.training.push_back(selfplay::packed(sample));
  }
  ASSERT_FALSE(data.training.empty());
  TrainSettings settings;
  settings.epochs = 2;
  settings.batch = 16;
  settings.heads_only = true;
  util::Random random(1, 3);
  Parameters parameters = random_parameters(random);
  const Parameters before = parameters;
  train(settings, data, parameters, [](int, double, double) {});
  EXPECT_EQ(parameters.rows, before.rows);
  EXPECT_EQ(parameters.bias, before.bias);
  for (std::size_t head = 0; head < kHeads; ++head)
    EXPECT_EQ(parameters.heads[head] == before.heads[head], head < kHeads - 1) << head;
}

/// Three turns of one game, the first player's, the second's, the first's, who wins: nobody had seen it
/// coming.
[[nodiscard]] std::vector<selfplay::PackedSample> surprise(selfplay::Course course) {
  std::vector<selfplay::PackedSample> game;
  for (const int ply : {10, 11, 12}) {
    selfplay::Sample sample = samples(1).front();
    sample.game = 7;
    sample.course = course;
    sample.ply = static_cast<std::uint16_t>(ply);
    sample.score = 0;
    sample.outlook = ply % 2 == 0 ? selfplay::Outlook::Won : selfplay::Outlook::Lost;
    game.push_back(selfplay::packed(sample));
  }
  return game;
}

[[nodiscard]] std::vector<double> expectations(const std::vector<selfplay::PackedSample>& game) {
  std::vector<double> all;
  for (const auto& bytes : game) all.push_back(chance(selfplay::unpacked(bytes)->score * Hindsight().slope));
  return all;
}

TEST(Train, HindsightTellsTheTurnsBeforeWhatTheyDidNotSee) {
  auto game = surprise(selfplay::Course::Fair);
  look_back({.share = 0.5}, game);
  const std::vector<double> expected = expectations(game);
  EXPECT_NEAR(expected[2], 0.5 * 0.5 + 0.5 * 0.998, 0.005);
  EXPECT_NEAR(expected[1], 0.5 * 0.5 + 0.5 * (1 - expected[2]), 0.005);
  EXPECT_NEAR(expected[0], 0.5 * 0.5 + 0.5 * (1 - expected[1]), 0.005);
}

TEST(Train, HindsightLeavesGamesOfUnequalPlayersAndOtherGamesAlone) {
  auto unequal = surprise(selfplay::Course::Unequal);
  look_back({.share = 0.5}, unequal);
  EXPECT_EQ(unequal, surprise(selfplay::Course::Unequal));
  auto two = surprise(selfplay::Course::Fair);
  auto next = surprise(selfplay::Course::Fair);
  for (auto& bytes : next) {  // the other one won the game that comes after it in the file
    selfplay::Sample sample = *selfplay::unpacked(bytes);
    sample.game = 8;
    sample.outlook =
        sample.outlook == selfplay::Outlook::Won ? selfplay::Outlook::Lost : selfplay::Outlook::Won;
    bytes = selfplay::packed(sample);
  }
  two.insert(two.end(), next.begin(), next.end());
  look_back({.share = 0.5}, two);
  const std::vector<double> expected = expectations(two);
  EXPECT_GT(expected[2], 0.7);
  EXPECT_LT(expected[5], 0.3);
}

TEST(Train, WhatWasNotPlayedIsNoPartOfTheGame) {
  auto game = surprise(selfplay::Course::Fair);
  auto with_aside = game;
  selfplay::Sample aside = *selfplay::unpacked(game[1]);
  aside.course = selfplay::Course::Aside;
  aside.score = -700;
  with_aside.insert(with_aside.begin() + 2, selfplay::packed(aside));
  look_back({.share = 0.5}, game);
  look_back({.share = 0.5}, with_aside);
  EXPECT_EQ(with_aside[2], selfplay::packed(aside));
  with_aside.erase(with_aside.begin() + 2);
  EXPECT_EQ(with_aside, game);
  // How the game ended says nothing about it.
  const TrainSettings results_alone{.result = 1};
  EXPECT_LT(target(results_alone, aside), 0.1);
  aside.course = selfplay::Course::Fair;
  EXPECT_EQ(target(results_alone, aside), 0);
}

TEST(Train, TheWrittenNetworkSaysNearlyTheSame) {
  util::Random random(1, 4);
  const Parameters parameters = random_parameters(random);
  const auto network = quantised(parameters, rules::Variant::OrdoX);
  ASSERT_TRUE(network.ok());
  for (const selfplay::Sample& sample : samples(2)) {
    Row sums;
    const double exact = value(parameters, Sight(sample, false), sums) * 400 / std::numbers::ln10;
    eval::Network::Row mover{};
    eval::Network::Row waiter{};
    eval::Network::Row contact{};
    eval::visit_side(sample.own, [&](int row) {
      eval::add_row(mover, network->rows[static_cast<std::size_t>(eval::kMoverRows + row)]);
    });
    eval::visit_side(sample.enemy.turned(), [&](int row) {
      eval::add_row(waiter, network->rows[static_cast<std::size_t>(eval::kWaiterRows + row)]);
    });
    eval::visit_contact_rows(sample.own, sample.enemy, sample.phase, [&](int row) {
      eval::add_row(contact, network->rows[static_cast<std::size_t>(row)]);
    });
    const int pieces = sample.own.count() + sample.enemy.count();
    EXPECT_NEAR(network->value(mover, waiter, contact, pieces), exact, 20);
  }
}

TEST(Train, GoesOnFromAWrittenNetworkAndScalesWhatItSays) {
  util::Random random(1, 5);
  const auto network = quantised(random_parameters(random), rules::Variant::Ordo);
  ASSERT_TRUE(network.ok());
  Parameters read = parameters_of(*network);
  EXPECT_EQ(quantised(read, rules::Variant::Ordo)->bytes(), network->bytes());
  const Parameters before = read;
  HeadFactors factors = each_head(1.5F);
  factors.back() = 2;
  scale(read, factors);
  for (const selfplay::Sample& sample : samples(2)) {
    Row sums;
    const Sight sight(sample, false);
    EXPECT_NEAR(value(read, sight, sums), factors[sight.head()] * value(before, sight, sums), 0.001F);
  }
}

TEST(Train, ReadsAFactorForAllHeadsOrOneForEach) {
  HeadFactors factors{};
  EXPECT_TRUE(read_factors("1.5", factors));
  EXPECT_EQ(factors, each_head(1.5F));
  EXPECT_TRUE(read_factors("1,2,3,4,5,6,7,0.5", factors));
  EXPECT_EQ(factors, (HeadFactors{1, 2, 3, 4, 5, 6, 7, 0.5F}));
  for (const char* wrong : {"", ",", "0", "-1", "1,2", "1,2,3,4,5,6,7,", "1,2,3,4,5,6,7,8,9",
                            "1,2,3,x,5,6,7,8", "1 ", "nan", "inf"})
    EXPECT_FALSE(read_factors(wrong, factors)) << wrong;
  EXPECT_EQ(factors.back(), 0.5F) << "what is refused changes nothing";
}

TEST(Train, RefusesANetworkWhoseSumsHaveNoRoom) {
  Parameters parameters;
  for (Row& row : parameters.rows) row.fill(1.9F);
  EXPECT_FALSE(quantised(parameters, rules::Variant::Ordo).ok());
}

}  // namespace
}  // namespace ordo::train
