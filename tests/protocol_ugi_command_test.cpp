// Lines of the Universal Game Interface: what they say, what is wrong with them, and writing them again.
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/ugi_command.h"

namespace ordo::protocol {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using thinking::Milliseconds;

template <class Command>
Command parsed(std::string_view line) {
  const auto command = parse_ugi_command(line);
  if (!command) {
    ADD_FAILURE() << line << ": " << command.error();
    return {};
  }
  EXPECT_TRUE(std::holds_alternative<Command>(*command)) << line;
  return std::get<Command>(*command);
}

std::string error_of(std::string_view line) {
  const auto command = parse_ugi_command(line);
  return command ? "none" : command.error();
}

TEST(UgiCommand, BareWords) {
  parsed<ugi::Hello>("ugi");
  parsed<ugi::IsReady>("  isready\t\r");
  parsed<ugi::NewGame>("uginewgame");
  parsed<ugi::PonderHit>("ponderhit");
  parsed<ugi::Stop>("stop");
  parsed<ugi::Quit>("quit");
}

TEST(UgiCommand, QueriesAskOneOfThreeQuestions) {
  EXPECT_EQ(parsed<ugi::Query>("query gameover").question, ugi::Question::GameOver);
  EXPECT_EQ(parsed<ugi::Query>("query p1turn").question, ugi::Question::P1Turn);
  EXPECT_EQ(parsed<ugi::Query>("query result").question, ugi::Question::Result);
}

TEST(UgiCommand, OptionNamesAndValuesMayHaveSeveralWords) {
  const auto command = parsed<ugi::SetOption>("setoption name Feature  Killers value  a \t b");
  EXPECT_EQ(command.name, "Feature Killers");
  EXPECT_EQ(command.value, "a b");
}

TEST(UgiCommand, PositionsComeWithOrWithoutMoves) {
  EXPECT_FALSE(parsed<ugi::SetPosition>("position startpos").fen);
  EXPECT_THAT(parsed<ugi::SetPosition>("position startpos moves e3-e4 e6-e5").moves,
              ElementsAre("e3-e4", "e6-e5"));
  EXPECT_THAT(parsed<ugi::SetPosition>("position startpos moves").moves, SizeIs(0));
  const auto command = parsed<ugi::SetPosition>("position fen 10/4w5  w moves e7-e8");
  EXPECT_EQ(command.fen, "10/4w5 w");
  EXPECT_THAT(command.moves, ElementsAre("e7-e8"));
}

TEST(UgiCommand, GoTakesAnyLimitsInAnyOrder) {
  const auto all = parsed<ugi::Go>(
      "go nodes 18446744073709551615 p2inc 7 p1inc 0 p2time 61000 p1time 60000 movetime 1 depth 100 "
      "infinite");
  EXPECT_EQ(all.limits.nodes, UINT64_MAX);
  EXPECT_EQ(all.limits.depth, 100);
  EXPECT_EQ(all.limits.move_time, Milliseconds(1));
  ASSERT_TRUE(all.limits.clocks);
  EXPECT_EQ((*all.limits.clocks)[0].time, Milliseconds(60000));
  EXPECT_EQ((*all.limits.clocks)[0].increment, Milliseconds(0));
  EXPECT_EQ((*all.limits.clocks)[1].time, Milliseconds(61000));
  EXPECT_EQ((*all.limits.clocks)[1].increment, Milliseconds(7));
  EXPECT_TRUE(all.infinite);

  const auto depth = parsed<ugi::Go>("go depth 3");
  EXPECT_FALSE(depth.infinite || depth.limits.nodes || depth.limits.move_time || depth.limits.clocks);
  EXPECT_TRUE(parsed<ugi::Go>("go p1time 0 p2time 0 movestogo 40").limits.clocks);
}

TEST(UgiCommand, GoWithoutLimitsIsInfinite) {
  const auto command = parsed<ugi::Go>("go");
  EXPECT_TRUE(command.infinite);
  EXPECT_FALSE(command.limits.depth || command.limits.nodes || command.limits.move_time ||
               command.limits.clocks);
}

TEST(UgiCommand, GoMayBeInTheOpponentsTime) {
  EXPECT_FALSE(parsed<ugi::Go>("go depth 3").ponder);
  const auto timed = parsed<ugi::Go>("go p1time 10 p2time 20 ponder");
  EXPECT_TRUE(timed.ponder && timed.limits.clocks);
  EXPECT_FALSE(timed.infinite);
  EXPECT_TRUE(parsed<ugi::Go>("go ponder").infinite) << "there is no other limit";
}

TEST(UgiCommand, WhatIsWrongIsSaid) {
  EXPECT_EQ(error_of("hello there"), "unknown command 'hello'");
  EXPECT_EQ(error_of("UGI"), "unknown command 'UGI'");
  EXPECT_EQ(error_of(std::string_view("\0", 1)), "unknown command '\\x00'");
  EXPECT_EQ(error_of(" "), "the line is empty");
  EXPECT_EQ(error_of("stop now"), "nothing may follow 'stop': 'now'");
  EXPECT_EQ(error_of("query"), "expected 'query gameover|p1turn|result'");
  EXPECT_EQ(error_of("query who"), "unknown question 'who': expected 'query gameover|p1turn|result'");
  EXPECT_THAT(error_of("query result now"), HasSubstr("'now'"));
  EXPECT_THAT(error_of("setoption"), HasSubstr("expected 'setoption name NAME value VALUE'"));
  EXPECT_THAT(error_of("setoption Hash 3"), HasSubstr("expected 'setoption name NAME value VALUE'"));
  EXPECT_THAT(error_of("setoption name value 3"), HasSubstr("name is missing"));
  EXPECT_THAT(error_of("setoption name Hash"), HasSubstr("value of option 'Hash' is missing"));
  EXPECT_THAT(error_of("setoption name Hash value"), HasSubstr("value of option 'Hash' is missing"));
  EXPECT_THAT(error_of("position"), HasSubstr("expected 'position startpos'"));
  EXPECT_THAT(error_of("position moves e3-e4"), HasSubstr("expected 'position startpos'"));
  EXPECT_THAT(error_of("position fen"), HasSubstr("FEN is missing"));
  EXPECT_THAT(error_of("position fen moves e3-e4"), HasSubstr("FEN is missing"));
  EXPECT_THAT(error_of("position start"), HasSubstr("unknown word 'start'"));
  EXPECT_THAT(error_of("position startpos e3-e4"), HasSubstr("unknown word 'e3-e4'"));
}

TEST(UgiCommand, NumbersOutOfRangeAreRefusedWithTheRange) {
  EXPECT_EQ(error_of("go depth"), "depth needs a number");
  EXPECT_EQ(error_of("go depth infinite"), "depth must be a whole number from 1 to 100, not 'infinite'");
  EXPECT_EQ(error_of("go depth 0"), "depth must be a whole number from 1 to 100, not '0'");
  EXPECT_EQ(error_of("go depth 101"), "depth must be a whole number from 1 to 100, not '101'");
  EXPECT_EQ(error_of("go depth -1"), "depth must be a whole number from 1 to 100, not '-1'");
  EXPECT_EQ(error_of("go depth +1"), "depth must be a whole number from 1 to 100, not '+1'");
  EXPECT_EQ(error_of("go depth 3x"), "depth must be a whole number from 1 to 100, not '3x'");
  EXPECT_THAT(error_of("go nodes 18446744073709551616"), HasSubstr("from 1 to 18446744073709551615"));
  EXPECT_THAT(error_of("go movetime 0"), HasSubstr("from 1 to 10000000000"));
  EXPECT_THAT(error_of("go movetime 10000000001"), HasSubstr("from 1 to 10000000000"));
  EXPECT_THAT(error_of("go p1time -5 p2time 1"), HasSubstr("p1time must be"));
  EXPECT_THAT(error_of("go p1time 1 p2time 1 movestogo 0"), HasSubstr("movestogo must be"));
}

TEST(UgiCommand, LimitsMayNotComeTwiceOrHalf) {
  EXPECT_EQ(error_of("go depth 1 depth 1"), "depth is given twice");
  EXPECT_EQ(error_of("go infinite infinite"), "infinite is given twice");
  EXPECT_EQ(error_of("go ponder depth 3 ponder"), "ponder is given twice");
  EXPECT_EQ(error_of("go pondering"), "unknown word 'pondering' after 'go'");
  EXPECT_EQ(error_of("go p1time 1000"), "p1time needs both p1time and p2time");
  EXPECT_EQ(error_of("go p2time 1000 p2inc 3"), "p2time needs both p1time and p2time");
  EXPECT_EQ(error_of("go p1inc 3"), "p1inc needs both p1time and p2time");
  EXPECT_EQ(error_of("go movestogo 3"), "movestogo needs both p1time and p2time");
}

TEST(UgiCommand, WhatIsWrittenReadsTheSame) {
  for (const std::string_view line :
       {"ugi", "isready", "uginewgame", "ponderhit", "stop", "quit", "query result",
        "setoption name Feature Table value false", "position startpos",
        "position fen 10/4w5/10 w moves e7-e8 a2-a3", "go infinite", "go ponder infinite",
        "go ponder depth 3", "go depth 3 nodes 4",
        "go p1time 1 p2time 2 p1inc 3 p2inc 4 movetime 5 depth 6 nodes 7 infinite"}) {
    const auto command = parse_ugi_command(line);
    ASSERT_TRUE(command) << line;
    EXPECT_EQ(to_text(*command), line);
  }
}

}  // namespace
}  // namespace ordo::protocol
