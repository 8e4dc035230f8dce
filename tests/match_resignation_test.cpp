// The rule by which games are given up: its text, and the turns it counts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "match/resignation.h"

namespace ordo {
namespace {

using match::Agreement;
using match::parse_resign_rule;
using rules::Color;
using thinking::Score;

TEST(ResignRule, IsAScoreAndPerhapsTurns) {
  const auto short_rule = parse_resign_rule("600");
  ASSERT_TRUE(short_rule.ok());
  EXPECT_EQ(match::to_text(*short_rule), "600,3");
  const auto whole = parse_resign_rule("20000,1");
  ASSERT_TRUE(whole.ok());
  EXPECT_EQ(match::to_text(*whole), "20000,1");
}

TEST(ResignRule, RefusesWhatMakesNoSense) {
  for (const char* const text : {"", "0", "-600", "20001", "600,", "600,0", "600,-1", "600,1001", ",3",
                                 "600,3,", "600,3,3", "600 3", " 600", "600,2.5", "much", "99999999999"}) {
    const auto rule = parse_resign_rule(text);
    ASSERT_FALSE(rule.ok()) << text;
    EXPECT_THAT(rule.error(), testing::HasSubstr("from 1 to 20000 centipoints"));
  }
}

TEST(Agreement, CountsTheTurnsOfEachSide) {
  Agreement agreement({600, 2});
  // A side that plays twice in a row does not agree for the other.
  for (int turn = 0; turn < 5; ++turn) agreement.note(Color::White, Score(-700));
  EXPECT_EQ(agreement.loser(), std::nullopt);
  agreement.note(Color::Black, Score(700));
  EXPECT_EQ(agreement.loser(), std::nullopt);
  agreement.note(Color::Black, Score::win_after(9));
  EXPECT_EQ(agreement.loser(), Color::White);
}

TEST(Agreement, IsOverWithTheFirstDoubt) {
  for (const std::optional<Score> doubt :
       {std::optional(Score(599)), std::optional(Score(-600)), std::optional<Score>()}) {
    Agreement agreement({600, 1});
    agreement.note(Color::White, Score(-600));
    agreement.note(Color::Black, doubt);
    EXPECT_EQ(agreement.loser(), std::nullopt);
    agreement.note(Color::Black, Score(600));
    EXPECT_EQ(agreement.loser(), std::nullopt);
    agreement.note(Color::White, Score(-600));
    EXPECT_EQ(agreement.loser(), Color::White);
  }
}

TEST(Agreement, OnTheOtherSideIsAnother) {
  Agreement agreement({600, 1});
  agreement.note(Color::White, Score(600));
  agreement.note(Color::Black, Score(600));
  EXPECT_EQ(agreement.loser(), std::nullopt);
  agreement.note(Color::White, Score(-600));
  EXPECT_EQ(agreement.loser(), Color::White);
}

}  // namespace
}  // namespace ordo
