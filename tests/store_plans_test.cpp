// Conditional turns over both kinds of database: kept for a position, and for no other.
#include <array>

#include <gtest/gtest.h>

#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;

class Plans : public DatabaseTest {
 protected:
  Plans() {
    game_.settings.time = online::parse_time_control("3d").value();
    create(*database_, game_);
  }

  [[nodiscard]] bool set(Color owner, const online::Plan& plan, const Standpoint& made_for) {
    return written(*database_, [&](Store& store) { return store.set_plan("g1", owner, plan, made_for); });
  }
  [[nodiscard]] online::Plan plan_of(Color owner) {
    return asked(*database_, [&](Store& store) { return store.plan("g1", owner); });
  }
  [[nodiscard]] std::int64_t rows() {
    std::int64_t count = -1;
    database_->read_now(
        [&](Connection& c) { count = c.query("SELECT COUNT(*) FROM plans").front().integer(0); });
    return count;
  }
  Appended append(int ply, const std::optional<PlanStep>& step) {
    const std::array events = {turn(ply)};
    return written(*database_, [&](Store& store) {
      return store.append(after_turn(game_, ply), ply + 1, at(1000 * ply), events, step);
    });
  }
  [[nodiscard]] Standpoint after(int ply) const {
    const GameSummary summary = ply == 0 ? game_ : after_turn(game_, ply);
    return {ply, summary.fen};
  }

  GameSummary game_ = new_game("g1", "anna", "bert");
  const online::Plan plan_{{{"a3-a4", "a6-a5", {}}}};
  const online::Plan other_{{{"b3-b4", "b6-b5", {}}}};
};

INSTANTIATE_TEST_SUITE_P(Of, Plans, kBothKinds, name_of_kind);

TEST_P(Plans, AreKeptReplacedAndDeleted) {
  EXPECT_TRUE(plan_of(Color::Black).empty());
  EXPECT_TRUE(set(Color::Black, plan_, after(0)));
  EXPECT_EQ(plan_of(Color::Black), plan_);
  EXPECT_TRUE(plan_of(Color::White).empty());
  EXPECT_TRUE(set(Color::Black, other_, after(0)));
  EXPECT_EQ(plan_of(Color::Black), other_);
  EXPECT_TRUE(set(Color::Black, {}, after(0)));
  EXPECT_TRUE(plan_of(Color::Black).empty());
}

TEST_P(Plans, AreNotKeptForAPositionThatIsPast) {
  EXPECT_FALSE(append(1, {}).was_outrun);
  EXPECT_FALSE(set(Color::Black, plan_, after(0)));
  EXPECT_EQ(rows(), 0);
  EXPECT_FALSE(set(Color::Black, plan_, {1, "another position"}));
  EXPECT_EQ(rows(), 0);
}

TEST_P(Plans, AreDroppedByATurnThatDoesNotKnowThem) {
  ASSERT_TRUE(set(Color::Black, plan_, after(0)));
  EXPECT_FALSE(append(1, {}).is_plan_new);
  EXPECT_EQ(rows(), 0);
}

TEST_P(Plans, ATurnThatHasSeenAnotherPlanIsNotStored) {
  ASSERT_TRUE(set(Color::Black, plan_, after(0)));
  EXPECT_TRUE(append(1, PlanStep{Color::Black, {}, {}}).is_plan_new);
  EXPECT_TRUE(append(1, PlanStep{Color::Black, other_, {}}).is_plan_new);
  EXPECT_EQ(asked(*database_, [](Store& store) { return store.events("g1"); }).size(), 1U);
  EXPECT_EQ(plan_of(Color::Black), plan_);
  EXPECT_FALSE(append(1, PlanStep{Color::Black, plan_, other_}).is_plan_new);
  EXPECT_EQ(plan_of(Color::Black), other_) << "what is left is for the position after the turn";
}

TEST_P(Plans, AreDroppedWhenTheirOwnerMovesByHand) {
  ASSERT_TRUE(set(Color::White, plan_, after(0)));  // as a race on an older server could leave it
  EXPECT_FALSE(append(1, PlanStep{Color::Black, {}, {}}).is_plan_new);
  EXPECT_EQ(rows(), 0);
}

TEST_P(Plans, EndWithTheirGame) {
  ASSERT_TRUE(set(Color::Black, plan_, after(0)));
  end_game(*database_, game_, 2, Color::White);
  EXPECT_EQ(rows(), 0);
  EXPECT_FALSE(set(Color::Black, plan_, after(0)));
  EXPECT_EQ(rows(), 0);
}

}  // namespace
}  // namespace ordo::store
