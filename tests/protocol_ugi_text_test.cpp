// What goes out: the options a session offers, the lines of reports, and analyses as JSON.
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/analysis_json.h"
#include "protocol/ugi_options.h"
#include "protocol/ugi_text.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "thinking/expectation.h"

namespace ordo::protocol {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using thinking::Milliseconds;
using thinking::Score;

TEST(UgiOptions, AreOfferedWithRangeAndDefault) {
  EXPECT_THAT(UgiOptions(false).lines({}),
              ElementsAre("option name Variant type combo default ordo var ordo var ordox",
                          "option name Hash type spin default 64 min 1 max 65536",
                          "option name Threads type spin default 1 min 1 max 256",
                          "option name MultiPV type spin default 1 min 1 max 100",
                          "option name Ponder type check default false",
                          "option name Level type combo default full var full var 1 var 2 var 3 var 4 var 5 "
                          "var 6 var 7 var 8 var 9 var 10",
                          "option name Seed type spin default 0 min 0 max 2147483647",
                          "option name TablePath type string default none",
                          "option name EvalFile type string default builtin"));
}

TEST(UgiOptions, ExperimentsAreOneCheckForEachFeature) {
  const UgiOptions options(true);
  EXPECT_THAT(options.lines({}), SizeIs(UgiOptions(false).table().size() + thinking::kFeatureNames.size()));
  for (const thinking::FeatureName& feature : thinking::kFeatureNames) {
    const auto off = options.with({}, "Feature " + std::string(feature.name), "false");
    ASSERT_TRUE(off);
    for (const thinking::FeatureName& other : thinking::kFeatureNames) {
      EXPECT_EQ(off->engine.features.*other.member, other.name != feature.name);
    }
  }
  EXPECT_FALSE(UgiOptions(false).with({}, "Feature Table", "false"));
}

TEST(UgiOptions, ExperimentsAreOneNumberForEachParameter) {
  const std::vector<thinking::Parameter> parameters = {{"ordo.Margin", 30, 1, 400, 5},
                                                       {"ordox.Depth", 4, 0, 9, 1}};
  const UgiOptions options(true, parameters);
  EXPECT_THAT(options.lines({}),
              AllOf(Contains("option name Tune ordo.Margin type spin default 30 min 1 max 400"),
                    Contains("option name Tune ordox.Depth type spin default 4 min 0 max 9")));
  const auto wider = options.with({}, "tune ordo.margin", "31");
  ASSERT_TRUE(wider);
  EXPECT_THAT(wider->engine.parameters, ElementsAre(testing::Pair("ordo.Margin", 31)));
  EXPECT_EQ(options.with({}, "Tune ordo.Margin", "401").error(),
            "Tune ordo.Margin must be a whole number from 1 to 400, not '401'");
  EXPECT_EQ(options.with({}, "Tune ordox.Margin", "31").error(), "there is no option 'Tune ordox.Margin'");
  EXPECT_FALSE(UgiOptions(false, parameters).with({}, "Tune ordo.Margin", "31"));
}

TEST(UgiOptions, EachSetsItsValue) {
  const UgiOptions options(false);
  EXPECT_EQ(options.with({}, "variant", "OrdoX")->variant, rules::Variant::OrdoX);
  EXPECT_EQ(options.with({}, "HASH", "1")->engine.hash_megabytes, 1U);
  EXPECT_EQ(options.with({}, "Threads", "256")->engine.threads, 256);
  EXPECT_EQ(options.with({}, "MultiPV", "7")->engine.lines, 7);
  EXPECT_TRUE(options.with({}, "Ponder", "true")->ponder);
  EXPECT_EQ(options.with({}, "Level", "10")->engine.level, 10);
  EXPECT_EQ(options.with(*options.with({}, "Level", "3"), "Level", "full")->engine.level, std::nullopt);
  EXPECT_EQ(options.with({}, "Seed", "2147483647")->engine.seed, 2147483647U);
}

TEST(UgiOptions, ErrorsNameTheRange) {
  const UgiOptions options(true);
  const auto error = [&](std::string_view name, std::string_view value) {
    return options.with({}, name, value).error();
  };
  EXPECT_EQ(error("Hash", "0"), "Hash must be a whole number from 1 to 65536, not '0'");
  EXPECT_EQ(error("hash", "-1"), "Hash must be a whole number from 1 to 65536, not '-1'");
  EXPECT_EQ(error("Threads", "257"), "Threads must be a whole number from 1 to 256, not '257'");
  EXPECT_EQ(error("MultiPV", "2 3"), "MultiPV must be a whole number from 1 to 100, not '2 3'");
  EXPECT_EQ(error("Variant", "chess"), "Variant must be one of ordo, ordox, not 'chess'");
  EXPECT_EQ(error("Level", "11"), "Level must be one of full, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, not '11'");
  EXPECT_EQ(error("Feature Table", "yes"), "Feature Table must be true or false, not 'yes'");
  EXPECT_EQ(error("Book", "true"), "there is no option 'Book'");
  EXPECT_EQ(error("Ponder", "yes"), "Ponder must be true or false, not 'yes'");
}

thinking::Report some_report() {
  const auto position = rules::Position::initial(rules::Variant::Ordo);
  return {.number = 2,
          .depth = 9,
          .deepest = 14,
          .score = Score(35),
          .nodes = 123456,
          .time = Milliseconds(1000),
          .hash_permille = 12,
          .line = {*rules::read_turn(position, "e3-e4")}};
}

TEST(UgiText, ReportsBecomeInfoLines) {
  thinking::Report report = some_report();
  EXPECT_EQ(info_line(report),
            "info depth 9 seldepth 14 multipv 2 score cp 35 nodes 123456 nps 123456 hashfull 12 tbhits 0 "
            "time 1000 pv "
            "e3-e4");
  report.line.clear();
  EXPECT_EQ(info_line(report),
            "info depth 9 seldepth 14 multipv 2 score cp 35 nodes 123456 nps 123456 hashfull 12 tbhits 0 "
            "time 1000");
}

TEST(UgiText, ProvenScoresCountTheTurnsOfTheWinner) {
  EXPECT_EQ(score_text(Score(-7)), "cp -7");
  EXPECT_EQ(score_text(Score::win_after(1)), "win 1");
  EXPECT_EQ(score_text(Score::win_after(5)), "win 3");
  EXPECT_EQ(score_text(Score::loss_after(2)), "win -1");
  EXPECT_EQ(score_text(Score::loss_after(6)), "win -3");
}

TEST(UgiText, InfoLinesAreReadBack) {
  thinking::Report report = some_report();
  for (const Score score : {Score(35), Score(-7), Score::win_after(1), Score::win_after(5),
                            Score::loss_after(6), Score(Score::kTableWin)}) {
    report.score = score;
    const auto info = parse_info_line(info_line(report));
    ASSERT_TRUE(info);
    EXPECT_EQ(info->number, 2);
    EXPECT_EQ(info->depth, 9);
    EXPECT_EQ(info->score, score);
    EXPECT_EQ(info->nodes, 123456U);
    EXPECT_THAT(info->turns, ElementsAre("e3-e4"));
  }
}

TEST(UgiText, LinesThatTellNothingOrNonsenseAreNoInfo) {
  for (const std::string_view line :
       {"", "bestmove e3-e4", "info string depth 3 score cp 1", "info depth 3", "info score cp 3 pv e3-e4",
        "info depth x score cp 3", "info depth 3 score win 0", "info depth 3 score cp 99999",
        "info depth 3 score", "info depth 3 score cp 1 nodes -4", "info depth 3 score cp 1 multipv 0"}) {
    EXPECT_FALSE(parse_info_line(line)) << line;
  }
  EXPECT_TRUE(parse_info_line("info  depth 3 currmove e3-e4 score cp 1 string pv e3-e4")->turns.empty());
}

TEST(UgiText, NoTurnIsNone) {
  EXPECT_EQ(best_move_line(some_report().line[0]), "bestmove e3-e4");
  EXPECT_EQ(best_move_line(std::nullopt), "bestmove (none)");
}

TEST(UgiText, AnExpectedTurnFollowsTheBest) {
  const rules::Turn turn = some_report().line[0];
  EXPECT_EQ(best_move_line(turn, turn), "bestmove e3-e4 ponder e3-e4");
}

TEST(Expectation, FollowsTheScoreAndIsCertainOfWhatIsProven) {
  EXPECT_DOUBLE_EQ(expected_result(Score(0)), 0.5);
  EXPECT_NEAR(expected_result(Score(100)), 0.64, 0.005);
  EXPECT_NEAR(expected_result(Score(-400)), 0.09, 0.005);
  EXPECT_DOUBLE_EQ(expected_result(Score::win_after(9)), 1);
  EXPECT_DOUBLE_EQ(expected_result(Score::loss_after(8)), 0);
  EXPECT_DOUBLE_EQ(expectation_lost(Score::win_after(3), Score(0)), 0.5);
  EXPECT_DOUBLE_EQ(expectation_lost(Score(0), Score(50)), 0);
}

TEST(AnalysisJson, IsOneObjectALine) {
  const auto initial = rules::Position::initial(rules::Variant::Ordo);
  AnalysisSubject subject{.number = 3, .position = initial, .ply = {}, .played = {}, .lost = {}};
  EXPECT_EQ(
      analysis_json(subject, some_report()),
      R"({"position":3,"variant":"ordo","fen":")" + std::string(rules::kInitialFen) +
          R"(","line":2,"depth":9,"seldepth":14,"score":{"cp":35},"expected":0.5502,"bound":"exact",)"
          R"("nodes":123456,"nps":123456,"hashfull":12,"tbhits":0,"table":false,"time":1000,"turns":["e3-e4"]})");
  subject.ply = 0;
  subject.played = some_report().line[0];
  subject.lost = 0.25;
  thinking::Report lost = some_report();
  lost.score = Score::loss_after(4);
  EXPECT_THAT(analysis_json(subject, lost),
              HasSubstr(R"( w","ply":0,"played":"e3-e4","lost":0.2500,"line":2,)"));
  EXPECT_THAT(analysis_json(subject, lost), HasSubstr(R"("score":{"win":-2},"expected":0.0000,)"));
  EXPECT_THAT(game_over_json(subject, {rules::Color::Black, rules::Ending::HomeRow}),
              HasSubstr(R"("result":"0-1","ending":"home-row"})"));
  EXPECT_EQ(error_json(1, "a \"b\" \\ \n"), R"({"position":1,"error":"a \"b\" \\ \u000a"})");
}

}  // namespace
}  // namespace ordo::protocol
