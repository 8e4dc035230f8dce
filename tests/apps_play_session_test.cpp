// Sessions of `ordo play` as transcripts: what is typed, and what is answered.
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/terminal/play_help.h"
#include "support/play_session_test.h"

namespace ordo::apps {
namespace {

using support::kWinning;
using support::PlaySessionTest;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kSplitting = "10/10/3bb5/2b1wbb3/2b2ww3/4w5/3ww5/10 w";
constexpr const char* kTie = "10/10/3bb1b3/5b1b2/5w4/4www1w1/3ww2ww1/10 w";

TEST_F(PlaySessionTest, EndOfInputEndsPolitely) {
  EXPECT_THAT(play(""), HasSubstr("White to move, 56 turns"));
  EXPECT_EQ(exit_code_, kFine);
  EXPECT_EQ(complaint_, "");
}

TEST_F(PlaySessionTest, TurnsOneByOneAndSeveralAtOnce) {
  const std::string said = play("e3-e4\n1... e6-e5 2. g2-g3\r\n# a comment\n\nhistory\n");
  EXPECT_THAT(said, HasSubstr("1. White: e3-e4\n"));
  EXPECT_THAT(said, HasSubstr("1. Black: e6-e5\n2. White: g2-g3\n"));
  EXPECT_THAT(said, HasSubstr("  1. e3-e4                    e6-e5\n  2. g2-g3\n"));
}

TEST_F(PlaySessionTest, RefusalsComeWithTheReasonAndStopTheLine) {
  const std::string said = play("e3-e4 e6-e3 g2-g3\nfen\n");
  EXPECT_THAT(said, HasSubstr("e6-e3 is blocked by White's piece on e4\n"));
  EXPECT_THAT(said, Not(HasSubstr("g2-g3")));
  EXPECT_THAT(said, HasSubstr("2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/4w5/ww3w2ww/wwwwwwwwww/2ww2ww2 b\n"));
}

TEST_F(PlaySessionTest, WhatIsNoTurnGetsHelp) {
  EXPECT_THAT(play("e3-e9\n"),
              HasSubstr("'e3-e9' is not a turn: expected a square from a1 to j8, found 'e9'"));
  EXPECT_THAT(play("42\n"), HasSubstr("'42' is not a turn"));
  EXPECT_THAT(play("mvoes\n"), HasSubstr("There is no command 'mvoes'. Did you mean 'moves'?"));
  EXPECT_THAT(play("castle\n"), HasSubstr("There is no command 'castle'. 'help' lists them all.\n"));
  EXPECT_THAT(play("\x1b[2J\n\xff\n"), Not(HasSubstr("\x1b")));
}

TEST_F(PlaySessionTest, CommandsInUpperCase) {
  EXPECT_THAT(play("E3-E4\nUNDO\nFEN\n"), HasSubstr("2ww2ww2 w\n"));
}

TEST_F(PlaySessionTest, UndoAndRedoSeveralTurns) {
  const std::string said = play("undo\ne3-e4 e6-e5 g2-g3\nundo 2\nfen\nredo 5\nfen\nundo x\nredo\n");
  EXPECT_THAT(said, HasSubstr("There is nothing to take back.\n"));
  EXPECT_THAT(said, HasSubstr("2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/4w5/ww3w2ww/wwwwwwwwww/2ww2ww2 b\n"));
  EXPECT_THAT(said, HasSubstr("2bb2bb2/bbbbbbbbbb/bb3b2bb/4b5/4w5/ww3ww1ww/wwwwww1www/2ww2ww2 b\n"));
  EXPECT_THAT(said, HasSubstr("'x' is not a number of turns"));
  EXPECT_THAT(said, HasSubstr("There is nothing to play again.\n"));
}

TEST_F(PlaySessionTest, SplitPlayerMustReconnect) {
  options_.position.fen = kSplitting;
  options_.black = "Grace";
  const std::string said = play("g4xf5\nmoves\nc4-c3\ng5-f6\n");
  EXPECT_THAT(said, HasSubstr("Black (Grace) must reconnect.\n"));
  EXPECT_THAT(said, HasSubstr("3 turns:\n  g5-e7  g5-f6  g5xf5\n"));
  EXPECT_THAT(said, HasSubstr("c4-c3 does not reconnect"));
  EXPECT_THAT(said, HasSubstr("1. Black (Grace): g5-f6\n"));
}

TEST_F(PlaySessionTest, WinIsAnnouncedAndNothingMovesAfterIt) {
  options_.position.fen = kWinning;
  const std::string said = play("d5-d8\ne4-e3\nmoves\ndraw\nresign\nundo\nfen\n");
  EXPECT_THAT(said, HasSubstr("White wins: reached the home row.\n"));
  EXPECT_THAT(said, HasSubstr("the game is over: White wins: reached the home row.\n"));
  EXPECT_THAT(said, HasSubstr("The game is over: nobody may move any more.\n"));
  EXPECT_THAT(said, HasSubstr("The game is over already.\nThe game is over already.\n"));
  EXPECT_THAT(said, HasSubstr(std::string(kWinning) + "\n"));
}

TEST_F(PlaySessionTest, ResignationAndDrawByAgreement) {
  EXPECT_THAT(play("e3-e4\nresign\n"), HasSubstr("White wins: the opponent resigned.\n"));
  const std::string declined = play("draw\nwhat\nno\ne3-e4\n");
  EXPECT_THAT(declined, HasSubstr("White offers a draw. Black, do you accept? (yes or no)\n"));
  EXPECT_THAT(declined, HasSubstr("declined"));
  EXPECT_THAT(declined, HasSubstr("1. White: e3-e4\n"));
  EXPECT_THAT(play("draw\nY\n"), HasSubstr("Draw: by agreement.\n"));
  EXPECT_THAT(play("draw\n"), HasSubstr("declined")) << "nobody answers";
}

TEST_F(PlaySessionTest, MovesOfOnePiece) {
  const std::string said = play("moves e3\nmoves e2\nmoves e6\nmoves z9\nmoves\n");
  EXPECT_THAT(said, HasSubstr("4 turns:\n  e3-c3  e3-d3  e3-e4  e3-f4\n"));
  EXPECT_THAT(said, HasSubstr("White has no piece on e6.\n"));
  EXPECT_THAT(said, HasSubstr("'z9' is not a square: a1 to j8.\n"));
  EXPECT_THAT(said, HasSubstr("56 turns:\n"));
}

TEST_F(PlaySessionTest, PreparationIsStagedShownAndTakenBack) {
  const std::string said = play_ordo_x("e3-d3\nback\nback\ne3-d3\nd3-c3\nd3-e4\nhistory\n");
  EXPECT_THAT(said, HasSubstr(" 3 | O  O  . (O)( ) O  .  .  O  O | 3\n"));
  EXPECT_THAT(said, HasSubstr("e3-d3 is prepared. Now the advance, or 'back'.\n"));
  EXPECT_THAT(said, HasSubstr("No preparation is waiting."));
  EXPECT_THAT(said, HasSubstr("d3-c3 goes sideways"));
  EXPECT_THAT(said, HasSubstr("1. White: e3-d3,d3-e4\n"));
}

TEST_F(PlaySessionTest, BothHalvesOnOneLineInEveryFashion) {
  for (const char* line : {"e3-d3,d3-e4", "e3-d3 d3-e4", "e3-d3, d3-e4", "e3-d3 , d3-e4", "e3-d3,\nd3-e4"}) {
    EXPECT_THAT(play_ordo_x(std::string(line) + "\n"), HasSubstr("1. White: e3-d3,d3-e4\n")) << line;
  }
}

TEST_F(PlaySessionTest, MovesOfOrdoXAreListedByHalves) {
  const std::string said = play_ordo_x("moves\ne3-d3\nmoves\n");
  EXPECT_THAT(said, HasSubstr("60 advances:\n"));
  EXPECT_THAT(said, HasSubstr(" preparations, to be followed by an advance:\n"));
  EXPECT_THAT(said, HasSubstr("62 advances:\n"));
}

TEST_F(PlaySessionTest, AttackerIsAskedWhichSubgroupStays) {
  options_.position.fen = kTie;
  const std::string said = play_ordo_x("i2xf5\nj1\nh5\nfen\n");
  EXPECT_THAT(said, HasSubstr("  d6: d6 e6\n  g6: h5 g6\n"));
  EXPECT_THAT(said, HasSubstr("Type one of d6 g6, or 'back'.\n"));
  EXPECT_THAT(said, HasSubstr("1. White: i2xf5=g6 (also removes d6 e6)\n"));
  EXPECT_THAT(said, HasSubstr("10/10/6b3/5w1b2/5w4/4www1w1/3ww2w2/10 b\n"));
}

TEST_F(PlaySessionTest, ChoiceOfSubgroupMayBeGivenInTheTurnOrLeft) {
  options_.position.fen = kTie;
  EXPECT_THAT(play_ordo_x("i2xf5=e6\n"), HasSubstr("1. White: i2xf5=d6 (also removes h5 g6)\n"));
  EXPECT_THAT(play_ordo_x("i2xf5\nback\nfen\n"), HasSubstr(std::string("Nothing was played.\n") + kTie));
  EXPECT_THAT(play_ordo_x("i2xf5\n"), HasSubstr("Nothing was played.\n")) << "the input ends";
  EXPECT_THAT(play_ordo_x("e2-f2,i2xf5\nd6\n"), HasSubstr("1. White: e2-f2,i2xf5=d6"));
  EXPECT_THAT(play_ordo_x("e2-f2\ni2xf5\nd6\n"), HasSubstr("1. White: e2-f2,i2xf5=d6"));
}

TEST_F(PlaySessionTest, SaveAndLoad) {
  options_.white = "Ada";
  options_.black = "Grace";
  const std::string game = path("my game");
  EXPECT_THAT(play("save\ne3-e4 e6-e5\nsave " + game + "\nresign\nsave\n"),
              testing::AllOf(HasSubstr("Save to which file?"), HasSubstr("Saved to " + game + ".\n")));
  EXPECT_THAT(contents("my game"),
              testing::AllOf(HasSubstr("[Date \"2025.11.30\"]"), HasSubstr("[White \"Ada\"]"),
                             HasSubstr("1. e3-e4 e6-e5 0-1\n")));
  options_ = {};
  options_.load = game;
  EXPECT_THAT(play("undo\ng2-g3\nsave\n"), testing::AllOf(HasSubstr("White (Ada)"), HasSubstr("Saved to")));
  EXPECT_THAT(contents("my game"), HasSubstr("1. e3-e4 e6-e5 2. g2-g3 *\n"));
  options_ = {};
  EXPECT_THAT(play("load " + game + "\nhistory\n"), HasSubstr("2. g2-g3\n"));
}

TEST_F(PlaySessionTest, SavingNeverDestroysAnotherFile) {
  std::ofstream(path("mine")) << "precious";
  EXPECT_THAT(play("e3-e4\nsave " + path("mine") + "\n"), HasSubstr("exists: 'save! FILE' replaces it.\n"));
  EXPECT_EQ(contents("mine"), "precious");
  EXPECT_THAT(play("e3-e4\nsave " + path("no/where") + "\n"), HasSubstr("No such file or directory\n"));
  EXPECT_THAT(play("e3-e4\nsave! " + path("mine") + "\n"), HasSubstr("Saved to"));
  EXPECT_THAT(contents("mine"), HasSubstr("1. e3-e4 *\n"));
}

TEST_F(PlaySessionTest, CommentsInALoadedFileAreNotLostUnasked) {
  std::ofstream(path("notes")) << "1. e3-e4 {a quiet start} *\n";
  options_.load = path("notes");
  EXPECT_THAT(play("e6-e5\nsave\n"), HasSubstr("Save to which file?"));
  EXPECT_THAT(play("e6-e5\nsave " + path("notes") + "\n"), HasSubstr("exists"));
  EXPECT_THAT(contents("notes"), HasSubstr("{a quiet start}"));
}

TEST_F(PlaySessionTest, LoadingWhatCannotBeLoadedKeepsTheGame) {
  std::ofstream(path("bad")) << "1. e3-e4 e6-e9 *\n";
  std::ofstream(path("two")) << "[White \"Ada\"]\n\n1. e3-e4 *\n\n[White \"Bob\"]\n\n1. g2-g3 *\n";
  const std::string said = play("g2-g3\nload\nload " + path("gone") + "\nload " + path("bad") +
                                "\nfen\nload " + path("two") + " 2\n");
  EXPECT_THAT(said, HasSubstr("Load which file?"));
  EXPECT_THAT(said, HasSubstr("No such file or directory\n"));
  EXPECT_THAT(said, HasSubstr("bad:1:"));
  EXPECT_THAT(said, HasSubstr("2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2www1ww/wwwwww1www/2ww2ww2 b\n"));
  EXPECT_THAT(said, HasSubstr("Loaded game 2 of 2 in "));
  EXPECT_THAT(said, HasSubstr("White (Bob)"));
}

TEST_F(PlaySessionTest, StartsWithBadDataAreRefused) {
  options_.load = path("gone");
  EXPECT_EQ(play("e3-e4\n"), "");
  EXPECT_EQ(exit_code_, kNo);
  EXPECT_THAT(complaint_, HasSubstr("ordo: cannot read "));
  options_ = {};
  options_.position.fen = "10 w";
  EXPECT_EQ(play("e3-e4\n"), "");
  EXPECT_EQ(exit_code_, kNo);
  EXPECT_THAT(complaint_, HasSubstr("ordo: illegal position: "));
}

TEST_F(PlaySessionTest, NewGameOfEitherKind) {
  const std::string said = play("e3-e4\nnew chess\nnew ordox\nfen\nnew\n");
  EXPECT_THAT(said, HasSubstr("'chess' is neither ordo nor ordox.\n"));
  EXPECT_THAT(said, HasSubstr("Ordo X, turn 1"));
  EXPECT_THAT(said, HasSubstr("2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w\n"));
}

TEST_F(PlaySessionTest, FlipShowsTheOtherSide) {
  EXPECT_THAT(play("flip\n"), HasSubstr("     j  i  h  g  f  e  d  c  b  a\n"));
  EXPECT_THAT(play("show\n"), Not(HasSubstr("j  i  h")));
}

TEST_F(PlaySessionTest, HelpKnowsEveryCommandAndTheRules) {
  const std::string overview = play("help\n");
  for (const PlayCommandHelp& command : play_commands()) {
    EXPECT_THAT(overview, HasSubstr(command.name));
    EXPECT_THAT(play(std::string(command.name) + "\n"), Not(HasSubstr("There is no command")))
        << command.name;
    EXPECT_THAT(play("help " + std::string(command.name) + "\n"), HasSubstr(command.purpose)) << command.name;
  }
  for (const char* topic : {"help rules\n", "help ordo\n", "help ordox\n", "rules\n"}) {
    EXPECT_THAT(play(topic), HasSubstr("Dieter Stein: https://spielstein.com")) << topic;
  }
  EXPECT_THAT(play("help ordox\n"), HasSubstr("preparation"));
  EXPECT_THAT(play("help turns\n"), HasSubstr("i2xf5=b6"));
  EXPECT_THAT(play("? chess\n"), HasSubstr("There is no help on 'chess'."));
}

TEST_F(PlaySessionTest, ScriptsAreNotAskedAndSeeNoPrompts) {
  const std::string said = play("e3-e4\nquit\ne6-e5\n");
  EXPECT_THAT(said, Not(HasSubstr("> ")));
  EXPECT_THAT(said, Not(HasSubstr("not saved")));
  EXPECT_THAT(said, Not(HasSubstr("e6-e5"))) << "quit ends the session";
}

TEST_F(PlaySessionTest, AtATerminalUnsavedGamesAreAskedAbout) {
  settings_.interactive = true;
  options_.white = "Ada";
  EXPECT_THAT(play("quit\n"), Not(HasSubstr("not saved"))) << "nothing was played";
  const std::string said = play("e3-e4\nquit\nno\nnew\nno\nfen\nquit\nyes\n");
  EXPECT_THAT(said, HasSubstr("White (Ada)> "));
  EXPECT_THAT(said, HasSubstr("Black> The game is not saved. Leave anyway? (yes or no) "));
  EXPECT_THAT(said, HasSubstr("2ww2ww2 b\n")) << "the game is still there";
  EXPECT_THAT(play("e3-e4\nquit!\n"), Not(HasSubstr("not saved")));
  EXPECT_THAT(play("e3-e4\nsave " + path("a") + "\nquit\n"), Not(HasSubstr("not saved")));
  EXPECT_THAT(play("e3-e4\n"), HasSubstr("The game was not saved.\n")) << "Ctrl-D";
}

TEST_F(PlaySessionTest, AtATerminalReplacingAFileIsAskedAbout) {
  settings_.interactive = true;
  std::ofstream(path("mine")) << "precious";
  EXPECT_THAT(play("e3-e4\nsave " + path("mine") + "\nno\nquit!\n"), HasSubstr("Not saved.\n"));
  EXPECT_EQ(contents("mine"), "precious");
  EXPECT_THAT(play("e3-e4\nsave " + path("mine") + "\nyes\nquit\n"), HasSubstr("Saved to"));
  EXPECT_THAT(contents("mine"), HasSubstr("1. e3-e4 *\n"));
}

TEST_F(PlaySessionTest, PromptsFollowTheGame) {
  settings_.interactive = true;
  EXPECT_THAT(play_ordo_x("e3-d3\nd3-e4\nresign\nquit!\n"),
              testing::AllOf(HasSubstr("White> "), HasSubstr("White, advance> "), HasSubstr("Black> "),
                             HasSubstr("game over> ")));
}

}  // namespace
}  // namespace ordo::apps
