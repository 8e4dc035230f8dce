// A game on the table: half-played turns, taking back, playing again.
#include <gtest/gtest.h>

#include "apps/table.h"
#include "rules/fen.h"

namespace ordo::apps {
namespace {

using rules::Game;
using rules::Reason;
using rules::Variant;

util::Result<Table::Entered, rules::Refusal> enter(Table& table, std::string_view text) {
  return table.enter(*rules::parse_turn(text));
}

void play(Table& table, std::string_view text) { ASSERT_TRUE(enter(table, text).ok()) << text; }

Reason reason(Table& table, std::string_view text) { return enter(table, text).error().reason; }

TEST(Table, PreparationAloneIsStagedAndItsAdvanceCompletesTheTurn) {
  Table table{Game(Variant::OrdoX)};
  EXPECT_EQ(*enter(table, "e3-d3"), Table::Entered::Preparation);
  EXPECT_TRUE(table.staged().has_value());
  EXPECT_TRUE(table.game().turns().empty());
  EXPECT_FALSE(table.changed()) << "nothing is lost with half a turn";
  EXPECT_EQ(table.position().phase(), rules::Phase::Advance);
  EXPECT_EQ(*enter(table, "d3-e4"), Table::Entered::Turn);
  EXPECT_FALSE(table.staged().has_value());
  ASSERT_EQ(table.game().turns().size(), 1U);
  EXPECT_EQ(rules::to_text(table.game().turns()[0]), "e3-d3,d3-e4");
  EXPECT_TRUE(table.changed());
}

TEST(Table, StagedPreparationTakesOnlyAnAdvance) {
  Table table{Game(Variant::OrdoX)};
  play(table, "e3-d3");
  EXPECT_EQ(reason(table, "d3-c3"), Reason::NotAdvance);
  EXPECT_EQ(reason(table, "e3-d3,d3-e4"), Reason::TooManyParts);
  EXPECT_TRUE(table.unstage());
  EXPECT_FALSE(table.unstage());
  EXPECT_EQ(*enter(table, "e3-d3,d3-e4"), Table::Entered::Turn);
}

TEST(Table, SidewaysIsAWholeTurnInOrdo) {
  Table table{Game(Variant::Ordo)};
  EXPECT_EQ(*enter(table, "e3-d3"), Table::Entered::Turn);
  EXPECT_FALSE(table.staged().has_value());
}

TEST(Table, UndoTakesBackHalfATurnFirst) {
  Table table{Game(Variant::OrdoX)};
  EXPECT_FALSE(table.undo());
  play(table, "e3-d3,d3-e4");
  play(table, "e6-d6");
  EXPECT_TRUE(table.undo());
  EXPECT_FALSE(table.staged().has_value());
  EXPECT_EQ(table.game().turns().size(), 1U);
  EXPECT_FALSE(table.redo()) << "half a turn was never played";
  EXPECT_TRUE(table.undo());
  EXPECT_FALSE(table.undo());
  EXPECT_EQ(table.game().position(), table.game().start());
}

TEST(Table, RedoPlaysAgainUntilTheGameTakesAnotherCourse) {
  Table table{Game(Variant::Ordo)};
  play(table, "e3-e4");
  play(table, "e6-e5");
  EXPECT_TRUE(table.undo());
  EXPECT_TRUE(table.undo());
  EXPECT_TRUE(table.redo());
  EXPECT_EQ(rules::to_text(table.game().turns()[0]), "e3-e4");
  play(table, "g7-g6");
  EXPECT_FALSE(table.redo());
  EXPECT_EQ(rules::to_text(table.game().turns()[1]), "g7-g6");
}

TEST(Table, EndingsAreTakenBackAndPlayedAgain) {
  Table table{Game(Variant::Ordo)};
  play(table, "e3-e4");
  EXPECT_TRUE(table.resign());
  EXPECT_FALSE(table.resign());
  EXPECT_FALSE(table.agree_draw());
  EXPECT_EQ(table.game().outcome()->winner, rules::Color::White);
  EXPECT_EQ(reason(table, "e6-e5"), Reason::GameOver);
  EXPECT_TRUE(table.undo());
  EXPECT_EQ(table.game().turns().size(), 1U);
  EXPECT_TRUE(table.redo());
  EXPECT_EQ(table.game().outcome()->ending, rules::Ending::Resignation);
  EXPECT_TRUE(table.undo());
  EXPECT_TRUE(table.agree_draw());
  EXPECT_TRUE(table.undo());
  EXPECT_TRUE(table.redo());
  EXPECT_EQ(table.game().outcome()->ending, rules::Ending::Agreement);
}

TEST(Table, LossOnTimeSurvivesUndoAndRedo) {
  Game game(Variant::Ordo);
  ASSERT_TRUE(game.lose_on_time(rules::Color::White));
  Table table{game};
  EXPECT_TRUE(table.undo());
  EXPECT_TRUE(table.redo());
  EXPECT_EQ(table.game().outcome()->ending, rules::Ending::Time);
}

TEST(Table, ChangedUntilSaved) {
  Table table{Game(Variant::Ordo)};
  EXPECT_FALSE(table.changed());
  play(table, "e3-e4");
  EXPECT_TRUE(table.changed());
  table.note_saved();
  EXPECT_FALSE(table.changed());
  EXPECT_TRUE(table.undo());
  EXPECT_TRUE(table.changed());
}

TEST(Table, OpenChoiceNamesTheSubgroupsAndThePartInQuestion) {
  const auto start = rules::parse_fen(Variant::OrdoX, "10/10/3bb1b3/5b1b2/5w4/4www1w1/3ww2ww1/10 w");
  Table table{Game(*start)};
  rules::TurnText text = *rules::parse_turn("i2xf5");
  EXPECT_EQ(table.enter(text).error().reason, Reason::NeedsChoice);
  auto choice = table.open_choice(text);
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->subgroups.count(), 2);
  EXPECT_EQ(choice->enemy.count(), 4);

  rules::TurnText two_parts = *rules::parse_turn("e2-f2,i2xf5");
  EXPECT_EQ(table.enter(two_parts).error().reason, Reason::NeedsChoice);
  choice = table.open_choice(two_parts);
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->part, &*two_parts.second);
  choice->part->keep = rules::Square::parse("h5");
  play(table, rules::to_text(two_parts.first));
  rules::TurnText advance{*two_parts.second, std::nullopt};
  EXPECT_TRUE(table.enter(advance).ok());
  EXPECT_EQ(rules::to_text(table.game().turns()[0]), "e2-f2,i2xf5=g6")
      << "any of its squares names a subgroup";
}

}  // namespace
}  // namespace ordo::apps
