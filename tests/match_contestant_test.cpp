// What describes an engine: limits and options.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "match/contestant.h"

namespace ordo {
namespace {

using match::Contestant;
using match::parse_contestant;
using testing::ElementsAre;
using testing::HasSubstr;

Contestant parsed(std::string_view text) {
  const auto contestant = parse_contestant(text);
  EXPECT_TRUE(contestant.ok()) << (contestant.ok() ? "" : contestant.error());
  return contestant.ok() ? *contestant : Contestant{};
}

std::string refused(std::string_view text) {
  const auto contestant = parse_contestant(text);
  return contestant.ok() ? "" : contestant.error();
}

TEST(Contestant, ReadsEverythingInAnyOrder) {
  const Contestant engine = parsed(
      R"(option.Hash=32 cmd="./my engine" nodes=1000 name='The one' option.Feature Killers=false depth=7)");
  EXPECT_EQ(engine.name, "The one");
  EXPECT_THAT(engine.command, ElementsAre("./my", "engine"));
  EXPECT_EQ(engine.pace.nodes, 1000U);
  EXPECT_EQ(engine.pace.depth, 7);
  ASSERT_EQ(engine.options.size(), 2U);
  EXPECT_EQ(engine.options[0].name, "Hash");
  EXPECT_EQ(engine.options[1].name, "Feature Killers");
  EXPECT_EQ(engine.options[1].value, "false");
}

TEST(Contestant, ReadsTimesInSeconds) {
  const auto clock = parsed("tc=60+0.25").pace.clock;
  ASSERT_TRUE(clock.has_value());
  EXPECT_EQ(clock->time, std::chrono::minutes(1));
  EXPECT_EQ(clock->increment, std::chrono::milliseconds(250));
  EXPECT_EQ(parsed("tc=0.5").pace.clock->increment.count(), 0);
  EXPECT_EQ(parsed("movetime=20").pace.move_time->count(), 20);
  EXPECT_EQ(match::to_text(parsed("depth=3 tc=1+0.01 movetime=5 nodes=9").pace),
            "tc=1+0.01 movetime=5 nodes=9 depth=3");
}

TEST(Contestant, PondersIfItIsToldTo) {
  EXPECT_FALSE(parsed("nodes=3").ponders);
  EXPECT_FALSE(parsed("nodes=3 ponder=false").ponders);
  const Contestant engine = parsed("ponder=true name=A nodes=3");
  EXPECT_TRUE(engine.ponders);
  EXPECT_EQ(match::conditions_text(engine), "nodes=3 ponder=true");
  EXPECT_TRUE(parsed(match::to_text(engine)).ponders);
}

TEST(Contestant, RefusesWhatMakesNoSense) {
  for (const std::string_view text :
       {"tc=", "tc=0", "tc=x", "tc=1+", "tc=-1", "tc=nan", "tc=inf", "movetime=0", "movetime=1.5", "nodes=-1",
        "nodes=1k", "depth=0", "depth=101", "ponder=", "ponder=yes"}) {
    EXPECT_THAT(refused(text), HasSubstr("is needed")) << text;
  }
  EXPECT_THAT(refused("speed=3"), HasSubstr("there is no key 'speed'"));
  EXPECT_THAT(refused("fast"), HasSubstr("key=value is needed"));
  EXPECT_THAT(refused("option.Feature"), HasSubstr("has no value"));
  EXPECT_THAT(refused("option.=1"), HasSubstr("no key"));
  EXPECT_THAT(refused("cmd="), HasSubstr("program"));
  EXPECT_THAT(refused("name="), HasSubstr("name"));
}

TEST(Contestant, TextIsReadAsTheSame) {
  const Contestant engine =
      parsed(R"(name="A \"B\"" cmd="'my engine' ugi" "option.Feature X=a b" tc=1+0.5 nodes=3)");
  const std::string text = match::to_text(engine);
  const Contestant again = parsed(text);
  EXPECT_EQ(match::to_text(again), text);
  EXPECT_EQ(again.command, engine.command);
  EXPECT_EQ(again.options[0].value, "a b");
}

TEST(Contestant, OwnEngineIsFilledIn) {
  Contestant plain = parsed("nodes=1");
  engines::fill_in_own_engine(plain, "/bin/ordo");
  EXPECT_THAT(plain.command, ElementsAre("/bin/ordo", "ugi"));
  ASSERT_EQ(plain.options.size(), 1U);
  EXPECT_EQ(plain.options[0].value, "16");
  Contestant trial = parsed("option.Hash=1 option.Feature History=false");
  engines::fill_in_own_engine(trial, "/bin/ordo");
  EXPECT_THAT(trial.command, ElementsAre("/bin/ordo", "ugi", "--experiments"));
  EXPECT_EQ(trial.options.size(), 2U);
  Contestant tuned = parsed("option.Tune ordox.LateMoves=8");
  engines::fill_in_own_engine(tuned, "/bin/ordo");
  EXPECT_THAT(tuned.command, ElementsAre("/bin/ordo", "ugi", "--experiments"));
  Contestant other = parsed("cmd=other");
  engines::fill_in_own_engine(other, "/bin/ordo");
  EXPECT_THAT(other.command, ElementsAre("other"));
  EXPECT_TRUE(other.options.empty());
}

TEST(Contestant, AProgramAloneHasNoPace) {
  EXPECT_THAT(engines::parse_program("name=A tc=1+0.01").error(),
              HasSubstr("there is no key 'tc'; known are name, cmd and option.NAME"));
}

}  // namespace
}  // namespace ordo
