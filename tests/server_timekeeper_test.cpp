// Time as the games have it: what jumps and pauses of the machine do to it, and what lag is believed.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/base/timekeeper.h"
#include "server/net/lag_meter.h"
#include "support/machine.h"

namespace ordo::server {
namespace {

using namespace std::chrono_literals;
using online::Instant;
using support::Machine;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr Instant kNoon = support::Machine::kNoon;

/// Time passes, and nothing holds us up.
void live(Machine& machine, Timekeeper& time, std::chrono::seconds duration) {
  for (auto i = 0s; i < duration; i += 1s) {
    machine.pass(1s);
    time.beat();
    time.stored(time.now());
  }
}

struct Reports {
  std::vector<std::pair<std::string, std::int64_t>> all;
  [[nodiscard]] Timekeeper::Report taker() {
    return [this](const char* event, std::int64_t ms) { all.emplace_back(event, ms); };
  }
};

TEST(Timekeeper, BeginsWithTheWallClockAndGoesOnEvenly) {
  Machine machine;
  Timekeeper time(machine.clocks());
  EXPECT_EQ(time.now(), kNoon);
  live(machine, time, 1h);
  EXPECT_EQ(time.now(), kNoon + 1h);
  EXPECT_TRUE(time.is_sure());
  EXPECT_TRUE(time.is_even_since(kNoon, time.now()));
  EXPECT_THAT(time.interruptions_since(kNoon), IsEmpty());
}

TEST(Timekeeper, FollowsAClockThatIsSlowlyCorrected) {
  Machine machine;
  Timekeeper time(machine.clocks());
  machine.jump(100ms);
  machine.pass(1s);
  time.beat();
  EXPECT_EQ(time.now(), kNoon + 1s + 5ms) << "not at once";
  live(machine, time, 19s);
  EXPECT_EQ(time.now(), kNoon + 20s + 100ms);
  EXPECT_TRUE(time.is_sure());
}

TEST(Timekeeper, AJumpChangesNothingAndNobodyIsSureUntilTheClockIsBack) {
  for (const std::chrono::milliseconds jump :
       {std::chrono::milliseconds(1h), std::chrono::milliseconds(-1h), std::chrono::milliseconds(2400h)}) {
    Machine machine;
    Reports reports;
    Timekeeper time(machine.clocks(), {}, reports.taker());
    machine.jump(jump);
    EXPECT_EQ(time.now(), kNoon);
    live(machine, time, 60s);
    EXPECT_EQ(time.now(), kNoon + 60s);
    EXPECT_FALSE(time.is_sure());
    machine.jump(-jump);
    live(machine, time, 1s);
    EXPECT_TRUE(time.is_sure());
    EXPECT_EQ(time.now(), kNoon + 61s);
    EXPECT_THAT(time.interruptions_since(kNoon), IsEmpty());
    EXPECT_THAT(reports.all,
                ElementsAre(std::pair("clock-jumped", jump.count()), std::pair("clock-agrees-again", 0)));
  }
}

TEST(Timekeeper, AJumpThatStaysIsBelievedAndCostsNobodyAnything) {
  Machine machine;
  Timekeeper time(machine.clocks());
  machine.jump(1h);
  live(machine, time, 602s);
  EXPECT_TRUE(time.is_sure());
  EXPECT_EQ(time.now(), kNoon + 602s + 1h);
  const auto lost = time.interruptions_since(kNoon);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost.front().to - lost.front().from, 1h);
}

TEST(Timekeeper, AJumpByDaysIsNotBelievedWithoutARestart) {
  Machine machine;
  Reports reports;
  Timekeeper time(machine.clocks(), {}, reports.taker());
  machine.jump(2400h);
  live(machine, time, 3600s);
  EXPECT_FALSE(time.is_sure());
  EXPECT_EQ(time.now(), kNoon + 1h);
  EXPECT_EQ(reports.all.back().first, "clock-not-believed");
}

TEST(Timekeeper, AClockThatKeepsJumpingIsNotBelieved) {
  Machine machine;
  Timekeeper time(machine.clocks());
  for (int i = 0; i < 20; ++i) {
    machine.jump(10s);
    live(machine, time, 300s);
  }
  EXPECT_EQ(time.now(), kNoon + 6000s);
  EXPECT_FALSE(time.is_sure());
}

TEST(Timekeeper, APauseOfTheProcessIsAnInterruption) {
  Machine machine;
  Reports reports;
  Timekeeper time(machine.clocks(), {}, reports.taker());
  live(machine, time, 10s);
  machine.pass(8s);  // stopped, and going on
  EXPECT_FALSE(time.is_sure()) << "whoever looks before the next beat";
  EXPECT_FALSE(time.is_even_since(kNoon + 10s, time.now()));
  time.beat();
  EXPECT_TRUE(time.is_sure());
  EXPECT_THAT(time.interruptions_since(kNoon), ElementsAre(Interruption{kNoon + 10s, kNoon + 18s, false}));
  EXPECT_THAT(time.interruptions_since(kNoon + 18s), IsEmpty());
  EXPECT_TRUE(time.is_even_since(kNoon + 18s, time.now()));
  EXPECT_THAT(reports.all, ElementsAre(std::pair("held-up", 8000)));
}

TEST(Timekeeper, ADatabaseThatWasAwayIsAnInterruption) {
  Machine machine;
  Timekeeper time(machine.clocks());
  live(machine, time, 10s);
  for (int i = 0; i < 30; ++i) {
    machine.pass(1s);
    time.beat();
  }
  EXPECT_FALSE(time.is_sure()) << "nobody could store a turn";
  time.stored(time.now());
  EXPECT_TRUE(time.is_sure());
  EXPECT_THAT(time.interruptions_since(kNoon), ElementsAre(Interruption{kNoon + 10s, kNoon + 40s, false}));
}

TEST(Timekeeper, InterruptionsThatTouchAreOne) {
  Machine machine;
  Timekeeper time(machine.clocks());
  time.note({kNoon - 60s, kNoon - 40s, true});
  time.note({kNoon - 10s, kNoon, false});
  time.note({kNoon - 20s, kNoon - 10s, true});
  EXPECT_THAT(time.interruptions_since(kNoon - 1h), ElementsAre(Interruption{kNoon - 60s, kNoon - 40s, true},
                                                                Interruption{kNoon - 20s, kNoon, true}));
}

constexpr Ticks kFirstPing{1000s};

TEST(LagMeter, IsHalfOfTheRoundTripSmoothed) {
  LagMeter meter;
  EXPECT_EQ(meter.lag(), 0ms);
  EXPECT_EQ(meter.ping(kFirstPing), "1");
  meter.heard("1", kFirstPing + 200ms, std::nullopt);
  EXPECT_EQ(meter.lag(), 100ms);
  EXPECT_EQ(meter.ping(kFirstPing + 15s), "2");
  meter.heard("2", kFirstPing + 15s + 600ms, std::nullopt);
  EXPECT_EQ(meter.lag(), 150ms);
}

TEST(LagMeter, APingIsAnsweredOnce) {
  LagMeter meter;
  const std::string ping = meter.ping(kFirstPing);
  meter.heard(ping, kFirstPing + 100ms, std::nullopt);
  for (auto later = 1s; later < 15s; later += 1s) meter.heard(ping, kFirstPing + later, std::nullopt);
  EXPECT_EQ(meter.lag(), 50ms);
  (void)meter.ping(kFirstPing + 15s);
  meter.heard(ping, kFirstPing + 20s, std::nullopt);
  meter.heard("nonsense", kFirstPing + 20s, std::nullopt);
  meter.heard("", kFirstPing + 20s, std::nullopt);
  EXPECT_EQ(meter.lag(), 50ms) << "nor is an old one, or none";
}

TEST(LagMeter, WhoAnswersLateGainsNoMoreThanTcpTook) {
  LagMeter meter;
  for (int i = 0; i < 10; ++i) {
    const Ticks now = kFirstPing + i * 15s;
    meter.heard(meter.ping(now), now + 1s, 40ms);
  }
  EXPECT_EQ(meter.lag(), 20ms);
}

}  // namespace
}  // namespace ordo::server
