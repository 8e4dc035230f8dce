// `ordo solve`: a line for each position, proofs on request.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/run_ordo.h"

namespace ordo::apps {
namespace {

using support::Ran;
using support::run;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

constexpr const char* kLongWin = "bb8/10/10/w9/w9/10/10/10 w";

TEST(Solve, AnswersEachPositionWithALine) {
  const Ran ran = run({"solve", "--tables", "none", "--nodes", "200000", "--fen", "-"},
                      "10/10/10/2bb6/10/4w5/4w5/10 w\n"
                      "bb8/10/10/w9/w9/10/10/10 w\n"
                      "10/10 w\n"
                      "10/4w5/10/10/10/4b5/10/10 b\n"
                      "4w5/10/10/10/10/4b5/10/10 b\n");
  EXPECT_EQ(ran.code, 0);
  std::istringstream lines(ran.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_THAT(line, MatchesRegex(R"(no forced win \([0-9]+ nodes, [0-9.]+ s\))"));
  std::getline(lines, line);
  EXPECT_THAT(line, MatchesRegex(R"(win in at most [0-9]+: [a-j0-9:-]+ \([0-9]+ nodes, [0-9.]+ s\))"));
  std::getline(lines, line);
  EXPECT_THAT(line, StartsWith("error: "));
  std::getline(lines, line);
  EXPECT_THAT(line, StartsWith("win in at most 1: "));
  std::getline(lines, line);
  EXPECT_THAT(line, StartsWith("error: "));
}

TEST(Solve, SaysWhatItDoesNotKnow) {
  EXPECT_THAT(run({"solve", "--nodes", "10"}).out, StartsWith("unknown: out of nodes (10 nodes, "));
  EXPECT_THAT(run({"solve", "--variant", "ordox", "--time", "0.001"}).out,
              StartsWith("unknown: out of time ("));
}

TEST(Solve, TellsTheShortestWinOnRequest) {
  const Ran ran = run({"solve", "--shortest", "--nodes", "1000000", "--fen", kLongWin});
  EXPECT_THAT(ran.out, StartsWith("win in 9: a4-b4 ("));
}

TEST(Solve, LooksOnlyForWinsInSoManyTurns) {
  const Ran ran = run({"solve", "--turns", "2", "--tables", "none", "--fen", kLongWin, "--nodes", "100000"});
  EXPECT_THAT(ran.out, StartsWith("no forced win in 2 ("));
}

TEST(Solve, AsksForTheSideThatIsToWin) {
  const char* const fen = "10/bb8/ww8/10/10/10/10/10 w";
  EXPECT_THAT(run({"solve", "--fen", fen}).out, StartsWith("no forced win ("));
  EXPECT_THAT(run({"solve", "--winner", "black", "--fen", fen}).out, StartsWith("win in at most "));
}

TEST(Solve, WritesJsonForPrograms) {
  const Ran ran = run({"solve", "--json", "--fen", "-"}, std::string(kLongWin) + "\nnonsense\n");
  EXPECT_THAT(ran.out,
              StartsWith(R"({"fen":"bb8/10/10/w9/w9/10/10/10 w","result":"win","turns":9,"plies":17,)"
                         R"("shortest":false,"turn":"a4-b4","nodes":)"));
  EXPECT_THAT(ran.out, HasSubstr("\n{\"error\":\""));
  EXPECT_THAT(run({"solve", "--json", "--nodes", "3"}).out,
              HasSubstr(R"("result":"unknown","reason":"out of nodes","nodes":3,)"));
}

TEST(Solve, PrintsTheProofOnRequest) {
  const Ran ran = run({"solve", "--tables", "none", "--tree", "-", "--fen", "10/10/4w5/4w5/10/4b5/4b5/10 w"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("\n10/10/4w5/4w5/10/4b5/4b5/10 w: White wins in at most "));
  EXPECT_THAT(ran.out, HasSubstr("#\n"));
}

TEST(Solve, WritesTheProofIntoAFile) {
  const auto path =
      std::filesystem::path(testing::TempDir()) / ("proof" + std::to_string(::getpid()) + ".txt");
  const std::string name = path.string();
  const Ran ran = run({"solve", "--tree", name.c_str(), "--fen", kLongWin});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, StartsWith("win in at most 9: a4-b4 ("));
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), "bb8/10/10/w9/w9/10/10/10 w: White wins in at most 9\na4-b4 (table: loss 16)\n");
  std::filesystem::remove(path);
}

TEST(Solve, RefusesWhatMakesNoSense) {
  EXPECT_EQ(run({"solve", "--fen", "10/10 w"}).code, 1);
  EXPECT_THAT(run({"solve", "--fen", "10/10 w"}).err, HasSubstr("illegal position"));
  EXPECT_EQ(run({"solve", "--nodes", "-1"}).code, 2);
  EXPECT_EQ(run({"solve", "--turns", "0"}).code, 2);
  EXPECT_EQ(run({"solve", "--memory", "0"}).code, 2);
  EXPECT_EQ(run({"solve", "--winner", "red"}).code, 2);
  const Ran ran = run({"solve", "--tree", "/nowhere/at/all", "--fen", kLongWin});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("cannot write to /nowhere/at/all"));
}

}  // namespace
}  // namespace ordo::apps
