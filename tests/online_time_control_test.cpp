// Time controls as text.
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "online/time_control.h"

namespace ordo::online {
namespace {

using namespace std::chrono_literals;

TimeControl good(std::string_view text) {
  const auto control = parse_time_control(text);
  EXPECT_TRUE(control.ok()) << text << ": " << control.error();
  return *control;
}

std::string refusal(std::string_view text) {
  const auto control = parse_time_control(text);
  return control ? "accepted" : control.error();
}

TEST(TimeControl, NoneHasNoClock) {
  EXPECT_EQ(good("none"), TimeControl{});
  EXPECT_EQ(to_text(TimeControl{}), "none");
}

TEST(TimeControl, FischerIsSecondsAndIncrement) {
  const TimeControl control = good("300+3");
  EXPECT_EQ(control.kind, TimeControl::Kind::Fischer);
  EXPECT_EQ(control.initial, 5min);
  EXPECT_EQ(control.increment, 3s);
  EXPECT_EQ(to_text(control), "300+3");
}

TEST(TimeControl, SecondsMayHaveTenths) {
  const TimeControl control = good("0.5+0.1");
  EXPECT_EQ(control.initial, 500ms);
  EXPECT_EQ(control.increment, 100ms);
  EXPECT_EQ(to_text(control), "0.5+0.1");
  EXPECT_EQ(to_text(good("60.0+0")), "60+0");
}

TEST(TimeControl, CorrespondenceIsDaysATurn) {
  const TimeControl control = good("3d");
  EXPECT_EQ(control.kind, TimeControl::Kind::Correspondence);
  EXPECT_EQ(control.per_turn, 72h);
  EXPECT_EQ(to_text(control), "3d");
}

TEST(TimeControl, LimitsAreInsideAndWhatIsBeyondIsRefusedWithTheLimit) {
  EXPECT_EQ(good("10800+180").initial, kMaxInitial);
  EXPECT_EQ(refusal("10801+0"), "A game may take more than 0 and at most 10800 seconds, not 10801.");
  EXPECT_EQ(refusal("10800.1+0"), "A game may take more than 0 and at most 10800 seconds, not 10800.1.");
  EXPECT_EQ(refusal("0+5"), "A game may take more than 0 and at most 10800 seconds, not 0.");
  EXPECT_EQ(refusal("60+181"), "A turn may add at most 180 seconds, not 181.");
  EXPECT_EQ(good("14d").per_turn, 14 * 24h);
  EXPECT_EQ(refusal("15d"), "A turn may take 1 to 14 days, not 15.");
  EXPECT_EQ(refusal("0d"), "A turn may take 1 to 14 days, not 0.");
}

TEST(TimeControl, WhatIsNoneOfTheThreeIsRefused) {
  for (const std::string_view text :
       {"",     "None", "300", "300+", "+3", "300 + 3",      "300+3s", "-1+0", "1+-1",    "1.25+0", "1.+0",
        ".5+0", "d",    "3",   "1.5d", "3D", "99999999999d", "1e3+0",  "3d3d", "300+3+3", "３d"}) {
    EXPECT_NE(refusal(text).find("is no time control"), std::string::npos) << text;
  }
}

RC_GTEST_PROP(TimeControlLaw, WhatIsAcceptedIsWrittenSoThatItReadsTheSame, (const std::string& text)) {
  const auto control = parse_time_control(text);
  if (control) RC_ASSERT(*parse_time_control(to_text(*control)) == *control);
}

RC_GTEST_PROP(TimeControlLaw, EveryControlWithinTheLimitsRoundTrips, ()) {
  TimeControl control;
  if (*rc::gen::arbitrary<bool>()) {
    control.kind = TimeControl::Kind::Fischer;
    control.initial = 100ms * *rc::gen::inRange(1, 108'001);
    control.increment = 100ms * *rc::gen::inRange(0, 1801);
  } else {
    control.kind = TimeControl::Kind::Correspondence;
    control.per_turn = 24h * *rc::gen::inRange(1, kMaxDays + 1);
  }
  const auto again = parse_time_control(to_text(control));
  RC_ASSERT(again.ok());
  RC_ASSERT(*again == control);
}

}  // namespace
}  // namespace ordo::online
