// Positions as text: what is read, what is written, and what is refused in which words.
#include <string>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "support/convert.h"
#include "support/data.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo::rules {
namespace {

constexpr std::array<Variant, 2> kBothGames = {Variant::Ordo, Variant::OrdoX};

/// "column: message" of a text that must be refused.
std::string refusal(std::string_view text, Variant variant = Variant::Ordo) {
  const auto position = parse_fen(variant, text);
  if (position) return "accepted: " + to_fen(*position);
  return std::to_string(position.error().column) + ": " + position.error().message;
}

TEST(Fen, ReadsAndWritesTheInitialSetup) {
  for (const Variant variant : kBothGames) {
    const auto position = parse_fen(variant, kInitialFen);
    ASSERT_TRUE(position.ok()) << position.error().message;
    EXPECT_EQ(*position, Position::initial(variant));
    EXPECT_EQ(to_fen(*position), kInitialFen);
  }
}

TEST(Fen, ReadsEverySquareWhereItIs) {
  const auto position = parse_fen(Variant::Ordo, "10/b9/10/10/10/10/10/9w b");
  ASSERT_TRUE(position.ok()) << position.error().message;
  EXPECT_EQ(position->pieces(Color::White), bitboard(Square(9, 0)));
  EXPECT_EQ(position->pieces(Color::Black), bitboard(Square(0, 6)));
  EXPECT_EQ(position->to_move(), Color::Black);
  EXPECT_EQ(position->phase(), Phase::Whole);
}

TEST(Fen, WritesTheSameTextThatItReads) {
  for (const support::Figure& figure : support::read_figures()) {
    const auto position = parse_fen(figure.variant, figure.fen);
    ASSERT_TRUE(position.ok()) << figure.fen << ": " << position.error().message;
    EXPECT_EQ(to_fen(*position), figure.fen);
  }
}

TEST(Fen, ReadsWhatItWritesOfRandomGames) {
  for (const Variant variant : kBothGames) {
    support::RandomGames games(variant, 7);
    for (int i = 0; i < support::scaled(2000); ++i) {
      const Position position = support::to_rules(games.next());
      const auto again = parse_fen(variant, to_fen(position));
      if (again) {
        EXPECT_EQ(*again, position);
      } else {  // the last position of a game
        EXPECT_FALSE(has_turn(position)) << to_fen(position) << ": " << again.error().message;
      }
    }
  }
}

TEST(Fen, IgnoresWhiteSpaceAroundItAndMoreThanOneSpaceInside) {
  const auto position = parse_fen(Variant::Ordo, " \t10/4b5/10/10/10/10/4w5/10 \t w\r\n");
  ASSERT_TRUE(position.ok()) << position.error().message;
  EXPECT_EQ(to_fen(*position), "10/4b5/10/10/10/10/4w5/10 w");
}

TEST(Fen, AcceptsASplitSideToMoveInOrdo) {
  EXPECT_TRUE(parse_fen(Variant::Ordo, "10/4b1b3/10/10/10/10/4w5/10 b").ok());
}

TEST(Fen, AcceptsASideToMoveWithoutALegalTurn) {
  const auto position = parse_fen(Variant::Ordo, "10/b9/10/10/9b/10/4w5/10 b");
  ASSERT_TRUE(position.ok()) << position.error().message;
  EXPECT_FALSE(has_turn(*position));
}

TEST(Fen, WritesPositionsThatItDoesNotRead) {
  const rules::Setup nobody{Variant::Ordo, {}, {}, Color::Black};
  EXPECT_EQ(to_fen(nobody), "10/10/10/10/10/10/10/10 b");
  EXPECT_EQ(*parse_setup(Variant::Ordo, to_fen(nobody)), nobody);
  EXPECT_FALSE(parse_fen(Variant::Ordo, to_fen(nobody)).ok());
}

TEST(Fen, RejectsAnEmptyText) {
  EXPECT_EQ(refusal(""), "1: the position is empty");
  EXPECT_EQ(refusal(" \n"), "3: the position is empty");
}

TEST(Fen, RejectsARankOfTheWrongWidth) {
  EXPECT_EQ(refusal("10/10/5w5/10/10/10/10/10 w"), "7: rank 6 has 11 squares instead of 10");
  EXPECT_EQ(refusal("10/10/4w4/10/10/10/10/10 w"), "7: rank 6 has 9 squares instead of 10");
  EXPECT_EQ(refusal("10/w/10/10/10/10/10/10 w"), "4: rank 7 has 1 square instead of 10");
  EXPECT_EQ(refusal("10//10/10/10/10/10/10 w"), "4: rank 7 has 0 squares instead of 10");
}

TEST(Fen, RejectsNumbersThatAreNoRunOfEmptySquares) {
  EXPECT_EQ(refusal("10/4b5/10/0w9/10/10/10/10 w"),
            "11: '0' in rank 5 is not a number of empty squares: expected 1 to 10");
  EXPECT_EQ(refusal("10/4b5/10/11/10/10/10/10 w"),
            "11: '11' in rank 5 is not a number of empty squares: expected 1 to 10");
  EXPECT_EQ(refusal("010/10/10/10/10/10/10/10 w"),
            "1: '010' in rank 8 is not a number of empty squares: expected 1 to 10");
  EXPECT_EQ(refusal("w99999999999999999999/10/10/10/10/10/10/10 w"),
            "2: '99999999999999999999' in rank 8 is not a number of empty squares: expected 1 to 10");
}

TEST(Fen, RejectsTwoNumbersSideBySideBecauseTheyWouldReadAsOne) {
  EXPECT_EQ(refusal("55/4b5/10/10/10/10/4w5/10 w"),
            "1: '55' in rank 8 is not a number of empty squares: expected 1 to 10");
}

TEST(Fen, RejectsUnknownCharacters) {
  EXPECT_EQ(refusal("10/4q5/10/10/10/10/4w5/10 w"),
            "5: unknown character 'q' in rank 7: expected w, b or a number from 1 to 10");
  EXPECT_EQ(refusal("10/4B5/10/10/10/10/4w5/10 w"),
            "5: unknown character 'B' in rank 7: expected w, b or a number from 1 to 10");
  EXPECT_EQ(refusal("10/4\xC3\xA9"
                    "5/10/10/10/10/4w5/10 w"),
            "5: unknown character '\\xC3' in rank 7: expected w, b or a number from 1 to 10");
  EXPECT_EQ(refusal(std::string_view("10/4\0"
                                     "5/10",
                                     9)),
            "5: unknown character '\\x00' in rank 7: expected w, b or a number from 1 to 10");
}

TEST(Fen, RejectsTheWrongNumberOfRanks) {
  EXPECT_EQ(refusal("10 w"), "3: 1 rank instead of 8: expected '/' and rank 7");
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/4w5 w"), "23: 7 ranks instead of 8: expected '/' and rank 1");
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/4w5/10/10 w"), "26: more than 8 ranks: unexpected '/' after rank 1");
}

TEST(Fen, RejectsAMissingSideToMove) {
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/4w5/10"),
            "26: missing side to move: expected ' w' or ' b' at the end");
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/4w5/10  "),
            "26: missing side to move: expected ' w' or ' b' at the end");
}

TEST(Fen, RejectsAnUnknownSideToMove) {
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/4w5/10 white"), "27: unknown side to move 'white': expected w or b");
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/4w5/10  -"), "28: unknown side to move '-': expected w or b");
}

TEST(Fen, SaysWhereOnlyTheAdvanceIsLeft) {
  const auto whole = parse_fen(Variant::OrdoX, "10/4b5/10/10/10/4w5/3w6/10 w");
  ASSERT_TRUE(whole.ok());
  const auto turn = read_turn(*whole, "d2-f2,f2-f3");
  ASSERT_TRUE(turn.ok()) << turn.error().message;
  const Position between = whole->after(turn->first());
  EXPECT_EQ(to_fen(between), "10/4b5/10/10/10/4w5/5w4/10 w a");
  for (const std::string_view text :
       {"10/4b5/10/10/10/4w5/5w4/10 w a", " 10/4b5/10/10/10/4w5/5w4/10  w\ta\n"}) {
    const auto read = parse_fen(Variant::OrdoX, text);
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(*read, between);
    EXPECT_EQ(read->phase(), Phase::Advance);
  }
  EXPECT_EQ(to_fen(between.after(turn->second())), "10/4b5/10/10/10/4ww4/10/10 b");
}

TEST(Fen, ReadsWhatItWritesInTheMiddleOfTurns) {
  support::RandomGames games(Variant::OrdoX, 8);
  int seen = 0;
  for (int i = 0; i < support::scaled(300); ++i) {
    const Position position = support::to_rules(games.next());
    PartList parts;
    generate_parts(position, parts);
    for (const Part part : parts) {
      const Position next = position.after(part);
      if (next.phase() == Phase::Whole) continue;
      const auto again = parse_fen(Variant::OrdoX, to_fen(next));
      ASSERT_TRUE(again.ok()) << to_fen(next) << ": " << again.error().message;
      ASSERT_EQ(*again, next);
      ++seen;
    }
  }
  EXPECT_GT(seen, 0);
}

TEST(Fen, RejectsAnAdvanceThatIsLeftInOrdo) {
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/4w5/10 w a"),
            "0: a turn of Ordo has no advance that could be left to play");
}

TEST(Fen, RejectsTextAfterTheSideToMove) {
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/4w5/10 w A", Variant::OrdoX),
            "28: unexpected text after the side to move: 'A'");
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/4w5/10 w a a", Variant::OrdoX),
            "28: unexpected text after the side to move: 'a a'");
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/4w5/10 wa", Variant::OrdoX),
            "27: unknown side to move 'wa': expected w or b");
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/4w5/10 w 0 1"), "28: unexpected text after the side to move: '0 1'");
}

TEST(Fen, RejectsASideWithoutPieces) {
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/10/10 w"), "0: White has no pieces: the game is over");
  EXPECT_EQ(refusal("10/10/10/10/10/10/4w5/10 w"), "0: Black has no pieces: the game is over");
}

TEST(Fen, RejectsMoreThanTwentyPieces) {
  EXPECT_EQ(refusal("10/4b5/10/10/10/w9/wwwwwwwwww/wwwwwwwwww w"), "0: White has 21 pieces; at most 20");
  EXPECT_EQ(refusal("bbbbbbbbbb/bbbbbbbbbb/bb8/10/10/10/4w5/10 w"), "0: Black has 22 pieces; at most 20");
}

TEST(Fen, RejectsAPieceOnTheOpponentsHomeRow) {
  EXPECT_EQ(refusal("10/4b5/10/10/10/10/4w5/2b7 w"),
            "0: Black's piece on c1 already stands on White's home row: the game is over");
  EXPECT_EQ(refusal("8w1/4b5/10/10/10/10/4w5/10 b"),
            "0: White's piece on i8 already stands on Black's home row: the game is over");
}

TEST(Fen, RejectsAWaitingSideThatIsSplit) {
  for (const Variant variant : kBothGames) {
    EXPECT_EQ(refusal("10/4b1b3/10/10/10/10/4w5/10 w", variant), "0: Black waits and is split into 2 groups");
    EXPECT_EQ(refusal("10/4b5/10/10/10/10/w3w3w1/10 b", variant),
              "0: White waits and is split into 3 groups");
  }
}

TEST(Fen, RejectsASplitSideToMoveInOrdoX) {
  EXPECT_EQ(refusal("10/4b1b3/10/10/10/10/4w5/10 b", Variant::OrdoX),
            "0: Black is split into 2 groups, which cannot be in Ordo X");
}

}  // namespace
}  // namespace ordo::rules
