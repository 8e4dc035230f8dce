// The clocks of a room: computed from stored times alone.
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

const Event kWhiteLosesOnTime = Ended{{Color::Black, Ending::Time}};

/// A game with a clock in which both have made their first turn, so that White's clock runs.
Table running(std::string_view time = "60+2") {
  Table table(settings(time));
  table.play({"e3-d3", "e6-d6"});
  return table;
}

TEST(RoomClock, WithoutAClockNothingIsLeftAndNothingIsDue) {
  const Table table;
  EXPECT_EQ(table.room().left(Color::White, kNoon), std::nullopt);
  EXPECT_EQ(table.room().running(), std::nullopt);
  EXPECT_EQ(table.room().deadline(), std::nullopt);
  EXPECT_TRUE(table.room().tick(kNoon + 100'000h).empty());
}

TEST(RoomClock, TheFirstTurnsCostNothingAndEarnNothing) {
  Table table(settings("60+2"));
  table.pass(10s);
  EXPECT_EQ(table.room().left(Color::White, table.now()), 60s);
  EXPECT_EQ(table.perform(kAnna, Move{1, "e3-d3"}), (Events{Moved{1, "e3-d3", 60s}}));
  table.pass(10s);
  EXPECT_EQ(table.perform(kBert, Move{2, "e6-d6"}), (Events{Moved{2, "e6-d6", 60s}}));
  EXPECT_EQ(table.room().running(), Color::White);
}

TEST(RoomClock, OfAGameThatNobodyCameToHasNeverRun) {
  Table table(settings("3d"), kAnna, std::nullopt);
  table.pass(26h);
  table.perform(kAnna, Abort{});
  EXPECT_EQ(table.room().left(Color::White, table.now() + 1h), 72h);
}

TEST(RoomClock, StopsWithTheTurnThatEndsTheGame) {
  Table table(from_fen(kNearTheEnd, "3d"));
  table.append(Moved{1, "d6-d8", {}});
  EXPECT_EQ(table.room().left(Color::Black, table.now() + 1h), 72h);
  table.pass(2h);  // its end was not stored with it
  table.append(table.room().tick(table.now()).front());
  EXPECT_EQ(table.room().left(Color::Black, table.now() + 1h), 72h);
}

TEST(RoomClock, WhoMakesNoFirstTurnHasTheGameAborted) {
  Table table(settings("60+2"));
  EXPECT_EQ(table.room().deadline(), kNoon + kFirstTurnPatience);
  EXPECT_TRUE(table.room().tick(kNoon + kFirstTurnPatience - 1ms).empty());
  EXPECT_EQ(table.room().tick(kNoon + kFirstTurnPatience), (Events{Aborted{}}));
  table.pass(20s);
  table.play({"e3-d3"});
  EXPECT_EQ(table.room().deadline(), kNoon + 20s + kFirstTurnPatience);
  table.pass(kFirstTurnPatience);
  EXPECT_EQ(table.perform(kBert, Move{2, "e6-d6"}), (Events{Aborted{}}));
  EXPECT_EQ(table.room().status(), RoomStatus::Aborted);
}

TEST(RoomClock, ATurnCostsItsTimeAndEarnsTheIncrement) {
  Table table = running();
  table.pass(5s);
  EXPECT_EQ(table.room().left(Color::White, table.now()), 55s);
  EXPECT_EQ(table.room().left(Color::Black, table.now()), 60s);
  EXPECT_EQ(table.perform(kAnna, Move{3, "d3-e3"}), (Events{Moved{3, "d3-e3", 57s}}));
  EXPECT_EQ(table.room().running(), Color::Black);
  table.pass(1s);
  EXPECT_EQ(table.room().left(Color::White, table.now()), 57s);
  EXPECT_EQ(table.room().left(Color::Black, table.now()), 59s);
}

TEST(RoomClock, LagIsCreditedUpToItsLimitAndNeverMoreThanTheTimeSpent) {
  Table table = running("60+0");
  table.pass(5s);
  EXPECT_EQ(table.ask(kAnna, Move{3, "d3-e3"}, 200ms)->events, (Events{Moved{3, "d3-e3", 55'200ms}}));
  EXPECT_EQ(table.ask(kAnna, Move{3, "d3-e3"}, 10s)->events, (Events{Moved{3, "d3-e3", 55'500ms}}));
  EXPECT_EQ(table.ask(kAnna, Move{3, "d3-e3"}, -3s)->events, (Events{Moved{3, "d3-e3", 55s}}));
  const Table fast = running("60+0");
  EXPECT_EQ(fast.ask(kAnna, Move{3, "d3-e3"}, 400ms)->events, (Events{Moved{3, "d3-e3", 60s}}));
}

TEST(RoomClock, CreditForLagRunsDry) {
  Table table = running("60+0");
  std::vector<Duration> credits;
  for (const char* turn :
       {"d3-e3", "d6-e6", "c2-c4", "c7-c5", "e3-d3", "e6-d6", "d3-e3", "d6-e6", "h2-h4", "h7-h5", "e3-d3"}) {
    const Color mover = table.room().to_move();
    table.pass(1s);
    const Duration shown = *table.room().left(mover, table.now());
    const Duration lag = mover == Color::White ? 500ms : 50ms;
    const auto events = table.perform(*table.room().player(mover), Move{table.room().plies() + 1, turn}, lag);
    const Duration credit = *std::get<Moved>(events.front()).left - shown;
    if (mover == Color::White) {
      credits.push_back(credit);
    } else {
      EXPECT_EQ(credit, 50ms) << "who is not far away has it each time";
    }
  }
  EXPECT_EQ(credits, (std::vector<Duration>{500ms, 500ms, 500ms, 500ms, 400ms, 100ms}));
  EXPECT_EQ(table.replayed().lag_credit(Color::White), table.room().lag_credit(Color::White));
}

TEST(RoomClock, ATurnAfterTheFlagHasFallenEndsTheGame) {
  Table table = running("60+2");
  table.pass(60s - 1ms);
  EXPECT_EQ(table.ask(kAnna, Move{3, "d3-e3"})->events, (Events{Moved{3, "d3-e3", 2001ms}}));
  table.pass(1ms);
  EXPECT_EQ(table.ask(kAnna, Move{3, "d3-e3"})->events, (Events{kWhiteLosesOnTime}));
  EXPECT_EQ(table.ask(kAnna, Move{3, "d3-e3"}, 300ms)->events, (Events{Moved{3, "d3-e3", 2300ms}}));
  table.pass(400ms);
  EXPECT_EQ(table.ask(kAnna, Move{3, "d3-e3"}, 300ms)->events, (Events{kWhiteLosesOnTime}));
  table.perform(kAnna, Move{3, "d3-e3"}, 300ms);
  EXPECT_EQ(table.room().status(), RoomStatus::Ended);
  EXPECT_EQ(table.room().left(Color::White, table.now()), 0ms);
}

TEST(RoomClock, AnIllegalTurnAfterTheFlagIsStillIllegalUntilTheFlagIsCalled) {
  Table table = running("60+2");
  table.pass(60s);
  EXPECT_EQ(table.refusal(kAnna, Move{3, "d3-d9"}), "illegal-turn");
  table.pass(kMaxLagCredit);
  EXPECT_EQ(table.ask(kAnna, Move{3, "d3-d9"})->events, (Events{kWhiteLosesOnTime}));
}

TEST(RoomClock, TheFlagIsCalledWhenEveryTurnMadeInTimeHasArrived) {
  Table table = running("60+2");
  EXPECT_EQ(table.room().deadline(), kNoon + 60s + kMaxLagCredit);
  EXPECT_TRUE(table.room().tick(kNoon + 60s + kMaxLagCredit - 1ms).empty());
  EXPECT_EQ(table.room().tick(kNoon + 60s + kMaxLagCredit), (Events{kWhiteLosesOnTime}));
  table.pass(60s + kMaxLagCredit - 1ms);
  EXPECT_EQ(table.refusal(kBert, ClaimTime{}), "not-yet");
  table.pass(1ms);
  EXPECT_EQ(table.perform(kBert, ClaimTime{}), (Events{kWhiteLosesOnTime}));
}

TEST(RoomClock, WhatTimeHasDecidedComesBeforeAnyCommand) {
  Table table = running("60+2");
  table.perform(kBert, OfferDraw{});
  table.pass(2min);
  for (const Command& command :
       std::vector<Command>{Move{3, "d3-e3"}, Resign{}, OfferDraw{}, DeclineDraw{}, AskTakeback{}, Abort{}}) {
    EXPECT_EQ(table.ask(kAnna, command)->events, (Events{kWhiteLosesOnTime}));
  }
  EXPECT_EQ(table.ask(kBert, Resign{})->events, (Events{kWhiteLosesOnTime}));
  EXPECT_EQ(table.ask(kAnna, Move{1, "e3-d3"})->done_as, 2);
}

TEST(RoomClock, AClockThatJumpsBackCostsNobodyAnything) {
  Table table = running("60+2");
  table.pass(-10s);
  EXPECT_EQ(table.room().left(Color::White, table.now()), 60s);
  EXPECT_EQ(table.perform(kAnna, Move{3, "d3-e3"}), (Events{Moved{3, "d3-e3", 62s}}));
  EXPECT_EQ(table.room().last_at(), kNoon);
}

TEST(RoomClock, AfterATakebackTheClocksGoOnWithWhatTheyShowed) {
  Table table = running("60+2");
  table.pass(10s);
  table.perform(kAnna, Move{3, "d3-e3"});  // White has 52 s
  table.pass(7s);
  table.perform(kAnna, AskTakeback{});
  table.perform(kBert, AskTakeback{});
  EXPECT_EQ(table.room().running(), Color::White);
  EXPECT_EQ(table.room().left(Color::White, table.now()), 52s);
  EXPECT_EQ(table.room().left(Color::Black, table.now()), 53s);
  EXPECT_EQ(table.room().deadline(), table.now() + 52s + kMaxLagCredit);
  table.pass(2s);
  EXPECT_EQ(table.room().left(Color::White, table.now()), 50s);
  EXPECT_EQ(table.room().left(Color::Black, table.now()), 53s);
}

TEST(RoomClock, TakingBackAFirstTurnMakesTheGameWaitForItAgain) {
  Table table = running("60+2");
  table.pass(10s);
  table.perform(kAnna, AskTakeback{});
  table.perform(kBert, AskTakeback{});
  EXPECT_EQ(table.room().plies(), 0);
  EXPECT_EQ(table.room().running(), std::nullopt);
  EXPECT_EQ(table.room().left(Color::White, table.now() + 5s), 50s);
  EXPECT_EQ(table.room().deadline(), table.now() + kFirstTurnPatience);
}

TEST(RoomClock, TheEndStopsTheClocks) {
  Table table = running("60+2");
  table.pass(10s);
  table.perform(kBert, Resign{});
  EXPECT_EQ(table.room().left(Color::White, table.now() + 1h), 50s);
  EXPECT_EQ(table.room().running(), std::nullopt);
  EXPECT_EQ(table.room().deadline(), std::nullopt);
  EXPECT_TRUE(table.room().tick(table.now() + 1h).empty());
}

TEST(RoomClock, CorrespondenceGivesEachTurnItsTimeAnew) {
  Table table(settings("1d"));
  table.pass(23h);
  table.play({"e3-d3"});
  EXPECT_EQ(table.room().left(Color::Black, table.now()), 24h);
  table.pass(23h);
  EXPECT_EQ(table.room().left(Color::Black, table.now()), 1h);
  EXPECT_EQ(table.room().left(Color::White, table.now()), 24h);
  EXPECT_EQ(table.perform(kBert, Move{2, "e6-d6"}), (Events{Moved{2, "e6-d6", {}}}));
  EXPECT_EQ(table.room().deadline(), table.now() + 24h + kMaxLagCredit);
  table.pass(24h);
  EXPECT_EQ(table.ask(kAnna, Move{3, "d3-e3"}, 1ms)->events, (Events{Moved{3, "d3-e3", {}}}));
  EXPECT_EQ(table.ask(kAnna, Move{3, "d3-e3"})->events, (Events{kWhiteLosesOnTime}));
}

TEST(RoomClock, ACorrespondenceGameNobodyBeganIsAborted) {
  Table table(settings("1d"));
  table.pass(24h + kMaxLagCredit);
  EXPECT_EQ(table.room().tick(table.now()), (Events{Aborted{}}));
  EXPECT_EQ(table.ask(kAnna, Move{1, "e3-d3"})->events, (Events{Aborted{}}));
}

TEST(RoomClock, AGameByLinkWaitsAWeekForSomebody) {
  Table table(settings("60+2"), kAnna, std::nullopt);
  EXPECT_EQ(table.room().deadline(), kNoon + kJoinPatience);
  EXPECT_EQ(table.room().tick(kNoon + kJoinPatience), (Events{Aborted{}}));
  table.pass(24h);
  table.store(table.room().propose_join(kGuest));
  EXPECT_EQ(table.room().deadline(), table.now() + kFirstTurnPatience);
  EXPECT_EQ(table.room().left(Color::White, table.now()), 60s);
}

TEST(RoomClock, WhatTheServerWasAwayForDoesNotCount) {
  Table table = running("5+0");
  table.pass(1s);
  table.perform(kAnna, Say{"hello"});
  table.pass(9s);  // eight of them down
  EXPECT_EQ(table.room().charged_within(table.now() - 8s, table.now()), 8s);
  table.append(Paused{8s, 10s});
  EXPECT_TRUE(table.room().tick(table.now()).empty());
  EXPECT_EQ(table.room().left(Color::White, table.now()), 13s) << "5 - 2 + 10";
  EXPECT_EQ(table.room().left(Color::Black, table.now()), 15s);
  EXPECT_EQ(table.room().deadline(), table.now() + 13s + kMaxLagCredit);
  EXPECT_EQ(table.room().charged_within(table.now() - 8s, table.now()), 0s) << "it has been given back";
  table.pass(1s);
  EXPECT_EQ(table.perform(kAnna, Move{3, "d3-e3"}), (Events{Moved{3, "d3-e3", 12s}}));
  EXPECT_EQ(table.replayed().left(Color::Black, table.now()), 15s);
}

TEST(RoomClock, APauseGivesFirstTurnsAndCorrespondenceTheirTimeToo) {
  Table first(settings("60+2"));
  first.pass(90s);
  EXPECT_EQ(first.room().charged_within(kNoon, kNoon + 80s), 80s);
  first.append(Paused{80s, 0s});
  EXPECT_EQ(first.room().deadline(), kNoon + 80s + kFirstTurnPatience);
  EXPECT_EQ(first.room().left(Color::White, first.now()), 60s);
  Table days(settings("1d"));
  days.pass(30h);
  days.append(Paused{20h, 0s});
  EXPECT_EQ(days.room().left(Color::White, days.now()), 14h);
  days.play({"e3-d3"});
  EXPECT_EQ(days.room().left(Color::Black, days.now()), 24h) << "of that turn only";
}

TEST(RoomClock, WithoutAClockNothingIsPaused) {
  Table table;
  table.pass(1h);
  EXPECT_EQ(table.room().charged_within(kNoon, table.now()), 0s);
  Room room = table.room();
  EXPECT_FALSE(room.apply({room.next_seq(), table.now(), Paused{1s, 0s}}).ok());
  Table over = running("60+0");
  over.perform(kAnna, Resign{});
  EXPECT_EQ(over.room().charged_within(kNoon, over.now() + 1h), 0s);
}

TEST(RoomClock, TheEnginesClockRunsToo) {
  Table table(settings("10+0"), kGuest, kEngine);
  table.perform(kGuest, Move{1, "e3-d3"});
  table.store(table.room().propose_engine_turn(2, "e6-d6", table.now()));
  table.perform(kGuest, Move{3, "d3-e3"});
  table.pass(4s);
  EXPECT_EQ(table.room().propose_engine_turn(4, "d6-e6", table.now())->events,
            (Events{Moved{4, "d6-e6", 6s}}));
  table.pass(6s);
  EXPECT_EQ(table.room().propose_engine_turn(4, "d6-e6", table.now())->events,
            (Events{Ended{{Color::White, Ending::Time}}}));
}

TEST(RoomClock, AStoredClockThatShowsTooMuchIsRefused) {
  const Table table = running("60+2");
  const auto misfit = [&](std::optional<Duration> left) {
    Room room = table.room();
    return !room.apply({room.next_seq(), kNoon, Moved{3, "d3-e3", left}}).ok();
  };
  EXPECT_FALSE(misfit(62s));
  EXPECT_FALSE(misfit(0s));
  EXPECT_TRUE(misfit(62s + 1ms));
  EXPECT_TRUE(misfit(-1ms));
  EXPECT_TRUE(misfit(std::nullopt));
}

}  // namespace
}  // namespace ordo::online
