// `ordo tablebase`: built, asked, verified and summed up.
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/run_ordo.h"
#include "support/scale.h"

namespace ordo::apps {
namespace {

using support::Ran;
using support::run;
using testing::HasSubstr;
using testing::StartsWith;

TEST(TableProbe, AnswersEachPositionWithALine) {
  const Ran ran = run({"tablebase", "probe", "--fen", "-"},
                      "10/10/10/2bb6/10/4w5/4w5/10 w\n"
                      "bb8/10/10/w9/w9/10/10/10 w\n"
                      "2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w\n"
                      "10/10 w\n"
                      "10/4w5/10/10/10/4b5/10/10 b\n");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, StartsWith("draw\n"
                                  "win 17\n"
                                  "unknown: no table of Ordo with 20 against 20\n"
                                  "error: "));
  EXPECT_THAT(ran.out, HasSubstr("\nwin 1\n"));
}

TEST(TableProbe, ListsTurnsBestFirst) {
  const Ran ran = run({"tablebase", "probe", "--turns", "--fen", "10/10/10/2bb6/10/4w5/4w5/10 w"});
  EXPECT_THAT(ran.out, StartsWith("draw\n  "));
  EXPECT_LT(ran.out.find(" draw\n  "), ran.out.find(" loss "));
  EXPECT_THAT(ran.out, HasSubstr("\n  e2-d2 loss 4\n"));
}

TEST(TableProbe, AnswersASplitSideByOnePly) {
  // Two parts of Black that can meet again.
  const Ran ran = run({"tablebase", "probe", "--fen", "10/3b6/10/3b1w4/10/10/10/10 b"});
  EXPECT_THAT(ran.out, testing::AnyOf(StartsWith("win "), StartsWith("loss "), StartsWith("draw")));
}

TEST(TableProbe, KnowsNothingWithoutTables) {
  const Ran ran = run({"tablebase", "probe", "--tables", "none", "--fen", "10/10/10/2bb6/10/4w5/4w5/10 w"});
  EXPECT_EQ(ran.out, "unknown: no table of Ordo with 2 against 2\n");
}

TEST(TableStats, AreJsonLinesForPrograms) {
  const Ran ran = run({"tablebase", "stats", "--variant", "ordo", "--json"});
  EXPECT_THAT(
      ran.out,
      HasSubstr(R"({"own":2,"enemy":1,"positions":15754,"won":6210,"drawn":0,"lost":9544,"longest":5,)"));
}

TEST(TableStats, CountZugzwangs) {
  const Ran ran = run({"tablebase", "stats", "--variant", "ordox", "--zugzwangs", "--tables", "none"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("rather not move"));
}

TEST(TableStats, TellWhatCountingARaceIsWorth) {
  const bool full = support::full_scale();
  const Ran ran = run({"tablebase", "stats", "--variant", "ordo", "--races", "--upto", full ? "3" : "2"});
  EXPECT_THAT(ran.out, HasSubstr("   2v2            0        27695    80.2    16.3     3.5\n"));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr(full ? "4v" : "3v")));
  EXPECT_EQ(run({"tablebase", "stats", "--variant", "ordox", "--races"}).code, 1);
}

class TableBuild : public testing::Test {
 protected:
  TableBuild()
      : folder_(std::filesystem::path(testing::TempDir()) / ("tables" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(folder_);
  }
  ~TableBuild() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

TEST_F(TableBuild, AnnouncesItsMemoryAndIsVerified) {
  const std::string out = folder_.string();
  const Ran built = run({"tablebase", "build", "--variant", "ordox", "--upto", "2", "--out", out.c_str()});
  EXPECT_EQ(built.code, 0);
  EXPECT_THAT(built.err, HasSubstr("MB of memory"));
  const Ran verified = run({"tablebase", "verify", "--variant", "ordox", "--by-turns", "--naive", "--sample",
                            "200", "--tables", out.c_str()});
  EXPECT_EQ(verified.code, 0);
  EXPECT_EQ(verified.out, "1v1 is right\n2v1 is right\n1v2 is right\n2v2 is right\n");
}

TEST_F(TableBuild, IsFoundOutWhenItIsDamaged) {
  const std::string out = folder_.string();
  (void)run({"tablebase", "build", "--upto", "2", "--out", out.c_str()});
  const auto path = folder_ / "ordo_2v2.values";
  const auto last = static_cast<std::streamoff>(std::filesystem::file_size(path)) - 1;
  std::fstream(path, std::ios::binary | std::ios::in | std::ios::out).seekp(last).put('\x7F');
  const Ran verified = run({"tablebase", "verify", "--tables", out.c_str()});
  EXPECT_EQ(verified.code, 1);
  EXPECT_THAT(verified.out, HasSubstr("2v2 it is damaged\n"));
}

TEST_F(TableBuild, IsNotProvedWithoutWhatItLeadsTo) {
  const std::string out = folder_.string();
  (void)run({"tablebase", "build", "--upto", "2", "--only", "2v2", "--out", out.c_str()});
  const Ran verified = run({"tablebase", "verify", "--tables", out.c_str()});
  EXPECT_EQ(verified.code, 1);
  EXPECT_EQ(verified.out, "1v1 is not there: what is larger leads to it\n");
}

TEST_F(TableBuild, RefusesSizesThatItDoesNotMake) {
  const std::string out = folder_.string();
  const Ran ran = run({"tablebase", "build", "--upto", "2", "--only", "3v1", "--out", out.c_str()});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("--only takes two numbers up to 2"));
}

}  // namespace
}  // namespace ordo::apps
