// Games played without the server: read, replayed by the rules, written.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "online/kept_game.h"
#include "rules/fen.h"

namespace ordo::online {
namespace {

using testing::HasSubstr;

[[nodiscard]] std::string kept_again(std::string_view json) {
  const auto kept = parse_kept_game(json);
  return kept ? to_json(*kept) : kept.error();
}

TEST(KeptGame, IsReadAndWrittenTheSame) {
  for (
      const char* json : {
          R"({"variant":"ordo","turns":[]})",
          R"({"variant":"ordox","engine":{"level":3,"color":"black"},"turns":["e3-d3,a3-a4"]})",
          R"({"variant":"ordo","engine":{"color":"white"},"time":{"base":300,"increment":3},"turns":["c2-c4","c7-c5"],"left":{"white":299000,"black":1}})",
          R"({"variant":"ordo","turns":["c2-c4"],"outcome":{"winner":"black","ending":"resignation"}})",
          R"({"variant":"ordo","turns":["c2-c4"],"outcome":{"winner":"white","ending":"time"}})",
          R"({"variant":"ordo","turns":[],"outcome":{"ending":"agreement"}})",
          R"({"variant":"ordo","start":"10/1bb7/10/10/10/10/4w5/10 w","turns":["e2-e5"]})",
      }) {
    EXPECT_EQ(kept_again(json), json);
  }
}

TEST(KeptGame, WhatABrowserLeavesEmptyIsLeftOut) {
  EXPECT_EQ(
      kept_again(R"({"variant":"ordo","start":null,"engine":null,"time":null,"turns":[],"outcome":null,)"
                 R"("left":null})"),
      R"({"variant":"ordo","turns":[]})");
  EXPECT_EQ(kept_again(R"({"variant":"ordo","engine":{"level":null,"color":"white"},"turns":[]})"),
            R"({"variant":"ordo","engine":{"color":"white"},"turns":[]})");
}

TEST(KeptGame, TheEndOfTheTurnsIsFilledIn) {
  constexpr const char* kWin =
      R"({"variant":"ordo","start":"10/4w5/4w5/3w6/4b1b3/5b4/10/10 w","turns":["d5-d8"])";
  const std::string whole = std::string(kWin) + R"(,"outcome":{"winner":"white","ending":"home-row"}})";
  EXPECT_EQ(kept_again(std::string(kWin) + "}"), whole);
  EXPECT_EQ(kept_again(whole), whole);
  EXPECT_THAT(kept_again(std::string(kWin) + R"(,"outcome":{"winner":"black","ending":"time"}})"),
              HasSubstr("not what the turns lead to"));
}

TEST(KeptGame, ThatIsNoneIsRefusedWithTheReason) {
  const auto refusal = [](const char* json) { return kept_again(json); };
  EXPECT_THAT(refusal("{"), HasSubstr("JSON"));
  EXPECT_THAT(refusal("[]"), HasSubstr("object"));
  EXPECT_THAT(refusal(R"({"variant":"chess","turns":[]})"), HasSubstr("'ordo' or 'ordox'"));
  EXPECT_THAT(refusal(R"({"variant":"ordo"})"), HasSubstr("turns"));
  EXPECT_THAT(refusal(R"({"variant":"ordo","turns":["c2-c4","c4-c5"]})"), HasSubstr("turn 2: "));
  EXPECT_THAT(refusal(R"({"variant":"ordo","turns":[7]})"), HasSubstr("texts"));
  EXPECT_THAT(refusal(R"({"variant":"ordo","turns":[],"color":"red"})"), HasSubstr("color"));
  EXPECT_THAT(refusal(R"({"variant":"ordo","start":"10 w","turns":[]})"), HasSubstr("'start': "));
  EXPECT_THAT(
      refusal(
          R"({"variant":"ordox","start":"2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w a","turns":[]})"),
      HasSubstr("no position to begin from"));
  EXPECT_THAT(refusal(R"({"variant":"ordo","engine":{"level":11,"color":"white"},"turns":[]})"),
              HasSubstr("'engine': "));
  EXPECT_THAT(refusal(R"({"variant":"ordo","time":{"base":0,"increment":0},"turns":[]})"),
              HasSubstr("'time': "));
  EXPECT_THAT(refusal(R"({"variant":"ordo","turns":[],"left":{"white":-1,"black":0}})"),
              HasSubstr("'left': "));
  EXPECT_THAT(refusal(R"({"variant":"ordo","turns":[],"outcome":{"winner":"white","ending":"home-row"}})"),
              HasSubstr("not what the turns lead to"));
  std::string long_one = R"({"variant":"ordo","turns":["c2-c4")";
  for (std::size_t i = 0; i < kMaxKeptTurns; ++i) long_one += R"(,"c2-c4")";
  EXPECT_THAT(refusal((long_one + "]}").c_str()), HasSubstr("at most 2000 turns"));
}

TEST(KeptGame, IsARecordToTakeAlong) {
  const auto kept = parse_kept_game(
      R"({"variant":"ordo","engine":{"level":4,"color":"white"},"time":{"base":300,"increment":3},"turns":["c2-c4","c7-c5"],"outcome":{"winner":"black","ending":"resignation"}})");
  ASSERT_TRUE(kept.ok()) << kept.error();
  const std::string text = records::write_record(record_of(*kept, instant_from(1'700'000'000'000)));
  EXPECT_THAT(text, HasSubstr("[Date \"2023.11.14\"]"));
  EXPECT_THAT(text, HasSubstr("[Black \"Engine 4\"]"));
  EXPECT_THAT(text, HasSubstr("[TimeControl \"300+3\"]"));
  EXPECT_THAT(text, HasSubstr("1. c2-c4 c7-c5 0-1"));
  EXPECT_TRUE(records::parse_record(text).ok());
}

}  // namespace
}  // namespace ordo::online
