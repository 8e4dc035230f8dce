// Why a turn may not be played: every reason in each game where it can occur, in words that help.
#include <string>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/notation.h"
#include "support/data.h"

namespace ordo::rules {
namespace {

// Figures of the rule sheets.
constexpr std::string_view kSingleton = "10/4bb4/1bbbwbb3/2b2wwb2/2b2w1w2/3w1ww1w1/3ww5/10 w";
constexpr std::string_view kReconnect = "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b";
constexpr std::string_view kReconnectOrdo = "10/10/5b4/5wbb2/5ww3/3bb1ww2/10/10 b";
constexpr std::string_view kSingleFile = "10/1b8/1bbbb1b3/2b2b1b2/4w2w2/3ww2ww1/2ww1ww1w1/8w1 w";
constexpr std::string_view kCapture = "10/10/1bbbb1b3/2b2b1b2/2b2w4/4www1w1/3ww2ww1/10 w";
// The capture of e6 leaves two single pieces.
constexpr std::string_view kTie = "10/10/3bbb4/4w5/10/10/10/10 w";

/// "reason: message" of a turn that must be refused.
std::string why_not(const Position& position, std::string_view text) {
  const auto turn = read_turn(position, text);
  if (turn) return "accepted: " + to_text(*turn);
  return std::string(name(turn.error().reason)) + ": " + turn.error().message;
}

std::string why_not(Variant variant, std::string_view fen, std::string_view text) {
  const auto position = parse_fen(variant, fen);
  return position ? why_not(*position, text) : position.error().message;
}

std::string in_ordo(std::string_view fen, std::string_view text) { return why_not(Variant::Ordo, fen, text); }
std::string in_ordo_x(std::string_view fen, std::string_view text) {
  return why_not(Variant::OrdoX, fen, text);
}

TEST(Refusal, TextThatIsNoMove) {
  for (const auto why : {in_ordo, in_ordo_x}) {
    EXPECT_EQ(
        why(kInitialFen, " e2e4 "),
        "syntax: 'e2e4' is not a move: expected '-', 'x' or ':' after the square, found 'e4' (column 4)");
  }
}

TEST(Refusal, AGameThatIsOver) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    const auto position = parse_fen(variant, "10/4w5/4w5/3w6/4b1b3/5b4/10/10 w");
    const Position over = position->after(*read_turn(*position, "d5-d8"));
    EXPECT_EQ(why_not(over, "e4-e3"),
              "game-over: e4-e3 cannot be played, the game is over. White wins: reached the home row.");
    EXPECT_EQ(why_not(over, "e4-d4,d4-d3"),
              "game-over: e4-d4 cannot be played, the game is over. White wins: reached the home row.");
  }
  EXPECT_EQ(
      in_ordo("10/b9/10/10/9b/10/4w5/10 b", "a7-b7"),
      "game-over: a7-b7 cannot be played, the game is over. White wins: the opponent cannot reconnect.");
}

TEST(Refusal, ASquareWithoutAPiece) {
  for (const auto why : {in_ordo, in_ordo_x}) {
    EXPECT_EQ(why(kInitialFen, "e4-e5"), "no-piece: e4-e5: there is no piece on e4");
    EXPECT_EQ(why(kInitialFen, "c3:b3-c4"), "no-piece: b3:c3-b4: there is no piece on c3");
  }
  EXPECT_EQ(in_ordo_x(kInitialFen, "e3-d3,e3-e4"), "no-piece: after e3-d3: e3-e4: there is no piece on e3");
}

TEST(Refusal, APieceOfTheOpponent) {
  for (const auto why : {in_ordo, in_ordo_x}) {
    EXPECT_EQ(why(kInitialFen, "e6-e5"),
              "not-yours: e6-e5: the piece on e6 is Black's, and it is White's turn");
    EXPECT_EQ(why(kInitialFen, "e3:e6-f3"),
              "not-yours: e3:e6-f3: the piece on e6 is Black's, and it is White's turn");
  }
}

TEST(Refusal, EndsOfNoOrdo) {
  for (const auto why : {in_ordo, in_ordo_x}) {
    EXPECT_EQ(why(kInitialFen, "b3:e3-b4"),
              "not-an-ordo: b3:e3-b4 is no ordo: c3 between its ends is not White's");
    EXPECT_EQ(why(kInitialFen, "a2:b3-a3"),
              "not-an-ordo: a2:b3-a3: a2 and b3 are neither in one row nor in one column");
    EXPECT_EQ(why(kInitialFen, "e3:e3-e4"),
              "not-an-ordo: e3:e3-e4 names e3 twice: a single piece is written once, as in e3-e4");
  }
}

TEST(Refusal, AMoveThatGoesNowhereOrNotStraight) {
  for (const auto why : {in_ordo, in_ordo_x}) {
    EXPECT_EQ(why(kInitialFen, "e3-e3"), "no-step: e3-e3 stays where it is");
    EXPECT_EQ(why(kInitialFen, "e3-f5"), "no-step: e3-f5 goes in no straight line");
    EXPECT_EQ(why(kInitialFen, "f3:e3-g5"), "no-step: e3:f3-f5 goes in no straight line");
  }
}

TEST(Refusal, BackwardMovesOfAGroupThatIsNotSplit) {
  EXPECT_EQ(in_ordo(kSingleton, "d3-c2"),
            "direction: d3-c2 goes backward: only a split group may, to reconnect");
  EXPECT_EQ(in_ordo(kSingleton, "f3:g3-f2"),
            "direction: f3:g3-f2 goes backward: only a split group may, to reconnect");
  EXPECT_EQ(in_ordo("10/10/1bbbb1b3/2b2bwb2/2b2w4/4www1w1/3ww2w2/10 b", "e6-e7"),
            "direction: e6-e7 goes backward: only a split group may, to reconnect");
}

TEST(Refusal, BackwardMovesInOrdoX) {
  EXPECT_EQ(in_ordo_x(kSingleton, "d3-c2"), "direction: d3-c2 goes backward: nothing does in Ordo X");
  EXPECT_EQ(in_ordo_x(kSingleton, "f3:g3-f2"), "direction: f3:g3-f2 goes backward: nothing does in Ordo X");
  EXPECT_EQ(in_ordo_x(kInitialFen, "e3-d3,d3-d2"),
            "direction: after e3-d3: d3-d2 goes backward: nothing does in Ordo X");
}

TEST(Refusal, OrdosThatWouldNotGoSideBySideInOrdo) {
  EXPECT_EQ(in_ordo(kInitialFen, "e3:f3-d3"),
            "direction: e3:f3-d3: in Ordo a horizontal ordo moves only straight forward");
  EXPECT_EQ(in_ordo(kInitialFen, "e3:f3-f4"),
            "direction: e3:f3-f4: in Ordo a horizontal ordo moves only straight forward");
  EXPECT_EQ(in_ordo(kInitialFen, "e2:e3-e3"),
            "direction: e2:e3-e3: in Ordo a vertical ordo moves only sideways");
  EXPECT_EQ(
      in_ordo(kReconnectOrdo, "d3:e3-c4"),
      "direction: d3:e3-c4: in Ordo a horizontal ordo moves only straight forward or, to reconnect, straight "
      "backward");
}

TEST(Refusal, AnOrdoThatWouldLeaveTheBoard) {
  for (const auto why : {in_ordo, in_ordo_x}) {
    EXPECT_EQ(why(kInitialFen, "i3:j3-j4"), "off-board: i3:j3-j4: the piece on j3 would leave the board");
    EXPECT_EQ(why(kInitialFen, "b3:a3-a3"), "off-board: b3:a3-a3: the piece on a3 would leave the board");
  }
}

TEST(Refusal, APieceInTheWay) {
  for (const auto why : {in_ordo, in_ordo_x}) {
    EXPECT_EQ(why(kInitialFen, "e2-e4"), "blocked: e2-e4 is blocked by White's piece on e3");
    EXPECT_EQ(why(kInitialFen, "e3-e7"), "blocked: e3-e7 is blocked by Black's piece on e6");
    EXPECT_EQ(why(kInitialFen, "e3:f3-e7"), "blocked: e3:f3-e7 is blocked by Black's piece on e6");
    EXPECT_EQ(why(kInitialFen, "d2:e2-d4"), "blocked: d2:e2-d4 is blocked by White's piece on e3");
  }
}

TEST(Refusal, AnOwnPieceOnTheTarget) {
  for (const auto why : {in_ordo, in_ordo_x}) {
    EXPECT_EQ(why(kInitialFen, "e2-e3"), "own-piece: e2-e3: White's own piece stands on e3");
    EXPECT_EQ(why(kInitialFen, "e2xe3"), "own-piece: e2xe3: White's own piece stands on e3");
    EXPECT_EQ(why(kInitialFen, "d2:e2-d3"), "own-piece: d2:e2-d3: White's own piece stands on e3");
  }
}

TEST(Refusal, OrdosThatWouldCapture) {
  for (const auto why : {in_ordo, in_ordo_x}) {
    EXPECT_EQ(why(kInitialFen, "e3:f3-e6"),
              "ordo-captures: e3:f3-e6: Black's piece stands on e6, and an ordo never captures");
    EXPECT_EQ(why(kInitialFen, "e3:f3xe6"),
              "ordo-captures: e3:f3xe6: Black's piece stands on e6, and an ordo never captures");
    EXPECT_EQ(why(kInitialFen, "f3:e3xf5"),
              "ordo-captures: e3:f3xe5: an ordo never captures, write its move as e3:f3-e5");
  }
}

TEST(Refusal, ACaptureOfNothing) {
  for (const auto why : {in_ordo, in_ordo_x}) {
    EXPECT_EQ(why(kInitialFen, "e3xe4"),
              "nothing-to-capture: e3xe4 captures nothing: e4 is empty, write e3-e4");
  }
}

TEST(Refusal, ACaptureThatIsNotWrittenAsOne) {
  for (const auto why : {in_ordo, in_ordo_x}) {
    EXPECT_EQ(why(kSingleton, "d3-d6"),
              "is-capture: d3-d6: Black's piece stands on d6, write the capture as d3xd6");
  }
}

TEST(Refusal, AMoveThatWouldSplitTheOwnGroup) {
  for (const auto why : {in_ordo, in_ordo_x}) {
    EXPECT_EQ(why(kSingleton, "d3-d4"), "would-split: d3-d4 would split White's group into 10 and 1");
    EXPECT_EQ(why("10/4b5/10/10/10/w1w1w5/1w1w1w4/10 w", "b2-b5"),
              "would-split: b2-b5 would split White's group into 4, 1 and 1");
  }
  EXPECT_EQ(in_ordo_x(kSingleFile, "d3:e3-c3,c3-c4"),
            "would-split: d3:e3-c3 would split White's group into 7 and 5");
  EXPECT_EQ(in_ordo_x(kSingleFile, "c2:d2-b2,b2-a3"),
            "would-split: after c2:d2-b2: b2-a3 would split White's group into 11 and 1");
}

TEST(Refusal, AMoveThatLeavesASplitGroupSplit) {
  EXPECT_EQ(in_ordo(kReconnect, "g5-g4"),
            "must-reconnect: g5-g4 does not reconnect: Black's group would stay split, 4 and 1");
  EXPECT_EQ(in_ordo(kReconnectOrdo, "d3:e3-d4"),
            "must-reconnect: d3:e3-d4 does not reconnect: Black's group would stay split, 3 and 2");
}

TEST(Refusal, APreparationAlone) {
  EXPECT_EQ(in_ordo_x(kTie, "e5-d5").substr(0, 83),
            "needs-advance: e5-d5 goes sideways: in Ordo X a forward move must follow, as in e5-");
}

TEST(Refusal, TheTurnThatIsSuggestedAfterAPreparationIsLegal) {
  const Position start = Position::initial(Variant::OrdoX);
  const std::string message = read_turn(start, "e3-d3").error().message;
  const std::string suggested = message.substr(message.rfind(' ') + 1);
  EXPECT_TRUE(suggested.starts_with("e3-d3,")) << message;
  EXPECT_TRUE(read_turn(start, suggested).ok()) << message;
}

TEST(Refusal, AFirstPartThatDoesNotGoSideways) {
  EXPECT_EQ(in_ordo_x(kInitialFen, "e3-e4,e4-e5"),
            "not-preparation: e3-e4 does not go sideways: only a sideways move can be followed by another");
}

TEST(Refusal, TwoPreparations) {
  EXPECT_EQ(
      in_ordo_x(kInitialFen, "e3-d3,d3-e3"),
      "not-advance: after e3-d3: d3-e3 goes sideways: after a preparation the second part must go forward");
}

TEST(Refusal, MorePartsThanATurnHas) {
  EXPECT_EQ(in_ordo(kInitialFen, "e3-d3,d3-d4"),
            "too-many-parts: e3-d3 is all of the turn: in Ordo nothing can follow it");
  EXPECT_EQ(in_ordo_x("10/10/10/4wb4/10/10/10/10 w", "e5xf5,f5-f6"),
            "too-many-parts: e5xf5 takes the last piece and wins: nothing can follow it");
  const Position start = Position::initial(Variant::OrdoX);
  const Position between = start.after(*resolve_part(start, parse_turn("e3-d3")->first));
  EXPECT_EQ(why_not(between, "d3-d4,d4-d5"),
            "too-many-parts: d3-d4 is the rest of the turn: its preparation has been played");
}

TEST(Refusal, ATieWithoutAChoice) {
  EXPECT_EQ(in_ordo_x(kTie, "e5xe6"),
            "needs-choice: e5xe6 leaves 2 equally large subgroups: say which one stays with =d6 or =f6");
}

TEST(Refusal, AChoiceWhereThereIsNone) {
  EXPECT_EQ(in_ordo_x(kCapture, "i2xf5=b6"),
            "no-choice: i2xf5=b6: there is no choice between subgroups, write i2xf5");
  EXPECT_EQ(in_ordo_x(kCapture, "e3-e4=b6"),
            "no-choice: e3-e4=b6: there is no choice between subgroups, write e3-e4");
  EXPECT_EQ(in_ordo_x(kInitialFen, "g2:h2-g4=a1"),
            "no-choice: g2:h2-g4=a1: there is no choice between subgroups, write g2:h2-g4");
  EXPECT_EQ(in_ordo(kTie, "e5xe6=d6"),
            "no-choice: e5xe6=d6: there is no choice between subgroups, write e5xe6");
}

TEST(Refusal, AChoiceOfAnotherSubgroup) {
  EXPECT_EQ(
      in_ordo_x(kTie, "e5xe6=e6"),
      "no-choice: e5xe6=e6: e6 is in none of the largest subgroups, say which one stays with =d6 or =f6");
  EXPECT_EQ(
      in_ordo_x("10/3b1b4/2b1b1b3/4w5/10/10/10/10 w", "e5xe6=a1"),
      "no-choice: e5xe6=a1: a1 is in none of the largest subgroups, say which one stays with =c6 or =f7");
}

TEST(Refusal, TheIllegalMovesOfTheFigures) {
  int count = 0;
  for (const support::Figure& figure : support::read_figures()) {
    const std::string_view expected = figure.id == "no-single-file" ? "direction" : "would-split";
    for (const auto* list : {&figure.illegal, &figure.illegal_preparation}) {
      for (const std::string& text : *list) {
        const std::string why = why_not(figure.variant, figure.fen, text);
        EXPECT_TRUE(why.starts_with(expected)) << figure.id << ": " << why;
        EXPECT_NE(why.find(text), std::string::npos) << figure.id << ": " << why;
        ++count;
      }
    }
  }
  EXPECT_EQ(count, 6);
}

}  // namespace
}  // namespace ordo::rules
