// `ordo analyze` and `ordo ugi` without a process: arguments and input in, output and exit code out.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/commands/analysis_pool.h"
#include "apps/commands/analysis_text.h"
#include "apps/commands/command.h"
#include "records/record.h"
#include "rules/fen.h"
#include "support/run_ordo.h"
#include "support/scale.h"
#include "util/text_file.h"

namespace ordo::apps {
namespace {

using support::Ran;
using support::run;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;
using thinking::Score;

constexpr const char* kReconnect = "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b";
constexpr const char* kOver = "10/b8b/10/4b5/10/10/4w5/10 b";
constexpr const char* kWinNow = "10/4w5/3ww5/10/6b3/4bb4/10/10 w";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// A game in a file that disappears with the test.
class GameFile {
 public:
  explicit GameFile(const std::string& text)
      : path_(testing::TempDir() + "ordo_analyze_" +
              testing::UnitTest::GetInstance()->current_test_info()->name() + ".txt") {
    std::ofstream(path_) << text;
  }
  GameFile(const GameFile&) = delete;
  GameFile& operator=(const GameFile&) = delete;
  ~GameFile() { std::remove(path_.c_str()); }
  [[nodiscard]] const char* path() const { return path_.c_str(); }

 private:
  std::string path_;
};

TEST(Analyze, ShowsPositionDepthAndLines) {
  const Ran ran = run({"analyze", "--depth", "3", "--lines", "2", "--hash", "1", kReconnect});
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_EQ(ran.err, "");
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 4U) << ran.out;
  EXPECT_EQ(lines[0], std::string("  1  ") + kReconnect);
  EXPECT_THAT(lines[1], MatchesRegex("     Ordo: Black to move, depth [0-9]+, [0-9]+ nodes, [0-9.]+ s"));
  EXPECT_THAT(lines[2], MatchesRegex(" +[^ ].* g5.*"));
  EXPECT_THAT(lines[3], MatchesRegex(" +[^ ].* g5.*"));
}

TEST(Analyze, StartsFromTheInitialSetup) {
  const Ran ran = run({"analyze", "--depth", "1", "--hash", "1", "--variant", "ordox"});
  EXPECT_THAT(ran.out,
              StartsWith("  1  " + std::string(rules::kInitialFen) + "\n     Ordo X: White to move, "));
}

TEST(Analyze, AnswersComeInOrderHoweverManyJobs) {
  std::string input;
  for (int i = 0; i < 5; ++i)
    input += std::string(kReconnect) + "\nnonsense\n" + kOver + "\n" + kWinNow + "\n";
  const char* const nodes = support::full_scale() ? "2000" : "200";
  const Ran one = run({"analyze", "--json", "--nodes", nodes, "--hash", "1", "-"}, input);
  const Ran three =
      run({"analyze", "--json", "--nodes", nodes, "--hash", "1", "--jobs", "3", "--fen", "-"}, input);
  EXPECT_EQ(one.code, kFine);
  const auto without_time = [](const std::string& text) {
    std::string kept;
    for (const std::string& line : lines_of(text)) {
      const auto from = line.find("\"nps\":");
      const auto to = line.find("\"turns\":");
      kept += from == std::string::npos ? line : line.substr(0, from) + line.substr(to);
      kept += '\n';
    }
    return kept;
  };
  EXPECT_EQ(without_time(one.out), without_time(three.out));
  const auto lines = lines_of(three.out);
  ASSERT_EQ(lines.size(), 20U);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_THAT(lines[i], StartsWith("{\"position\":" + std::to_string(i + 1) + ","));
  }
  EXPECT_THAT(lines[1], HasSubstr("\"error\":\"column 1: unknown character 'n'"));
  EXPECT_THAT(lines[2], EndsWith(R"("result":"1-0","ending":"cannot-reconnect"})"));
  EXPECT_THAT(lines[3], HasSubstr(R"("score":{"win":1},"expected":1.0000,)"));
}

TEST(Analyze, BadPositionsAreToldApart) {
  const Ran ran = run({"analyze", "--depth", "1", kReconnect, "10 w"});
  EXPECT_EQ(ran.code, kNo);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, StartsWith("ordo: illegal position: column 3: "));
  const Ran lines = run({"analyze", "--depth", "1", "--hash", "1", "-"}, std::string("10 w\n") + kOver);
  EXPECT_EQ(lines.code, kFine);
  EXPECT_THAT(lines.out, StartsWith("  1  error: column 3: "));
  EXPECT_THAT(lines.out, EndsWith("\n     White wins: the opponent cannot reconnect.\n"));
}

TEST(Analyze, WrongUseIsExplained) {
  const std::vector<std::vector<const char*>> uses = {{"analyze", "--depth", "0"},
                                                      {"analyze", "--depth", "101"},
                                                      {"analyze", "--jobs", "0"},
                                                      {"analyze", "--time", "0"},
                                                      {"analyze", "--lines", "0"},
                                                      {"analyze", "--hash", "0"},
                                                      {"analyze", "--nodes", "-1"},
                                                      {"analyze", "--ply", "1"},
                                                      {"analyze", "--load", "a", "--ply", "-1"},
                                                      {"analyze", "--load", "a", kOver},
                                                      {"analyze", "--load", "a", "--fen", "b"},
                                                      {"analyze", "-", kReconnect}};
  for (const auto& use : uses) {
    const Ran ran = run(use);
    EXPECT_EQ(ran.code, kUsage) << use[1] << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, StartsWith("ordo: "));
  }
  EXPECT_EQ(run({"analyze", "--load", "/nowhere"}).err,
            "ordo: cannot read /nowhere: No such file or directory\n");
}

TEST(Analyze, AGameShowsWhatEachTurnLost) {
  // White could win at once and steps aside instead; then Black lets it happen.
  const GameFile file(
      "[Variant \"Ordo\"]\n[White \"Ada\"]\n[FEN \"10/4w5/3ww5/10/6b3/4bb4/10/10 w\"]\n\n"
      "1. e7-d7 g4-g3 2. d6-c7 *\n");
  const Ran ran = run({"analyze", "--load", file.path(), "--depth", "4", "--hash", "1", "--jobs", "2"});
  EXPECT_EQ(ran.code, kFine) << ran.err;
  const auto lines = lines_of(ran.out);
  ASSERT_GE(lines.size(), 7U) << ran.out;
  EXPECT_EQ(lines[0], file.path() + std::string(": Ordo, Ada - Black, 3 turns, *"));
  EXPECT_THAT(lines[1], AllOf(StartsWith(" ply  turn"), EndsWith("best")));
  EXPECT_THAT(lines[2], MatchesRegex("   0  1\\. White +e7-d7 +win in 1 +[0-9.]+ %.*8"));
  EXPECT_THAT(lines[3], MatchesRegex("   1  1\\. Black +g4-g3 .*"));
  EXPECT_THAT(lines[4], MatchesRegex("   2  2\\. White +d6-c7 .*"));
  EXPECT_THAT(lines[5], MatchesRegex("   3  2\\. Black  .*"));
  EXPECT_THAT(lines[lines.size() - 2],
              MatchesRegex("White lost [0-9.]+ % of the expected result a turn, Black [0-9.]+ %\\."));
  EXPECT_THAT(lines.back(), MatchesRegex("Accuracy: White [0-9.]+ %, Black [0-9.]+ %\\."));
}

TEST(Analyze, AnnotationsAreWrittenIntoARecord) {
  const GameFile file(
      "[Variant \"Ordo\"]\n[White \"Ada\"]\n[FEN \"10/4w5/3ww5/10/6b3/4bb4/10/10 w\"]\n\n"
      "1. e7-d7 {hm} g4-g3 2. d6-c7 *\n\n[White \"Other\"]\n\n1. c2-c4 *\n");
  const std::string to = std::string(file.path()) + ".annotated";
  const Ran ran =
      run({"analyze", "--load", file.path(), "--depth", "4", "--hash", "1", "--annotate", to.c_str()});
  EXPECT_EQ(ran.code, kFine) << ran.err;
  const auto text = util::read_text_file(to, 100'000);
  ASSERT_TRUE(text) << text.error();
  EXPECT_NE(text->find("2. d6-c7?? {[%eval #-1]"), std::string::npos) << *text;
  EXPECT_NE(text->find("Overlooked the win by"), std::string::npos) << *text;
  EXPECT_NE(text->find("[White \"Other\"]"), std::string::npos) << *text;
  const auto games = records::parse_records(*text);
  ASSERT_TRUE(games);
  EXPECT_EQ(games->size(), 2U);
  std::remove(to.c_str());
}

TEST(Analyze, OnePlyOfAGameStillKnowsWhatItsTurnLost) {
  const GameFile file("1. e3-e4 e6-e5 1-0\n");
  const Ran ran =
      run({"analyze", "--load", file.path(), "--ply", "1", "--json", "--nodes", "500", "--hash", "1"});
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 1U) << ran.out << ran.err;
  EXPECT_THAT(lines[0], AllOf(StartsWith(R"({"position":1,"variant":"ordo","fen":")"),
                              HasSubstr(R"( b","ply":1,"played":"e6-e5","lost":0.)")));
  const Ran last =
      run({"analyze", "--load", file.path(), "--ply", "2", "--json", "--nodes", "500", "--hash", "1"});
  EXPECT_THAT(last.out, AllOf(HasSubstr(R"( w","ply":2,"line":1,)"), Not(HasSubstr("lost"))));
  const Ran none = run({"analyze", "--load", file.path(), "--ply", "3"});
  EXPECT_EQ(none.code, kNo);
  EXPECT_EQ(none.err, "ordo: the game has 2 turns, so there is no ply 3\n");
  EXPECT_EQ(run({"analyze", "--load", file.path(), "--game", "2"}).code, kNo);
}

TEST(Analyze, AGameThatIsOverSaysHow) {
  const GameFile file("[FEN \"10/4w5/3ww5/10/6b3/4bb4/10/10 w\"]\n\n1. d6-d8 1-0\n");
  const Ran ran = run({"analyze", "--load", file.path(), "--depth", "2", "--hash", "1"});
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 5U) << ran.out;
  EXPECT_THAT(lines[2], MatchesRegex("   0  1\\. White +d6-d8 +win in 1 +0\\.0 %.*"));
  EXPECT_THAT(lines[3], MatchesRegex("   1  1\\. Black +White wins: reached the home row\\."));
  EXPECT_EQ(lines[4], "White lost 0.0 % of the expected result a turn.");
}

TEST(AnalysisPool, StopsWhenToldTo) {
  AnalysisSettings settings;
  settings.jobs = 2;
  settings.engine.hash_megabytes = 1;
  std::atomic<int> given{0};
  int answers = 0;
  std::atomic<bool> stop{false};
  analyze_all(settings,
              {.next = [&]() -> std::optional<AnalysisTask> {
                 ++given;
                 return AnalysisTask(rules::Game(rules::Variant::Ordo));
               },
               .answered =
                   [&](const AnalysisTask& task, const thinking::Answer& answer) {
                     EXPECT_TRUE(task && answer.best);
                     ++answers;
                     return true;
                   },
               .waiting = [&](std::size_t) { stop = given == 2; }},  // both are at it, and would be for ever
              stop);
  EXPECT_EQ(given, 2);
  EXPECT_EQ(answers, 2);
}

TEST(AnalysisPool, WhoWantsNoMoreGetsNoMore) {
  AnalysisSettings settings;
  settings.engine.hash_megabytes = 1;
  settings.limits.depth = 1;
  int answers = 0;
  const std::atomic<bool> stop{false};
  analyze_all(settings,
              {.next = [] { return std::optional(AnalysisTask(rules::Game(rules::Variant::Ordo))); },
               .answered = [&](const AnalysisTask&, const thinking::Answer&) { return ++answers < 3; },
               .waiting = [](std::size_t) {}},
              stop);
  EXPECT_EQ(answers, 3);
}

TEST(AnalysisPool, FailuresReachTheCaller) {
  const AnalysisCalls calls{.next = []() -> std::optional<AnalysisTask> { throw std::runtime_error("gone"); },
                            .answered = [](const AnalysisTask&, const thinking::Answer&) { return true; },
                            .waiting = [](std::size_t) {}};
  AnalysisSettings settings;
  settings.jobs = 2;
  settings.engine.hash_megabytes = 1;
  const std::atomic<bool> stop{false};
  EXPECT_THROW(analyze_all(settings, calls, stop), std::runtime_error);
}

TEST(AnalysisTable, ScoresInWords) {
  EXPECT_EQ(score_words(Score(35)), "+35");
  EXPECT_EQ(score_words(Score(-7)), "-7");
  EXPECT_EQ(score_words(Score(0)), "0");
  EXPECT_EQ(score_words(Score::win_after(5)), "win in 3");
  EXPECT_EQ(score_words(Score::loss_after(4)), "loss in 2");
}

TEST(UgiCommandLine, TalksUntilTheEndOfInput) {
  const Ran ran = run({"ugi", "--experiments"}, "ugi\nsetoption name Hash value 1\ngo depth 1\nstop\n");
  EXPECT_EQ(ran.code, kFine);
  EXPECT_THAT(ran.out, StartsWith("id name ordo "));
  EXPECT_THAT(ran.out, HasSubstr("option name Feature Table type check default true\n"));
  EXPECT_THAT(ran.out, HasSubstr("option name Tune ordox.LateMoves type spin default 5 min 1 max 60\n"));
  EXPECT_THAT(lines_of(ran.out).back(), StartsWith("bestmove "));
  EXPECT_THAT(run({"ugi"}, "ugi\n").out, AllOf(EndsWith("ugiok\n"), Not(HasSubstr("Feature"))));
}

}  // namespace
}  // namespace ordo::apps
