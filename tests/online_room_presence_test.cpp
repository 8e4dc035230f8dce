// Players who go and come back: first turns that wait for both, and games that may be claimed.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "online/room.h"
#include "support/table.h"

namespace ordo::online {
namespace {

using namespace std::chrono_literals;

using rules::Ending;
using namespace ordo::support;

constexpr Duration kPatience = 15s;  // of "60+2"

/// Both have made their first turn and one more was made, so that Black's clock runs.
Table blacks_turn() {
  Table table(settings("60+2"));
  table.play({"e3-d3", "e6-d6", "d3-e3"});
  return table;
}

void look_around(Table& table, bool white, bool black) {
  for (const Event& event : table.room().look_around({white, black})) table.append(event);
}

std::string trouble_with(const Table& table, const Event& event) {
  Room room = table.room();
  const auto applied = room.apply({room.next_seq(), table.now(), event});
  return applied ? "fits" : applied.error();
}

TEST(RoomPresence, ThePauseBeforeAClaimGoesByTheSpeedOfTheGame) {
  const auto patience = [](std::string_view time) { return claim_patience(*parse_time_control(time)); };
  EXPECT_EQ(patience("30+0"), 15s);
  EXPECT_EQ(patience("60+0"), 15s);
  EXPECT_EQ(patience("180+2"), 26s);
  EXPECT_EQ(patience("300+3"), 42s);
  EXPECT_EQ(patience("600+5"), 80s);
  EXPECT_EQ(patience("1800+20"), 120s);
}

TEST(RoomPresence, OnlyGamesWithAFischerClockCareWhoIsThere) {
  for (const char* const time : {"none", "3d"}) {
    const Table table(settings(time));
    EXPECT_TRUE(table.room().look_around({false, false}).empty()) << time;
    EXPECT_NE(trouble_with(table, Gone{Color::White, 15s}), "fits");
  }
  EXPECT_TRUE(Table(settings("60+2"), kAnna, {}).room().look_around({false, false}).empty());
  const Table with_engine(settings("60+2"), kEngine, kBert);
  EXPECT_TRUE(with_engine.room().look_around({false, false}).empty());
  EXPECT_NE(trouble_with(with_engine, Gone{Color::Black, 15s}), "fits");
}

TEST(RoomPresence, NothingIsStoredTwice) {
  Table table = blacks_turn();
  EXPECT_TRUE(table.room().look_around({true, true}).empty());
  EXPECT_EQ(table.room().look_around({true, false}), (Events{Gone{Color::Black, kPatience}}));
  look_around(table, true, false);
  EXPECT_TRUE(table.room().look_around({true, false}).empty());
  EXPECT_NE(trouble_with(table, Gone{Color::Black, kPatience}), "fits");
  EXPECT_NE(trouble_with(table, Back{Color::White}), "fits");
  EXPECT_EQ(table.room().look_around({true, true}), (Events{Back{Color::Black}}));
  look_around(table, true, true);
  EXPECT_FALSE(table.room().gone(Color::Black));
}

TEST(RoomPresence, TheGameOfWhoHasGoneMayBeClaimedAsAWinOrADrawAfterAPause) {
  Table table = blacks_turn();
  look_around(table, true, false);
  table.pass(kPatience - 1ms);
  EXPECT_EQ(table.refusal(kAnna, ClaimGone{true}), "not-yet");
  table.pass(1ms);
  const auto draw = table.ask(kAnna, ClaimGone{false});
  ASSERT_TRUE(draw.ok());
  EXPECT_EQ(draw->events, (Events{Ended{{std::nullopt, Ending::Abandoned}}}));
  EXPECT_EQ(table.perform(kAnna, ClaimGone{true}), (Events{Ended{{Color::White, Ending::Abandoned}}}));
  EXPECT_EQ(table.room().status(), RoomStatus::Ended);
  EXPECT_FALSE(table.room().gone(Color::Black));
  EXPECT_EQ(table.replayed().game().outcome(), table.room().game().outcome());
}

TEST(RoomPresence, NobodyElseMayClaim) {
  Table table = blacks_turn();
  look_around(table, true, false);
  table.pass(kPatience);
  EXPECT_EQ(table.refusal(kGuest, ClaimGone{true}), "not-a-player");
  EXPECT_EQ(table.refusal(kBert, ClaimGone{true}), "nothing-there");
  EXPECT_EQ(table.refusal(kBert, ClaimGone{false}), "nothing-there");
}

TEST(RoomPresence, WhoComesBackInTheSameInstantIsThere) {
  Table table = blacks_turn();
  look_around(table, true, false);
  table.pass(kPatience);
  const auto claim = table.ask(kAnna, ClaimGone{true});
  ASSERT_TRUE(claim.ok());
  look_around(table, true, true);  // another node has stored it first
  EXPECT_NE(trouble_with(table, claim->events.front()), "fits");
  EXPECT_EQ(table.refusal(kAnna, ClaimGone{true}), "nothing-there");
}

TEST(RoomPresence, WhoComesAfterTheClaimHasLostAndNothingMoreIsStored) {
  Table table = blacks_turn();
  look_around(table, true, false);
  table.pass(kPatience);
  table.perform(kAnna, ClaimGone{true});
  EXPECT_TRUE(table.room().look_around({true, true}).empty());
  EXPECT_NE(trouble_with(table, Back{Color::Black}), "fits");
}

TEST(RoomPresence, ThePauseBeginsWithTheTurnOfWhoHasGone) {
  Table table(settings("60+2"));
  table.play({"e3-d3", "e6-d6"});
  look_around(table, true, false);
  table.pass(40s);
  EXPECT_EQ(table.refusal(kAnna, ClaimGone{true}), "not-yet") << "it is White's own turn";
  table.play({"d3-e3"});
  EXPECT_EQ(table.refusal(kAnna, ClaimGone{true}), "not-yet");
  table.pass(kPatience);
  EXPECT_EQ(table.refusal(kAnna, ClaimGone{true}), "accepted");
}

TEST(RoomPresence, TheTimeWithoutAServerIsNotTimeOfBeingGone) {
  Table table = blacks_turn();
  look_around(table, true, false);
  table.pass(5s);
  table.pass(30s);
  table.append(Paused{30s, 10s});
  EXPECT_EQ(table.room().gone(Color::Black)->claim_at, kNoon + kPatience + 40s);
  EXPECT_EQ(table.refusal(kAnna, ClaimGone{true}), "not-yet");
  table.pass(20s);
  EXPECT_EQ(table.refusal(kAnna, ClaimGone{true}), "accepted");
}

TEST(RoomPresence, WhoMakesATurnIsThere) {
  Table table = blacks_turn();
  look_around(table, true, false);
  table.play({"d6-e6"});
  EXPECT_FALSE(table.room().gone(Color::Black));
}

TEST(RoomPresence, AClaimThatComesAfterTheFlagHasFallenEndsTheGameByTime) {
  Table table = blacks_turn();
  look_around(table, true, false);
  table.pass(61s);
  EXPECT_EQ(table.perform(kAnna, ClaimGone{false}), (Events{Ended{{Color::White, Ending::Time}}}));
}

TEST(RoomPresence, TheMinuteForAFirstTurnBeginsWhenBothAreThere) {
  Table table(settings("60+2"), kAnna, {});
  table.store(table.room().propose_join(kBert));
  look_around(table, false, true);
  table.pass(9min);
  EXPECT_TRUE(table.room().tick(table.now()).empty());
  look_around(table, true, true);
  EXPECT_EQ(table.room().deadline(), table.now() + kFirstTurnPatience);
  table.pass(kFirstTurnPatience);
  EXPECT_EQ(table.room().tick(table.now()), (Events{Aborted{}}));
}

TEST(RoomPresence, WhoNeverComesIsNotWaitedForForEver) {
  Table table(settings("60+2"));
  look_around(table, true, false);
  EXPECT_EQ(table.room().deadline(), kNoon + kComePatience);
  EXPECT_EQ(table.room().tick(kNoon + kComePatience), (Events{Aborted{}}));
}

TEST(RoomPresence, BeforeTheClocksRunNothingIsClaimedButTheGameMayBeAborted) {
  Table table(settings("60+2"));
  table.play({"e3-d3"});
  look_around(table, true, false);
  table.pass(5min);
  EXPECT_EQ(table.refusal(kAnna, ClaimGone{true}), "not-yet");
  EXPECT_EQ(table.refusal(kAnna, Abort{}), "accepted");
}

}  // namespace
}  // namespace ordo::online
