// A game that is being played: half-played turns, taking back, playing again.
#include <gtest/gtest.h>

#include "apps/terminal/open_game.h"
#include "rules/fen.h"

namespace ordo::apps {
namespace {

using rules::Game;
using rules::Reason;
using rules::Variant;

util::Result<OpenGame::Entered, rules::Refusal> enter(OpenGame& open_game, std::string_view text) {
  return open_game.enter(*rules::parse_turn(text));
}

void play(OpenGame& open_game, std::string_view text) { ASSERT_TRUE(enter(open_game, text).ok()) << text; }

Reason reason(OpenGame& open_game, std::string_view text) { return enter(open_game, text).error().reason; }

TEST(OpenGame, PreparationAloneIsStagedAndItsAdvanceCompletesTheTurn) {
  OpenGame open_game{Game(Variant::OrdoX)};
  EXPECT_EQ(*enter(open_game, "e3-d3"), OpenGame::Entered::Preparation);
  EXPECT_TRUE(open_game.staged().has_value());
  EXPECT_TRUE(open_game.game().turns().empty());
  EXPECT_FALSE(open_game.changed()) << "nothing is lost with half a turn";
  EXPECT_EQ(open_game.position().phase(), rules::Phase::Advance);
  EXPECT_EQ(*enter(open_game, "d3-e4"), OpenGame::Entered::Turn);
  EXPECT_FALSE(open_game.staged().has_value());
  ASSERT_EQ(open_game.game().turns().size(), 1U);
  EXPECT_EQ(rules::to_text(open_game.game().turns()[0]), "e3-d3,d3-e4");
  EXPECT_TRUE(open_game.changed());
}

TEST(OpenGame, StagedPreparationTakesOnlyAnAdvance) {
  OpenGame open_game{Game(Variant::OrdoX)};
  play(open_game, "e3-d3");
  EXPECT_EQ(reason(open_game, "d3-c3"), Reason::NotAdvance);
  EXPECT_EQ(reason(open_game, "e3-d3,d3-e4"), Reason::TooManyParts);
  EXPECT_TRUE(open_game.unstage());
  EXPECT_FALSE(open_game.unstage());
  EXPECT_EQ(*enter(open_game, "e3-d3,d3-e4"), OpenGame::Entered::Turn);
}

TEST(OpenGame, SidewaysIsAWholeTurnInOrdo) {
  OpenGame open_game{Game(Variant::Ordo)};
  EXPECT_EQ(*enter(open_game, "e3-d3"), OpenGame::Entered::Turn);
  EXPECT_FALSE(open_game.staged().has_value());
}

TEST(OpenGame, UndoTakesBackHalfATurnFirst) {
  OpenGame open_game{Game(Variant::OrdoX)};
  EXPECT_FALSE(open_game.undo());
  play(open_game, "e3-d3,d3-e4");
  play(open_game, "e6-d6");
  EXPECT_TRUE(open_game.undo());
  EXPECT_FALSE(open_game.staged().has_value());
  EXPECT_EQ(open_game.game().turns().size(), 1U);
  EXPECT_FALSE(open_game.redo()) << "half a turn was never played";
  EXPECT_TRUE(open_game.undo());
  EXPECT_FALSE(open_game.undo());
  EXPECT_EQ(open_game.game().position(), open_game.game().start());
}

TEST(OpenGame, RedoPlaysAgainUntilTheGameTakesAnotherCourse) {
  OpenGame open_game{Game(Variant::Ordo)};
  play(open_game, "e3-e4");
  play(open_game, "e6-e5");
  EXPECT_TRUE(open_game.undo());
  EXPECT_TRUE(open_game.undo());
  EXPECT_TRUE(open_game.redo());
  EXPECT_EQ(rules::to_text(open_game.game().turns()[0]), "e3-e4");
  play(open_game, "g7-g6");
  EXPECT_FALSE(open_game.redo());
  EXPECT_EQ(rules::to_text(open_game.game().turns()[1]), "g7-g6");
}

TEST(OpenGame, EndingsAreTakenBackAndPlayedAgain) {
  OpenGame open_game{Game(Variant::Ordo)};
  play(open_game, "e3-e4");
  EXPECT_TRUE(open_game.resign());
  EXPECT_FALSE(open_game.resign());
  EXPECT_FALSE(open_game.agree_draw());
  EXPECT_EQ(open_game.game().outcome()->winner, rules::Color::White);
  EXPECT_EQ(reason(open_game, "e6-e5"), Reason::GameOver);
  EXPECT_TRUE(open_game.undo());
  EXPECT_EQ(open_game.game().turns().size(), 1U);
  EXPECT_TRUE(open_game.redo());
  EXPECT_EQ(open_game.game().outcome()->ending, rules::Ending::Resignation);
  EXPECT_TRUE(open_game.undo());
  EXPECT_TRUE(open_game.agree_draw());
  EXPECT_TRUE(open_game.undo());
  EXPECT_TRUE(open_game.redo());
  EXPECT_EQ(open_game.game().outcome()->ending, rules::Ending::Agreement);
}

TEST(OpenGame, LossOnTimeSurvivesUndoAndRedo) {
  Game game(Variant::Ordo);
  ASSERT_TRUE(game.lose_on_time(rules::Color::White));
  OpenGame open_game{game};
  EXPECT_TRUE(open_game.undo());
  EXPECT_TRUE(open_game.redo());
  EXPECT_EQ(open_game.game().outcome()->ending, rules::Ending::Time);
}

TEST(OpenGame, ChangedUntilSaved) {
  OpenGame open_game{Game(Variant::Ordo)};
  EXPECT_FALSE(open_game.changed());
  play(open_game, "e3-e4");
  EXPECT_TRUE(open_game.changed());
  open_game.note_saved();
  EXPECT_FALSE(open_game.changed());
  EXPECT_TRUE(open_game.undo());
  EXPECT_TRUE(open_game.changed());
}

TEST(OpenGame, OpenChoiceNamesTheSubgroupsAndThePartInQuestion) {
  const auto start = rules::parse_fen(Variant::OrdoX, "10/10/3bb1b3/5b1b2/5w4/4www1w1/3ww2ww1/10 w");
  OpenGame open_game{Game(*start)};
  rules::TurnText text = *rules::parse_turn("i2xf5");
  EXPECT_EQ(open_game.enter(text).error().reason, Reason::NeedsChoice);
  auto choice = open_game.open_choice(text);
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->subgroups.count(), 2);
  EXPECT_EQ(choice->enemy.count(), 4);

  rules::TurnText two_parts = *rules::parse_turn("e2-f2,i2xf5");
  EXPECT_EQ(open_game.enter(two_parts).error().reason, Reason::NeedsChoice);
  choice = open_game.open_choice(two_parts);
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->part, &*two_parts.second);
  choice->part->keep = rules::Square::parse("h5");
  play(open_game, rules::to_text(two_parts.first));
  rules::TurnText advance{*two_parts.second, std::nullopt};
  EXPECT_TRUE(open_game.enter(advance).ok());
  EXPECT_EQ(rules::to_text(open_game.game().turns()[0]), "e2-f2,i2xf5=g6")
      << "any of its squares names a subgroup";
}

}  // namespace
}  // namespace ordo::apps
