// The games of an iteration, with engines whose skill is set.
#include <atomic>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tune/games.h"

namespace ordo::tune {
namespace {

using testing::ElementsAre;

match::Contestant fake_of(const std::string& name, const std::string& mode) {
  match::Contestant contestant;
  contestant.name = name;
  contestant.command = {ORDO_FAKE_ENGINE, mode};
  contestant.pace.nodes = 1;
  return contestant;
}

/// What is tuned plays well with a skill of 50, and loses every game with less.
GamesPlan skilled_plan(std::vector<match::Contestant> opponents) {
  GamesPlan plan;
  plan.engine = fake_of("tuned", "skilled");
  plan.engine.options = {{"Tune ordo.Skill", "0"}};
  plan.opponents = std::move(opponents);
  plan.parameters = {{"ordo.Skill", 0, 0, 100, 10}};
  plan.pairs = 6;
  plan.concurrency = 3;
  plan.patience = std::chrono::milliseconds(20'000);
  return plan;
}

match::BookOptions any_openings() {
  match::BookOptions options;
  options.nodes = 1;
  options.bound = 30000;
  return options;
}

const Trial kBetter{{1}, {60}, {40}};
const Trial kWorse{{-1}, {40}, {60}};

TEST(TuneGames, BothEnginesMeetThePool) {
  const std::atomic<bool> stop{false};
  Openings openings(any_openings());
  std::vector<std::size_t> told;
  Games games(skilled_plan({fake_of("good", "good"), fake_of("bad", "illegal")}), openings, stop,
              [&](std::size_t played, std::size_t all) {
                told.push_back(played);
                EXPECT_EQ(all, 24U);
              });
  const auto first = games.play(1, kBetter);
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(told.size(), 24U);
  // Against one that plays the same each wins with the same colour; the other makes faults.
  EXPECT_THAT(first->plus.counts, ElementsAre(0, 0, 3, 0, 3));
  EXPECT_EQ(first->minus.pairs(), 6U);
  EXPECT_EQ(first->minus.counts[0], 3U);
  EXPECT_GE(first->faults, 12U);
  // The engines that are there already are told the new values.
  const auto second = games.play(2, kWorse);
  ASSERT_TRUE(second.has_value());
  EXPECT_THAT(second->minus.counts, ElementsAre(0, 0, 3, 0, 3));
  EXPECT_EQ(second->plus.counts[0], 3U);
}

TEST(TuneGames, WithoutAPoolTheyMeetEachOther) {
  const std::atomic<bool> stop{false};
  Openings openings(any_openings());
  Games games(skilled_plan({}), openings, stop, {});
  const auto better = games.play(1, kBetter);
  ASSERT_TRUE(better.has_value());
  EXPECT_THAT(better->plus.counts, ElementsAre(0, 0, 0, 0, 6));
  EXPECT_THAT(better->minus.counts, ElementsAre(6, 0, 0, 0, 0));
  EXPECT_EQ(better->faults, 12U);
  EXPECT_THAT(games.play(2, kWorse)->plus.counts, ElementsAre(6, 0, 0, 0, 0));
}

TEST(TuneGames, EndWhenStopped) {
  std::atomic<bool> stop{false};
  Openings openings(any_openings());
  Games games(skilled_plan({}), openings, stop, [&](std::size_t played, std::size_t) { stop = played >= 2; });
  EXPECT_FALSE(games.play(1, kBetter).has_value());
  EXPECT_FALSE(games.play(1, kBetter).has_value());
}

TEST(TuneGames, FailWhereAnEngineCannotStart) {
  const std::atomic<bool> stop{false};
  Openings openings(any_openings());
  GamesPlan plan = skilled_plan({fake_of("gone", "good")});
  plan.opponents[0].command = {"/nonexistent/engine"};
  Games games(plan, openings, stop, {});
  EXPECT_THROW((void)games.play(1, kBetter), engines::CannotStart);
  plan = skilled_plan({});
  plan.engine.command = {ORDO_FAKE_ENGINE, "good"};  // has no skill
  Games unskilled(plan, openings, stop, {});
  EXPECT_THROW((void)unskilled.play(1, kBetter), engines::CannotStart);
}

TEST(TuneOpenings, AreTheSameWhoeverWasAskedBefore) {
  Openings in_order(any_openings());
  std::vector<rules::Position> first;
  for (std::size_t pair = 0; pair < 4; ++pair) first.push_back(in_order.opening(1, pair));
  const rules::Position later = in_order.opening(9, 2);
  Openings at_once(any_openings());
  EXPECT_EQ(at_once.opening(9, 2), later);
  EXPECT_EQ(at_once.opening(1, 3), first[3]);
  EXPECT_NE(first[0], first[1]);
  EXPECT_NE(first[2], later);
}

TEST(TuneOpenings, OfABookFollowEachOther) {
  match::Book found(any_openings());
  const std::vector<rules::Position> three = {found.opening(0), found.opening(1), found.opening(2)};
  Openings openings(std::make_unique<match::Book>(three), 2);
  EXPECT_EQ(openings.opening(1, 1), three[1]);
  EXPECT_EQ(openings.opening(2, 0), three[2]);
  EXPECT_EQ(openings.opening(2, 1), three[0]);
}

}  // namespace
}  // namespace ordo::tune
