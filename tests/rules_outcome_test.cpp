// Each way in which a position decides the game.
#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "rules/query.h"
#include "support/convert.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo {
namespace {

using rules::Color;
using rules::Ending;
using rules::Outcome;
using rules::Position;
using rules::Reason;
using rules::Variant;

Position position_of(Variant variant, std::string_view fen) {
  const auto position = rules::parse_fen(variant, fen);
  EXPECT_TRUE(position.ok()) << position.error().message;
  return position.ok() ? *position : Position::initial(variant);
}

Position after(const Position& position, std::string_view text) {
  const auto turn = rules::read_turn(position, text);
  EXPECT_TRUE(turn.ok()) << turn.error().message;
  return turn.ok() ? position.after(*turn) : position;
}

std::optional<Outcome> outcome_after(Variant variant, std::string_view fen, std::string_view text) {
  const Position position = position_of(variant, fen);
  EXPECT_EQ(rules::outcome(position), std::nullopt) << fen;
  const Position next = after(position, text);
  const auto outcome = rules::outcome(next);
  EXPECT_EQ(outcome.has_value(), !rules::has_turn(next));
  EXPECT_EQ(outcome.has_value(), rules::count_turns(next) == 0);
  return outcome;
}

constexpr Outcome kWhiteByHomeRow{Color::White, Ending::HomeRow};
constexpr Outcome kBlackByHomeRow{Color::Black, Ending::HomeRow};

TEST(Outcome, NobodyHasWonAtTheStart) {
  EXPECT_EQ(rules::outcome(Position::initial(Variant::Ordo)), std::nullopt);
  EXPECT_EQ(rules::outcome(Position::initial(Variant::OrdoX)), std::nullopt);
}

TEST(Outcome, ASingletonOnTheHomeRowWinsInBothGames) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    EXPECT_EQ(outcome_after(variant, "10/4w5/4w5/3w6/4b1b3/5b4/10/10 w", "d5-d8"), kWhiteByHomeRow);
    EXPECT_EQ(outcome_after(variant, "10/10/5w4/3w1w4/4w5/10/4bb4/10 b", "f2-f1"), kBlackByHomeRow);
  }
}

TEST(Outcome, AnOrdoOnTheHomeRowWinsInBothGames) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    EXPECT_EQ(outcome_after(variant, "10/2ww6/10/10/7b2/10/10/10 w", "c7:d7-c8"), kWhiteByHomeRow);
  }
}

TEST(Outcome, AColumnInSingleFileReachesTheHomeRowInOrdoX) {
  EXPECT_EQ(outcome_after(Variant::OrdoX, "10/10/2w7/2w7/7b2/10/10/10 w", "c5:c6-c7"), kWhiteByHomeRow);
}

TEST(Outcome, AnAdvanceAfterAPreparationReachesTheHomeRowInOrdoX) {
  EXPECT_EQ(outcome_after(Variant::OrdoX, "3b6/3bb5/3w6/10/10/10/10/10 w", "d6-b6,b6-b8"), kWhiteByHomeRow);
}

TEST(Outcome, TheHomeRowCountsBeforeASplit) {
  EXPECT_EQ(outcome_after(Variant::Ordo, "5bb3/7b2/6w3/10/10/10/10/10 w", "g6xg8"), kWhiteByHomeRow);
}

TEST(Outcome, TheHomeRowCountsBeforeTheLastPiece) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    EXPECT_EQ(outcome_after(variant, "4b5/10/10/4w5/10/10/10/10 w", "e5xe8"), kWhiteByHomeRow);
  }
}

TEST(Outcome, CapturingTheLastPieceWinsInBothGames) {
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    EXPECT_EQ(outcome_after(variant, "10/10/4b5/3ww5/10/10/10/10 w", "e5xe6"),
              (Outcome{Color::White, Ending::LastPiece}));
    EXPECT_EQ(outcome_after(variant, "10/10/10/3b6/10/5w4/10/10 b", "d5xf3"),
              (Outcome{Color::Black, Ending::LastPiece}));
  }
}

TEST(Outcome, ASidewaysCaptureOfTheLastPieceEndsTheTurnInOrdoX) {
  const Position position = position_of(Variant::OrdoX, "10/10/10/4w1b3/10/10/10/10 w");
  const Position next = after(position, "e5xg5");
  EXPECT_EQ(next.to_move(), Color::Black);
  EXPECT_EQ(rules::outcome(next), (Outcome{Color::White, Ending::LastPiece}));
  const auto more = rules::read_turn(position, "e5xg5,g5-g6");
  ASSERT_FALSE(more.ok());
  EXPECT_EQ(more.error().reason, Reason::TooManyParts) << more.error().message;
}

TEST(Outcome, ASplitThatCannotBeMendedLosesAtOnceInOrdo) {
  // i7 or g6 can take h7, but j8 or f6 stays alone.
  constexpr std::string_view kFen = "9b/7bb1/5bb3/10/7w2/10/10/10 w";
  EXPECT_EQ(outcome_after(Variant::Ordo, kFen, "h4xh7"), (Outcome{Color::White, Ending::CannotReconnect}));
  const Position next = after(position_of(Variant::Ordo, kFen), "h4xh7");
  EXPECT_TRUE(rules::is_split(next, Color::Black));
  EXPECT_EQ(rules::outcome_by_pieces(next), std::nullopt);
  EXPECT_EQ(rules::describe(*rules::outcome(next)), "White wins: the opponent cannot reconnect.");
}

TEST(Outcome, ASplitThatCanBeMendedGoesOnInOrdo) {
  const Position position = position_of(Variant::Ordo, "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b");
  EXPECT_TRUE(rules::is_split(position, Color::Black));
  EXPECT_EQ(rules::outcome(position), std::nullopt);
}

TEST(Outcome, ASplitPlayerMayNotRunForTheHomeRow) {
  // f3 could reach the home row, but c7 and d7 would be left behind.
  const Position position = position_of(Variant::Ordo, "10/2bb6/10/10/8w1/5b4/10/10 b");
  EXPECT_EQ(rules::count_turns(position), 2U);  // f3-c6 and f3-b7, backward
  const auto run = rules::read_turn(position, "f3-f1");
  ASSERT_FALSE(run.ok());
  EXPECT_EQ(run.error().reason, Reason::MustReconnect) << run.error().message;
}

TEST(Outcome, TheSameCaptureOnlyRemovesPiecesInOrdoX) {
  constexpr std::string_view kFen = "9b/7bb1/5bb3/10/7w2/10/10/10 w";
  EXPECT_EQ(outcome_after(Variant::OrdoX, kFen, "h4xh7=f6"), std::nullopt);
  EXPECT_EQ(outcome_after(Variant::OrdoX, kFen, "h4xh7=i7"), std::nullopt);
  const Position position = position_of(Variant::OrdoX, kFen);
  EXPECT_EQ(rules::to_fen(after(position, "h4xh7=f6")), "10/7w2/5bb3/10/10/10/10/10 b");
  EXPECT_EQ(rules::to_fen(after(position, "h4xh7=j8")), "9b/7wb1/10/10/10/10/10/10 b");
  const auto silent = rules::read_turn(position, "h4xh7");
  ASSERT_FALSE(silent.ok());
  EXPECT_EQ(silent.error().reason, Reason::NeedsChoice) << silent.error().message;
}

TEST(Outcome, BothPartsOfATurnMayLeaveAChoiceInOrdoX) {
  const Position position = position_of(Variant::OrdoX, "bbb7/2b2w4/2b7/1b1b6/10/10/10/10 w");
  const Position next = after(position, "f7xc7=a8,c7xb8=a8");
  EXPECT_EQ(rules::to_fen(next), "bw8/10/10/10/10/10/10/10 b");
  EXPECT_EQ(rules::outcome(next), kWhiteByHomeRow);
}

/// A random group with enemies on every square where they have not won: nothing but single steps and
/// captures.
naive::Position surrounded(Variant variant, support::Random& random) {
  const support::Wish wish{.fewest = 1, .most = 20, .of_lines = random.chance(30)};
  naive::Position position = support::build_position(variant, wish, random);
  const Color mover = position.to_move;
  const int home = mover == Color::White ? 0 : naive::kCells - naive::kFiles;
  for (int cell = 0; cell < naive::kCells; ++cell) {
    naive::Cell& content = position.board[cell];
    const bool on_home_row = cell >= home && cell < home + naive::kFiles;
    if (content == naive::piece_of(mover)) continue;
    content = on_home_row ? naive::Cell::Empty : naive::piece_of(opponent(mover));
  }
  return position;
}

// The rearmost piece, or one on a file ahead of it, can always step forward without breaking the group. So a
// connected player without a legal move, and a preparation that nothing can follow, exist in the rules but on
// no board.
TEST(Outcome, AConnectedSideAlwaysHasAnAdvance) {
  support::Random random(21);
  for (int i = support::scaled(20000); i > 0; --i) {
    const naive::Position position = surrounded(i % 2 == 0 ? Variant::Ordo : Variant::OrdoX, random);
    bool advances = false;
    for (const naive::Turn& turn : naive::turns(position)) {
      advances = advances || (turn.second.length == 0 &&
                              turn.first.from / naive::kFiles != turn.first.to / naive::kFiles);
    }
    ASSERT_TRUE(advances) << naive::to_fen(position);
  }
}

TEST(Outcome, EveryEndingHasANameThatCanBeReadBack) {
  for (const Ending ending :
       {Ending::HomeRow, Ending::LastPiece, Ending::CannotReconnect, Ending::NoMove, Ending::Repetition,
        Ending::Agreement, Ending::Resignation, Ending::Time, Ending::Abandoned}) {
    EXPECT_EQ(rules::ending_from(rules::name(ending)), ending);
  }
  EXPECT_EQ(rules::ending_from("checkmate"), std::nullopt);
  EXPECT_EQ(rules::ending_from(""), std::nullopt);
}

TEST(Outcome, ScoresAndSentencesNameTheWinner) {
  EXPECT_EQ(rules::name(rules::result_of(kWhiteByHomeRow)), "1-0");
  EXPECT_EQ(rules::name(rules::result_of(kBlackByHomeRow)), "0-1");
  EXPECT_EQ(rules::name(rules::result_of(Outcome{std::nullopt, Ending::Agreement})), "1/2-1/2");
  EXPECT_EQ(rules::describe(kWhiteByHomeRow), "White wins: reached the home row.");
  EXPECT_EQ(rules::describe({Color::Black, Ending::Resignation}), "Black wins: the opponent resigned.");
  EXPECT_EQ(rules::describe({std::nullopt, Ending::Repetition}),
            "Draw: the same position for the third time.");
}

}  // namespace
}  // namespace ordo
