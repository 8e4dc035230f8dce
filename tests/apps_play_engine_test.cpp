// Sessions of `ordo play` against the engine.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/play_session_test.h"

namespace ordo::apps {
namespace {

using support::kWinning;
using testing::HasSubstr;
using testing::Not;

class EngineSessionTest : public support::PlaySessionTest {
 protected:
  EngineSessionTest() {
    options_.engine = "1";
    options_.seed = 7;
  }
};

TEST_F(EngineSessionTest, AnswersEachTurnOfThePlayer) {
  const std::string said = play("e3-e4 \ng2-g3\nhistory\n");
  EXPECT_THAT(said, testing::ContainsRegex("1. White: e3-e4\n1. Black \\(ordo level 1\\): [a-j:0-9x-]+\n"));
  EXPECT_THAT(said, testing::ContainsRegex("2. White: g2-g3\n2. Black \\(ordo level 1\\): [a-j:0-9x-]+\n"));
  EXPECT_THAT(said, testing::ContainsRegex("  2. g2-g3  +[a-j:0-9x-]+\n"));
}

TEST_F(EngineSessionTest, AnswersBetweenTheTurnsOfOneLine) {
  EXPECT_THAT(play("e3-e4 g2-g3\n"), testing::ContainsRegex("1. Black .*\n2. White: g2-g3\n2. Black "));
}

TEST_F(EngineSessionTest, BeginsWhereThePlayerIsBlack) {
  options_.side = "black";
  options_.black = "Ada";
  const std::string said = play("undo\ne6-e5\n");
  EXPECT_THAT(said, HasSubstr("1. White (ordo level 1): "));
  EXPECT_THAT(said, HasSubstr("There is nothing to take back.\n")) << "the first turn was not the player's";
  EXPECT_THAT(said, HasSubstr("1. Black (Ada): e6-e5\n2. White (ordo level 1): "));
}

TEST_F(EngineSessionTest, PlaysWholeTurnsOfOrdoX) {
  options_.engine = "3";
  const std::string said = play_ordo_x("e3-d3\nd3-e4\nc2-c3\ng2-g3\nhistory\n");
  EXPECT_THAT(said, HasSubstr("e3-d3 is prepared. Now the advance, or 'back'.\n"));
  EXPECT_THAT(said, HasSubstr("1. White: e3-d3,d3-e4\n1. Black (ordo level 3): "));
}

TEST_F(EngineSessionTest, TheSameSeedPlaysTheSameGame) {
  const std::string lines = "e3-e4\ng2-g3\nb2-b4\nfen\n";
  EXPECT_EQ(play(lines), play(lines));
  options_.side = "random";
  EXPECT_EQ(play(lines), play(lines));
}

TEST_F(EngineSessionTest, UndoGoesBackToThePlayersDecision) {
  const std::string said = play("e3-e4\nundo\nfen\nredo\nhistory\nundo\nundo\ng2-g3\n");
  EXPECT_THAT(said, HasSubstr("2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w\n"));
  EXPECT_THAT(said, testing::ContainsRegex("  1. e3-e4  +[a-j:0-9x-]+\n")) << "both turns come back";
  EXPECT_THAT(said, HasSubstr("There is nothing to take back.\n"));
  EXPECT_THAT(said, HasSubstr("1. White: g2-g3\n1. Black (ordo level 1): "));
}

TEST_F(EngineSessionTest, TheEndIsAnnouncedAndTheEngineDoesNotMoveAfterIt) {
  options_.position.fen = kWinning;
  const std::string said = play("d5-d8\nhint\ngo\nundo\nresign\n");
  EXPECT_THAT(said, HasSubstr("White wins: reached the home row.\n"));
  EXPECT_THAT(said, Not(HasSubstr("1. Black (ordo level 1): ")));
  EXPECT_THAT(said, HasSubstr("The game is over: nobody may move any more.\nThe game is over: "));
  EXPECT_THAT(said, HasSubstr("Black wins: the opponent resigned.\n"));
}

TEST_F(EngineSessionTest, WinsWhereItCan) {
  options_.engine = "full";
  options_.side = "black";
  options_.position.fen = kWinning;
  const std::string said = play("");
  EXPECT_THAT(said, testing::ContainsRegex("1. White \\(ordo\\): [a-j0-9-]+8\n"));
  EXPECT_THAT(said, HasSubstr("White wins: reached the home row.\n"));
}

TEST_F(EngineSessionTest, HintsShowATurnAndWhatItPromises) {
  options_.position.fen = kWinning;
  EXPECT_THAT(play("hint\n"),
              testing::ContainsRegex("[a-j0-9-]+8 \\(wins in 1 turn by the endgame tables\\)\n"));
  options_ = {};
  EXPECT_THAT(play_ordo_x("hint\n"), testing::ContainsRegex("[a-j:0-9,-]+ \\([+-][0-9.]+, [0-9]+ %\\)\n"))
      << "also between two people";
}

TEST_F(EngineSessionTest, LevelsMayChange) {
  const std::string said = play("level 2\ne3-e4\nlevel 11\nlevel\nlevel full\ng2-g3\n");
  EXPECT_THAT(said, HasSubstr("The engine plays at level 2.\n"));
  EXPECT_THAT(said, HasSubstr("1. Black (ordo level 2): "));
  EXPECT_THAT(said, HasSubstr("Which level? '11' is neither a number from 1 to 10 nor 'full'.\n"));
  EXPECT_THAT(said, HasSubstr("The engine plays at full strength.\n"));
  EXPECT_THAT(said, HasSubstr("2. Black (ordo): "));
}

TEST_F(EngineSessionTest, SidesMayBeSwapped) {
  options_.white = "Ada";
  const std::string said = play("swap\ne6-e5\n");
  EXPECT_THAT(said, HasSubstr("1. White (ordo level 1): "));
  EXPECT_THAT(said, HasSubstr("1. Black (Ada): e6-e5\n"));
  options_ = {};
  options_.seed = 7;
  const std::string joined = play("e3-e4\nlevel 1\ngo\nundo\ng2-g3\n");
  EXPECT_THAT(joined, HasSubstr("The engine plays at level 1, once 'go' lets it take a side.\n"));
  EXPECT_THAT(joined, HasSubstr("1. Black (ordo level 1): "));
  EXPECT_THAT(joined, HasSubstr("1. White: g2-g3\n1. Black (ordo level 1): "));
}

TEST_F(EngineSessionTest, TheRecordNamesTheEngine) {
  options_.white = "Ada";
  play("e3-e4\nsave " + path("game") + "\n");
  EXPECT_THAT(contents("game"),
              testing::AllOf(HasSubstr("[White \"Ada\"]"), HasSubstr("[Black \"ordo level 1\"]")));
  options_.load = path("game");
  options_.side = "black";
  EXPECT_THAT(play("new\n"), testing::ContainsRegex("1. White \\(ordo level 1\\): "));
}

TEST_F(EngineSessionTest, DrawOffersAreJudged) {
  options_.position.fen = kWinning;
  options_.side = "white";
  EXPECT_THAT(play("draw\n"), testing::AllOf(HasSubstr("Black (ordo level 1) accepts the draw.\n"),
                                             HasSubstr("Draw: by agreement.\n")));
  options_.position.fen = "10/10/5w4/4w1w3/3b6/4b5/4b5/10 w";  // Black gets there first
  EXPECT_THAT(play("draw\nfen\n"), HasSubstr("Black (ordo level 1) declines the draw.\n"));
}

TEST_F(EngineSessionTest, AtATerminalThinkingIsAnnouncedAndTheAnswerShown) {
  settings_.interactive = true;
  const std::string said = play("e3-e4\nquit!\n");
  EXPECT_THAT(said,
              testing::ContainsRegex("Black \\(ordo level 1\\) is thinking.\n1. Black \\(ordo level 1\\): "));
  EXPECT_THAT(said, Not(HasSubstr("1. White: e3-e4\n"))) << "the player has just typed it";
}

}  // namespace
}  // namespace ordo::apps
