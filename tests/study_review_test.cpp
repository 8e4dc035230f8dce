// Looking back upon a game: the published formulas, what turns lost, reasons in words, annotated records.
#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/notation.h"
#include "study/accuracy.h"
#include "study/reason.h"
#include "study/review.h"
#include "thinking/expectation.h"

namespace ordo::study {
namespace {

using rules::Color;
using thinking::Score;

/// The curve of lichess, for its own examples.
[[nodiscard]] double lichess_chance(double centipawns) {
  return 1 / (1 + std::exp(-0.00368208 * std::clamp(centipawns, -1000.0, 1000.0)));
}

[[nodiscard]] std::array<std::optional<double>, 2> lichess_accuracy(const std::vector<int>& centipawns,
                                                                    Color first) {
  std::vector<double> chances = {lichess_chance(15)};
  std::vector<double> lost;
  Color player = first;
  for (const int value : centipawns) {
    const double next = lichess_chance(value);
    lost.push_back(std::max(0.0, player == Color::White ? chances.back() - next : next - chances.back()));
    chances.push_back(next);
    player = rules::opponent(player);
  }
  return game_accuracy(chances, lost, first);
}

[[nodiscard]] std::vector<int> repeated(int times, const std::vector<int>& values) {
  std::vector<int> all;
  for (int i = 0; i < times; ++i) all.insert(all.end(), values.begin(), values.end());
  return all;
}

// Values and tolerances of lila's AccuracyPercentTest.scala.
TEST(StudyAccuracy, TheExamplesOfLichessComeOut) {
  const auto with = [](std::vector<int> values, int last) {
    values.push_back(last);
    return values;
  };
  const std::vector<std::tuple<std::vector<int>, Color, double, double, double, double>> examples = {
      {{15, 15}, Color::White, 100, 1, 100, 1},
      {{-900, -900}, Color::White, 10, 5, 100, 1},
      {{15, 900}, Color::White, 100, 1, 10, 5},
      {{-900, 0}, Color::White, 10, 5, 10, 5},
      {repeated(20, {15}), Color::White, 100, 1, 100, 1},
      {with(repeated(20, {15}), -900), Color::White, 50, 5, 100, 1},
      {with(repeated(21, {15}), 900), Color::White, 100, 1, 50, 5},
      {repeated(5, {-50, 15}), Color::White, 76, 8, 76, 8},
      {repeated(50, {-50, 15}), Color::White, 76, 8, 76, 8},
      {repeated(50, {-135, 15}), Color::White, 54, 8, 54, 8},
      {repeated(50, {-435, 15}), Color::White, 20, 8, 20, 8},
      {{15, 15}, Color::Black, 100, 1, 100, 1},
      {{900, 900}, Color::Black, 100, 1, 10, 5},
      {{15, -900}, Color::Black, 10, 5, 100, 1},
      {{900, 0}, Color::Black, 10, 5, 10, 5},
  };
  for (const auto& [values, first, white, white_by, black, black_by] : examples) {
    const auto found = lichess_accuracy(values, first);
    ASSERT_TRUE(found[0] && found[1]);
    EXPECT_NEAR(*found[0], white, white_by) << values.size() << " turns";
    EXPECT_NEAR(*found[1], black, black_by) << values.size() << " turns";
  }
  EXPECT_FALSE(lichess_accuracy({}, Color::White)[0]);
  EXPECT_FALSE(lichess_accuracy({15}, Color::White)[0]);
}

TEST(StudyAccuracy, ATurnThatLosesNothingIsPerfectAndOneThatLosesAllIsNothing) {
  EXPECT_EQ(turn_accuracy(0), 100);
  EXPECT_NEAR(turn_accuracy(0.05), 103.1668 * std::exp(-0.04354 * 5) - 3.1669 + 1, 0.01);
  EXPECT_EQ(turn_accuracy(1), 0);
}

TEST(StudyAccuracy, JudgementsFollowTheLossOfChance) {
  EXPECT_EQ(judge(0.0499), Judgement::Fine);
  EXPECT_EQ(judge(0.05), Judgement::Inaccuracy);
  EXPECT_EQ(judge(0.10), Judgement::Mistake);
  EXPECT_EQ(judge(0.15), Judgement::Blunder);
  EXPECT_EQ(mark(Judgement::Inaccuracy), "?!");
  EXPECT_EQ(glyph(Judgement::Blunder), 4);
}

constexpr std::string_view kOpenRow = "10/10/10/10/10/5b4/3bbw4/5ww3 w";
constexpr std::string_view kCrossing = "10/10/5bb3/3wwb4/3w1w4/10/10/10 w";

/// A turn that was played where another was best, and what came of it.
struct Told {
  rules::Variant variant = rules::Variant::Ordo;
  std::string_view fen = kCrossing;
  std::string_view played;
  std::string_view best;
  std::string_view reply = {};
  Score best_score{0};
  Score kept{0};
};

[[nodiscard]] std::vector<Reason> reasons_of(const Told& told) {
  const rules::Position before = *rules::parse_fen(told.variant, told.fen);
  Slip slip{before,
            *rules::read_turn(before, told.played),
            *rules::read_turn(before, told.best),
            told.best_score,
            told.kept,
            {}};
  if (!told.reply.empty()) slip.reply = *rules::read_turn(before.after(slip.played), told.reply);
  return reasons(slip);
}

TEST(StudyReason, AWinAtOnceThatWasOverlooked) {
  const auto found = reasons_of({.fen = "10/w9/10/10/10/9b/9b/10 w", .played = "a7-c7", .best = "a7-a8"});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(sentence(found[0], "Black"), "Overlooked the win by a7-a8.");
}

TEST(StudyReason, TheHomeRowLeftOpenAndTheSplitThatWouldHaveClosedIt) {
  const auto found = reasons_of({.fen = kOpenRow, .played = "g1-g2", .best = "f1xe2", .reply = "d2-d1"});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].why, Why::HomeRowOpen);
  EXPECT_EQ(sentence(found[0], "Black"), "Left the home row open at d1.");
  EXPECT_EQ(sentence(found[1], "Black"), "Could have split Black's group with f1xe2.");
}

TEST(StudyReason, TheOwnGroupSplitInOrdoAndCutOffInOrdoX) {
  const Told told{.played = "d4-c4", .best = "d5-d6", .reply = "f6xe5"};
  const auto in_ordo = reasons_of(told);
  ASSERT_FALSE(in_ordo.empty());
  EXPECT_EQ(sentence(in_ordo[0], "Black"), "Lets Black split the group with f6xe5.");
  const auto in_ordo_x =
      reasons_of({.variant = rules::Variant::OrdoX, .played = "d5-d6", .best = "d4-c5", .reply = "f6xe5=d4"});
  ASSERT_FALSE(in_ordo_x.empty());
  EXPECT_EQ(in_ordo_x[0].why, Why::AllowedCutOff);
  EXPECT_GT(in_ordo_x[0].count, 1);
}

TEST(StudyReason, APreparationThatWasOverlooked) {
  const auto found = reasons_of({.variant = rules::Variant::OrdoX, .played = "d5-d6", .best = "d4-e4,d5-d6"});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(sentence(found[0], "Black"), "Overlooked the preparation d4-e4.");
}

TEST(StudyReason, CapturesMissedAndAllowed) {
  const auto missed = reasons_of({.played = "d4-c4", .best = "f4xf5"});
  ASSERT_EQ(missed.size(), 1U);
  EXPECT_EQ(sentence(missed[0], "Black"), "Could have captured on f5.");
}

TEST(StudyReason, ForcedWinsMissedAndAllowed) {
  const auto found = reasons_of(
      {.played = "d4-c4", .best = "d5-d6", .best_score = Score::win_after(5), .kept = Score::loss_after(6)});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(sentence(found[0], "Black"), "Overlooked a forced win in 3 with d5-d6.");
  EXPECT_EQ(sentence(found[1], "Black"), "Now Black wins by force in 3.");
}

// ---- whole games

[[nodiscard]] rules::Game short_game() {
  rules::Game game(rules::Variant::Ordo);
  for (const char* turn : {"c2-c4", "c7-c5", "d2-d4"}) EXPECT_TRUE(game.play(turn)) << turn;
  return game;
}
constexpr std::string_view kAnswers =
    "0.10 d2-d4 d7-d5\n0.00 c7-c5\n-0.20 e3-e4 e6-e5|-2.00 d2-d4\n3.00 d7-d5\n";

TEST(StudyReview, WhatTurnsLostIsTheLossOfTheExpectedResult) {
  const rules::Game game = short_game();
  const auto answers = parse_answers(game, kAnswers);
  ASSERT_TRUE(answers);
  const Review found = review(game, *answers);
  ASSERT_EQ(found.turns.size(), 3U);
  // c2-c4 is no line of the first search: what the next one says counts, for the other side.
  EXPECT_DOUBLE_EQ(*found.turns[0].lost, thinking::expectation_lost(Score(10), Score(0)));
  EXPECT_DOUBLE_EQ(*found.turns[1].lost, 0);
  // d2-d4 is the second line: compared within one search.
  EXPECT_DOUBLE_EQ(*found.turns[2].lost, thinking::expectation_lost(Score(-20), Score(-200)));
  EXPECT_EQ(found.turns[2].judgement, judge(*found.turns[2].lost));
  EXPECT_EQ(found.players[0].worst, std::vector<std::size_t>{2});
  EXPECT_EQ(found.chances.size(), 4U);
  EXPECT_DOUBLE_EQ(*found.chances[1], 1 - thinking::expected_result(Score(0)));
  EXPECT_DOUBLE_EQ(*found.chances[3], 1 - thinking::expected_result(Score(300)));
  EXPECT_TRUE(found.players[0].accuracy && found.players[1].accuracy);
}

TEST(StudyReview, WhatWasNotSearchedIsNotJudged) {
  const rules::Game game = short_game();
  const auto answers = parse_answers(game, "0.10 d2-d4\n0.00 c7-c5\n");
  ASSERT_TRUE(answers);
  const Review found = review(game, *answers);
  EXPECT_TRUE(found.turns[0].lost);
  EXPECT_FALSE(found.turns[2].lost);
  EXPECT_FALSE(found.chances[3]);
  EXPECT_NE(review_json(found).find("null"), std::string::npos);
}

TEST(StudyReview, AnswersThatDoNotFitAreRefused) {
  const rules::Game game = short_game();
  EXPECT_FALSE(parse_answers(game, "good d2-d4"));
  EXPECT_FALSE(parse_answers(game, "0.10 d2-d9"));
  EXPECT_FALSE(parse_answers(game, "0.10 d7-d5"));
}

TEST(StudyReview, AnnotationsAreScoresGlyphsWordsAndTheBetterLine) {
  const rules::Game game = short_game();
  const auto answers = parse_answers(game, kAnswers);
  records::Record record = records::record_of(game);
  record.main_line.turns[2].comment = "My idea.";
  annotate(record, review(game, *answers), *answers);
  EXPECT_EQ(record.main_line.turns[0].comment, "[%eval 0.00]");
  EXPECT_EQ(record.main_line.turns[1].comment, "[%eval -0.20]");
  EXPECT_EQ(record.main_line.turns[2].glyphs, std::vector<std::uint8_t>{4});
  EXPECT_EQ(record.main_line.turns[2].comment, "[%eval -3.00] My idea. Blunder. e3-e4 was best.");
  ASSERT_EQ(record.main_line.turns[2].variations.size(), 1U);
  EXPECT_EQ(record.main_line.turns[2].variations[0].turns.size(), 2U);
  const auto again = records::parse_record(records::write_record(record));
  ASSERT_TRUE(again) << records::to_text(again.error());
  EXPECT_EQ(again->main_line, record.main_line);
}

}  // namespace
}  // namespace ordo::study
