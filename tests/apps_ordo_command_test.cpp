// The subcommands as users type them: help, answers, and what is said about wrong use.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/commands/command.h"
#include "support/run_ordo.h"

namespace ordo::apps {
namespace {

using support::Ran;
using support::run;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(OrdoCommand, EverySubcommandHasHelpWithExamples) {
  EXPECT_EQ(run({"--help"}).code, kFine);
  EXPECT_THAT(run({"--version"}).out, StartsWith("ordo "));
  const std::vector<std::vector<const char*>> commands = {
      {"--help"},         {"moves", "--help"},  {"perft", "--help"},           {"play", "--help"},
      {"show", "--help"}, {"record", "--help"}, {"record", "check", "--help"}, {"analyze", "--help"},
      {"ugi", "--help"}};
  for (const auto& command : commands) {
    const Ran ran = run(command);
    EXPECT_EQ(ran.code, kFine) << command[0];
    EXPECT_THAT(ran.out, HasSubstr("Example")) << command[0];
    EXPECT_EQ(ran.err, "");
  }
}

TEST(OrdoCommand, WrongUseIsExplained) {
  const std::vector<std::vector<const char*>> uses = {{},
                                                      {"shwo"},
                                                      {"--what"},
                                                      {"moves", "--variant", "chess"},
                                                      {"moves", "extra"},
                                                      {"perft"},
                                                      {"perft", "--depth", "0"},
                                                      {"perft", "--depth", "21"},
                                                      {"perft", "--depth", "x"},
                                                      {"perft", "--depth", "2", "--threads", "0"},
                                                      {"show", "--color", "blue"},
                                                      {"record"},
                                                      {"record", "check"},
                                                      {"play", "--load", "a", "--fen", "b"}};
  for (const auto& use : uses) {
    const Ran ran = run(use);
    EXPECT_EQ(ran.code, kUsage) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("ordo"));
  }
  EXPECT_EQ(run({"shwo"}).err,
            "ordo: there is no command 'shwo'; did you mean 'show'?\nTry 'ordo --help'.\n");
  EXPECT_THAT(run({"record", "check"}).err, EndsWith("Try 'ordo record check --help'.\n"));
}

TEST(OrdoCommand, MovesListsTurnsOneALine) {
  EXPECT_EQ(run({"moves", "--fen", "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b"}).out, "g5-e7\ng5-f6\ng5xf5\n");
  const Ran over = run({"moves", "--fen", "10/b8b/10/4b5/10/10/4w5/10 b"});
  EXPECT_EQ(over.code, kFine);
  EXPECT_EQ(over.out, "");
  const Ran bad = run({"moves", "--fen", "10 w"});
  EXPECT_EQ(bad.code, kNo);
  EXPECT_EQ(bad.out, "");
  EXPECT_THAT(bad.err, StartsWith("ordo: illegal position: "));
}

TEST(OrdoCommand, MovesAnswersEachLineWithOne) {
  const Ran ran = run({"moves", "--fen", "-"},
                      "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b\n\nnonsense\r\n10/b8b/10/4b5/10/10/4w5/10 b\n"
                      "10/10/5b4/5wbb2/5ww3/3bb1ww2/10/10 b");
  EXPECT_EQ(ran.code, kFine);
  EXPECT_EQ(ran.out,
            "g5-e7 g5-f6 g5xf5\n"
            "error: column 1: the position is empty\n"
            "error: column 1: unknown character 'n' in rank 8: expected w, b or a number from 1 to 10\n"
            "\n"
            "d3:e3-d5 d3:e3-d6 d3:e3-d7\n");
  EXPECT_EQ(run({"moves", "--fen", "-"}).out, "");
}

TEST(OrdoCommand, PerftPrintsDepthAndCount) {
  EXPECT_EQ(run({"perft", "--depth", "3"}).out, "1 56\n2 3136\n3 190114\n");
  EXPECT_EQ(run({"perft", "--variant", "ordox", "--depth", "1", "--threads", "2"}).out, "1 2062\n");
  EXPECT_EQ(run({"perft", "--depth", "2", "--fen", "10 w"}).code, kNo);
}

TEST(OrdoCommand, PerftDividesSortedWithATotal) {
  EXPECT_EQ(run({"perft", "--depth", "2", "--divide", "--fen", "10/10/3bb5/2b1wwb3/2b2w4/4w5/3ww5/10 b"}).out,
            "g5-e7 16\ng5-f6 16\ng5xf5 12\ntotal 44\n");
}

TEST(OrdoCommand, ShowDrawsAndNamesThePosition) {
  const Ran ran = run({"show", "--variant", "ordox", "--ascii", "--color", "never"});
  EXPECT_EQ(ran.code, kFine);
  EXPECT_THAT(ran.out, HasSubstr("8   Ordo X\n"));
  EXPECT_THAT(ran.out, HasSubstr("White to move, 2062 turns"));
  EXPECT_THAT(ran.out, EndsWith("\n2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w\n"));
  EXPECT_EQ(run({"show", "--fen", "10 w"}).code, kNo);
  EXPECT_EQ(run({"show", "--load", "/nowhere"}).code, kNo);
}

TEST(OrdoCommand, RecordCheckJudgesEachGame) {
  const Ran good =
      run({"record", "check", "-"},
          "[Variant \"Ordo\"]\n\n1. e3-e4 e6-e5 1-0\n\n[Variant \"Ordo X\"]\n\n1. e3-d3,d3-e4 *\n");
  EXPECT_EQ(good.code, kFine) << good.out;
  EXPECT_EQ(good.out, "-: game 1: ok, 2 turns, 1-0\n-: game 2: ok, 1 turn, *\n");
  const Ran bad = run({"record", "check", "-"}, "[Variant \"Ordo\"]\n\n1. e3-e4 e6-e3 *\n");
  EXPECT_EQ(bad.code, kNo);
  EXPECT_EQ(bad.out, "-:3:10: e6-e3 is blocked by White's piece on e4\n");
  const Ran empty = run({"record", "check", "-", "/nowhere"}, "");
  EXPECT_EQ(empty.code, kNo);
  EXPECT_EQ(empty.out, "-:1:1: there is no game in it\n");
  EXPECT_EQ(empty.err, "ordo: cannot read /nowhere: No such file or directory\n");
}

}  // namespace
}  // namespace ordo::apps
