// Conditional turns: as text, checked against the rules, and looked up.
#include <string>

#include <gtest/gtest.h>

#include "online/plan.h"
#include "support/table.h"

namespace ordo::online {
namespace {

std::string plan_refusal(std::string_view json) {
  const auto plan = parse_plan(json);
  return plan ? "accepted" : plan.error();
}

std::string why_not(const rules::Game& game, std::string_view json) {
  const auto plan = checked_plan(game, *parse_plan(json));
  return plan ? "accepted" : plan.error();
}

/// A plan of so many answers one after the other.
std::string deep(int depth) {
  std::string json;
  for (int i = 0; i < depth; ++i) json += R"([{"if":"e3-d3","answer":"e6-d6","then":)";
  json += "[]";
  for (int i = 0; i < depth; ++i) json += "}]";
  return json;
}

/// A plan of so many branches side by side.
std::string wide(std::size_t branches) {
  std::string json = "[";
  for (std::size_t i = 0; i < branches; ++i) {
    json += std::string(i == 0 ? "" : ",") + R"({"if":"t)" + std::to_string(i) + R"(","answer":"a"})";
  }
  return json + "]";
}

constexpr std::string_view kTree =
    R"([{"if":"e3-d3","answer":"e6-d6","then":[{"if":"d3-e3","answer":"d6-e6"}]},{"if":"c2-c4","answer":"c7-c5"}])";

TEST(Plan, ATreeIsReadAndWrittenTheSame) {
  const auto plan = parse_plan(kTree);
  ASSERT_TRUE(plan.ok()) << plan.error();
  EXPECT_EQ(to_json(*plan), kTree);
  EXPECT_EQ(plan->branches.size(), 2);
  EXPECT_EQ(to_json(Plan{}), "[]");
  EXPECT_TRUE(parse_plan("[]")->empty());
}

TEST(Plan, TheBranchOfATurnIsFound) {
  const Plan plan = *parse_plan(kTree);
  ASSERT_NE(branch_for(plan, "e3-d3"), nullptr);
  EXPECT_EQ(branch_for(plan, "e3-d3")->answer, "e6-d6");
  EXPECT_EQ(branch_for(branch_for(plan, "e3-d3")->then, "d3-e3")->answer, "d6-e6");
  EXPECT_EQ(branch_for(plan, "d3-e3"), nullptr);
}

TEST(Plan, ItsSizeIsLimited) {
  EXPECT_EQ(plan_refusal(deep(kMaxPlanDepth)), "accepted");
  EXPECT_EQ(plan_refusal(deep(kMaxPlanDepth + 1)), "A plan has at most 12 answers in a row.");
  EXPECT_EQ(plan_refusal(wide(kMaxPlanBranches)), "accepted");
  EXPECT_EQ(plan_refusal(wide(kMaxPlanBranches + 1)), "A plan has at most 60 branches.");
}

TEST(Plan, WhatIsNoPlanIsRefused) {
  EXPECT_EQ(plan_refusal("{}"), "A plan is an array of branches.");
  EXPECT_EQ(plan_refusal("[[]]"), "Expected an object, not an array.");
  EXPECT_EQ(plan_refusal(R"([{"if":"e3-d3"}])"), "The member 'answer' is missing.");
  EXPECT_EQ(plan_refusal(R"([{"if":"e3-d3","answer":5}])"), "'answer' must be a text, not a number.");
  EXPECT_EQ(plan_refusal(R"([{"if":"e3-d3","answer":""}])"), "'answer' is no turn.");
  EXPECT_EQ(plan_refusal(R"([{"if":"e3-d3","answer":"e6-d6","else":[]}])"),
            "There is no member 'else' here.");
  EXPECT_EQ(plan_refusal(R"([{"if":"e3-d3","answer":")" + std::string(41, 'a') + R"("}])"),
            "'answer' is no turn.");
  EXPECT_NE(plan_refusal("[").find("This is no JSON we read"), std::string::npos);
}

TEST(Plan, CheckingMakesItsTurnsCanonical) {
  const rules::Game game(rules::Variant::Ordo);
  const auto plan = checked_plan(game, *parse_plan(R"([{"if":"D2:C2-d4","answer":" E6-D6 "}])"));
  ASSERT_TRUE(plan.ok()) << plan.error();
  EXPECT_EQ(to_json(*plan), R"([{"if":"c2:d2-c4","answer":"e6-d6"}])");
  EXPECT_EQ(checked_plan(game, *parse_plan(kTree)).value(), *parse_plan(kTree));
}

TEST(Plan, EachTurnMustBeLegalInItsPlace) {
  const rules::Game game(rules::Variant::Ordo);
  EXPECT_EQ(why_not(game, R"([{"if":"e3-e9","answer":"e6-d6"}])").substr(0, 7), "'e3-e9'");
  EXPECT_EQ(why_not(game, R"([{"if":"e6-d6","answer":"e3-d3"}])"),
            "e6-d6: the piece on e6 is Black's, and it is White's turn");
  EXPECT_EQ(why_not(game, R"([{"if":"e3-d3","answer":"e3-d3"}])"),
            "After e3-d3: e3-d3: there is no piece on e3");
  EXPECT_NE(why_not(game, R"([{"if":"e3-d3","answer":"e6-d6","then":[{"if":"e3-d3","answer":"e6-d6"}]}])"),
            "accepted");
}

TEST(Plan, AConditionHasOneAnswer) {
  EXPECT_EQ(why_not(rules::Game(rules::Variant::Ordo),
                    R"([{"if":"e3-d3","answer":"e6-d6"},{"if":"E3-D3","answer":"c7-c5"}])"),
            "e3-d3 has two answers.");
}

TEST(Plan, NothingIsPlannedBeyondTheEnd) {
  rules::Game game(support::from_fen(support::kNearTheEnd).start);
  EXPECT_EQ(why_not(game, R"([{"if":"d6-d8","answer":"e2-e1"}])"),
            "d6-d8 ends the game, it needs no answer. White wins: reached the home row.");
  EXPECT_EQ(why_not(game, R"([{"if":"d6-d7","answer":"f3-f1"}])"), "accepted");
  EXPECT_EQ(why_not(game, R"([{"if":"d6-d7","answer":"f3-f1","then":[{"if":"d7-d8","answer":"e2-e1"}]}])"),
            "f3-f1 ends the game, nothing follows it.");
  ASSERT_TRUE(game.play("d6-d8").ok());
  EXPECT_EQ(why_not(game, R"([{"if":"d6-d7","answer":"f3-f1"}])"),
            "There is nothing to plan, the game is over. White wins: reached the home row.");
}

}  // namespace
}  // namespace ordo::online
