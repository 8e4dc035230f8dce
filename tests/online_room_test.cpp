// What players may do in a room, and what is refused.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "online/room.h"
#include "support/table.h"

namespace ordo::online {
namespace {

using rules::Ending;
using namespace ordo::support;

TEST(Room, AGameWithBothPlayersIsPlayedAtOnce) {
  const Table table;
  EXPECT_EQ(table.room().status(), RoomStatus::Playing);
  EXPECT_EQ(table.room().seq(), 1);
  EXPECT_EQ(table.room().seat_of(kAnna.id), Color::White);
  EXPECT_EQ(table.room().seat_of(kBert.id), Color::Black);
  EXPECT_EQ(table.room().seat_of(kGuest.id), std::nullopt);
}

TEST(Room, NobodyHasTheSeatOfTheEngine) {
  const Table table({}, kAnna, kEngine);
  EXPECT_EQ(table.room().seat_of(""), std::nullopt);
  EXPECT_EQ(table.refusal(kEngine, Resign{}), "not-a-player");
}

TEST(Room, AFreeSeatIsTakenOnce) {
  Table table({}, kAnna, std::nullopt);
  EXPECT_EQ(table.room().status(), RoomStatus::Waiting);
  EXPECT_EQ(table.refusal(kAnna, Move{1, "e3-d3"}), "not-started");
  EXPECT_EQ(table.refusal(kAnna, Say{"hello?"}), "not-started");
  EXPECT_EQ(table.room().propose_join(kAnna).error().reason, RoomReason::AlreadyDone);
  EXPECT_EQ(table.store(table.room().propose_join(kGuest)), (Events{Joined{Color::Black, kGuest}}));
  EXPECT_EQ(table.room().status(), RoomStatus::Playing);
  EXPECT_EQ(table.room().propose_join(kBert).error().reason, RoomReason::TooLate);
  EXPECT_EQ(table.room().propose_join(kGuest).error().reason, RoomReason::AlreadyDone);
}

TEST(Room, AGuestCannotJoinARatedGame) {
  const Table table(settings("300+3", true), kAnna, std::nullopt);
  EXPECT_EQ(table.room().propose_join(kGuest).error().reason, RoomReason::Unavailable);
  EXPECT_TRUE(table.room().propose_join(kBert).ok());
}

TEST(Room, AGameThatIsOverTakesNobodyIn) {
  Table table({}, kAnna, std::nullopt);
  table.perform(kAnna, Abort{});
  EXPECT_EQ(table.room().propose_join(kBert).error().reason, RoomReason::Over);
}

TEST(Room, ATurnIsStoredInCanonicalText) {
  Table table;
  EXPECT_EQ(table.perform(kAnna, Move{1, " D2:C2-d4 "}), (Events{Moved{1, "c2:d2-c4", {}}}));
  EXPECT_EQ(table.room().plies(), 1);
  EXPECT_EQ(table.room().to_move(), Color::Black);
  EXPECT_EQ(table.room().seq(), 2);
}

TEST(Room, AMoveOutOfTurnIsRefused) {
  const Table table;
  EXPECT_EQ(table.refusal(kBert, Move{1, "e6-d6"}), "not-your-turn");
}

TEST(Room, AStrangerMayDoNothing) {
  Table table({}, kAnna, kBert);
  for (const Command& command :
       std::vector<Command>{Move{1, "e3-d3"}, Resign{}, OfferDraw{}, DeclineDraw{}, AskTakeback{},
                            DeclineTakeback{}, Abort{}, AskRematch{}, ClaimTime{}, Say{"hi"}}) {
    EXPECT_EQ(table.refusal(kGuest, command), "not-a-player");
  }
}

TEST(Room, AnIllegalTurnIsRefusedWithTheReasonOfTheRules) {
  const Table table;
  const auto answer = table.ask(kAnna, Move{1, "a3-a6"});
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().reason, RoomReason::IllegalTurn);
  EXPECT_EQ(answer.error().turn_reason, rules::Reason::IsCapture);
  EXPECT_FALSE(answer.error().message.empty());
}

TEST(Room, AStalePlyIsRefused) {
  Table table;
  table.play({"e3-d3", "e6-d6"});
  EXPECT_EQ(table.refusal(kAnna, Move{1, "c2-c4"}), "stale-ply");
  EXPECT_EQ(table.refusal(kAnna, Move{2, "e6-d6"}), "stale-ply");
  EXPECT_EQ(table.refusal(kAnna, Move{4, "d3-e3"}), "stale-ply");
  EXPECT_EQ(table.refusal(kAnna, Move{0, "d3-e3"}), "stale-ply");
  EXPECT_EQ(table.refusal(kAnna, Move{-1, "d3-e3"}), "stale-ply");
}

TEST(Room, ARepeatedMoveIsDoneAlready) {
  Table table;
  table.perform(kAnna, Say{"hi"});
  table.play({"e3-d3", "e6-d6"});
  const auto again = table.ask(kAnna, Move{1, "E3-D3"});
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->events.empty());
  EXPECT_EQ(again->done_as, 3);
  EXPECT_EQ(table.ask(kBert, Move{2, "e6-d6"})->done_as, 4);
  EXPECT_EQ(table.refusal(kBert, Move{1, "e3-d3"}), "stale-ply");
}

TEST(Room, AfterATakebackTheSameMoveIsANewOne) {
  Table table;
  table.play({"e3-d3"});
  table.perform(kAnna, AskTakeback{});
  table.perform(kBert, AskTakeback{});
  EXPECT_EQ(table.perform(kAnna, Move{1, "e3-d3"}), (Events{Moved{1, "e3-d3", {}}}));
  EXPECT_EQ(table.ask(kAnna, Move{1, "e3-d3"})->done_as, table.room().seq());
}

TEST(Room, AWinOnTheBoardEndsTheGameInTheSameProposal) {
  Table table(from_fen(kNearTheEnd));
  EXPECT_EQ(table.perform(kAnna, Move{1, "d6-d8"}),
            (Events{Moved{1, "d6-d8", {}}, Ended{{Color::White, Ending::HomeRow}}}));
  EXPECT_EQ(table.room().status(), RoomStatus::Ended);
  EXPECT_EQ(table.room().game().outcome()->ending, Ending::HomeRow);
  EXPECT_EQ(table.ask(kAnna, Move{1, "d6-d8"})->done_as, 2);
  EXPECT_EQ(table.refusal(kBert, Move{2, "e2-e1"}), "over");
  EXPECT_EQ(table.refusal(kBert, Resign{}), "over");
}

TEST(Room, TheThirdTimeOfAPositionIsADraw) {
  Table table;
  table.play({"e3-d3", "e6-d6", "d3-e3", "d6-e6", "e3-d3", "e6-d6", "d3-e3"});
  EXPECT_EQ(table.room().status(), RoomStatus::Playing);
  EXPECT_EQ(table.perform(kBert, Move{8, "d6-e6"}),
            (Events{Moved{8, "d6-e6", {}}, Ended{{std::nullopt, Ending::Repetition}}}));
  EXPECT_EQ(table.room().status(), RoomStatus::Ended);
}

TEST(Room, AHalfStoredEndIsMadeUpForByTick) {
  Table table(from_fen(kNearTheEnd));
  table.append(Moved{1, "d6-d8", {}});
  EXPECT_EQ(table.room().status(), RoomStatus::Playing);
  EXPECT_EQ(table.room().tick(table.now()), (Events{Ended{{Color::White, Ending::HomeRow}}}));
  EXPECT_EQ(table.perform(kBert, Resign{}), (Events{Ended{{Color::White, Ending::HomeRow}}}));
}

TEST(Room, ResigningLosesWhoeverIsToMove) {
  for (const bool out_of_turn : {false, true}) {
    Table table;
    if (out_of_turn) table.play({"e3-d3"});
    EXPECT_EQ(table.perform(kAnna, Resign{}), (Events{kWhiteResigns}));
    EXPECT_EQ(table.room().game().outcome(), (rules::Outcome{Color::Black, Ending::Resignation}));
  }
}

TEST(Room, ADrawIsOfferedAndAccepted) {
  Table table;
  EXPECT_EQ(table.perform(kAnna, OfferDraw{}), (Events{DrawOffered{Color::White}}));
  EXPECT_EQ(table.room().draw_offer(), Color::White);
  EXPECT_EQ(table.refusal(kAnna, OfferDraw{}), "already-done");
  EXPECT_EQ(table.refusal(kAnna, DeclineDraw{}), "nothing-there");
  EXPECT_EQ(table.perform(kBert, OfferDraw{}), (Events{Ended{{std::nullopt, Ending::Agreement}}}));
  EXPECT_EQ(table.room().status(), RoomStatus::Ended);
  EXPECT_EQ(table.room().draw_offer(), std::nullopt);
}

TEST(Room, ADeclinedDrawIsNotOfferedAgainBeforeTheNextTurn) {
  Table table;
  table.perform(kAnna, OfferDraw{});
  EXPECT_EQ(table.perform(kBert, DeclineDraw{}), (Events{DrawDeclined{Color::Black}}));
  EXPECT_EQ(table.room().draw_offer(), std::nullopt);
  EXPECT_EQ(table.refusal(kBert, DeclineDraw{}), "nothing-there");
  EXPECT_EQ(table.refusal(kAnna, OfferDraw{}), "already-done");
  table.play({"e3-d3"});
  EXPECT_EQ(table.refusal(kAnna, OfferDraw{}), "accepted");
}

TEST(Room, AnOfferLapsesWhenTheOtherSideMoves) {
  Table table;
  table.play({"e3-d3"});
  table.perform(kAnna, OfferDraw{});
  table.play({"e6-d6"});
  EXPECT_EQ(table.room().draw_offer(), std::nullopt);
  EXPECT_EQ(table.refusal(kAnna, OfferDraw{}), "already-done");
  EXPECT_EQ(table.perform(kBert, OfferDraw{}), (Events{DrawOffered{Color::Black}}));
}

TEST(Room, AnOfferIsTakenBackByATurnOfTheOneWhoMadeIt) {
  Table table;
  table.perform(kAnna, OfferDraw{});
  table.play({"e3-d3"});
  EXPECT_EQ(table.room().draw_offer(), std::nullopt);
}

TEST(Room, TheEngineDeclinesDrawsAtOnce) {
  Table table({}, kEngine, kGuest);
  EXPECT_EQ(table.perform(kGuest, OfferDraw{}),
            (Events{DrawOffered{Color::Black}, DrawDeclined{Color::White}}));
  EXPECT_EQ(table.room().status(), RoomStatus::Playing);
  EXPECT_EQ(table.refusal(kGuest, OfferDraw{}), "already-done");
}

TEST(Room, ATakebackGoesBackBeforeTheAskersLastTurn) {
  Table table;
  table.play({"e3-d3", "e6-d6", "c2-c4"});
  EXPECT_EQ(table.perform(kAnna, AskTakeback{}), (Events{TakebackAsked{Color::White}}));
  EXPECT_EQ(table.refusal(kAnna, AskTakeback{}), "already-done");
  EXPECT_EQ(table.perform(kBert, AskTakeback{}), (Events{TakenBack{2}}));
  EXPECT_EQ(table.room().plies(), 2);
  EXPECT_EQ(table.room().takeback_request(), std::nullopt);

  table.play({"c2-c4", "c7-c5"});
  table.perform(kAnna, AskTakeback{});
  EXPECT_EQ(table.perform(kBert, AskTakeback{}), (Events{TakenBack{2}}));
  EXPECT_EQ(table.room().to_move(), Color::White);
}

TEST(Room, ATakebackIsDeclinedAndNotAskedForAgainBeforeTheNextTurn) {
  Table table;
  table.play({"e3-d3"});
  EXPECT_EQ(table.refusal(kBert, AskTakeback{}), "nothing-there");
  table.perform(kAnna, AskTakeback{});
  EXPECT_EQ(table.perform(kBert, DeclineTakeback{}), (Events{TakebackDeclined{Color::Black}}));
  EXPECT_EQ(table.refusal(kBert, DeclineTakeback{}), "nothing-there");
  EXPECT_EQ(table.refusal(kAnna, AskTakeback{}), "already-done");
}

TEST(Room, ARequestLapsesWithATurn) {
  Table table;
  table.play({"e3-d3"});
  table.perform(kAnna, AskTakeback{});
  table.play({"e6-d6"});
  EXPECT_EQ(table.room().takeback_request(), std::nullopt);
  EXPECT_EQ(table.refusal(kBert, DeclineTakeback{}), "nothing-there");
}

TEST(Room, NothingIsTakenBackInARatedGame) {
  Table table(settings("300+3", true));
  table.play({"e3-d3"});
  EXPECT_EQ(table.refusal(kAnna, AskTakeback{}), "unavailable");
}

TEST(Room, TheEngineGrantsTakebacksAtOnce) {
  Table table({}, kGuest, kEngine);
  EXPECT_EQ(table.refusal(kGuest, AskTakeback{}), "nothing-there");
  table.perform(kGuest, Move{1, "e3-d3"});
  EXPECT_EQ(table.perform(kGuest, AskTakeback{}), (Events{TakenBack{0}}));
  table.perform(kGuest, Move{1, "e3-d3"});
  table.store(table.room().propose_engine_turn(2, "e6-d6", table.now()));
  EXPECT_EQ(table.perform(kGuest, AskTakeback{}), (Events{TakenBack{0}}));
}

TEST(Room, TheEngineMovesOnlyForItself) {
  Table table({}, kGuest, kEngine);
  EXPECT_EQ(table.room().engine_to_move(), std::nullopt);
  EXPECT_EQ(table.room().propose_engine_turn(1, "e3-d3", kNoon).error().reason, RoomReason::NotAPlayer);
  table.perform(kGuest, Move{1, "e3-d3"});
  EXPECT_EQ(table.room().engine_to_move(), kEngine);
  EXPECT_EQ(table.store(table.room().propose_engine_turn(2, "e6-d6", kNoon)),
            (Events{Moved{2, "e6-d6", {}}}));
  EXPECT_EQ(table.room().propose_engine_turn(2, "c7-c5", kNoon).error().reason, RoomReason::StalePly);
  EXPECT_EQ(table.room().propose_engine_turn(4, "c7-c5", kNoon).error().reason, RoomReason::StalePly);
  EXPECT_EQ(table.room().propose_engine_turn(2, "e6-d6", kNoon)->done_as, 3);
}

TEST(Room, AbortingIsPossibleBeforeTheSecondTurnOnly) {
  Table table;
  table.play({"e3-d3"});
  EXPECT_EQ(table.refusal(kAnna, Abort{}), "accepted");
  Table longer;
  longer.play({"e3-d3", "e6-d6"});
  EXPECT_EQ(longer.refusal(kAnna, Abort{}), "too-late");
  EXPECT_EQ(table.perform(kBert, Abort{}), (Events{Aborted{Color::Black}}));
  EXPECT_EQ(table.room().status(), RoomStatus::Aborted);
  EXPECT_EQ(table.refusal(kAnna, Move{2, "e6-d6"}), "over");
  EXPECT_EQ(table.refusal(kAnna, Abort{}), "over");
  EXPECT_EQ(table.refusal(kAnna, AskRematch{}), "unavailable");
}

TEST(Room, ARematchNeedsBothPlayersAndAnEnd) {
  Table table;
  EXPECT_EQ(table.refusal(kAnna, AskRematch{}), "not-yet");
  table.perform(kAnna, Resign{});
  EXPECT_EQ(table.perform(kAnna, AskRematch{}), (Events{RematchOffered{Color::White}}));
  EXPECT_EQ(table.refusal(kAnna, AskRematch{}), "already-done");
  const auto accepted = table.ask(kBert, AskRematch{});
  ASSERT_TRUE(accepted.ok());
  EXPECT_EQ(accepted->events, (Events{RematchMade{""}}));
  table.append(RematchMade{"new000000001"});
  EXPECT_EQ(table.room().rematch(), "new000000001");
  EXPECT_EQ(table.room().rematch_offer(), std::nullopt);
  EXPECT_EQ(table.refusal(kBert, AskRematch{}), "already-done");
}

TEST(Room, TheEngineTakesARematchAtOnce) {
  Table table({}, kEngine, kGuest);
  table.perform(kGuest, Resign{});
  EXPECT_EQ(table.ask(kGuest, AskRematch{})->events, (Events{RematchMade{""}}));
  table.append(RematchMade{"new000000001"});
  EXPECT_EQ(table.room().rematch(), "new000000001");
}

TEST(Room, ChatIsCleanedAndNeverWithTheEngine) {
  Table table;
  EXPECT_EQ(table.perform(kBert, Say{"  good\tluck\n "}), (Events{Said{Color::Black, "good luck"}}));
  EXPECT_EQ(table.refusal(kBert, Say{" \n "}), "unavailable");
  EXPECT_EQ(table.refusal(kBert, Say{"\xff"}), "unavailable");
  table.perform(kBert, Resign{});
  EXPECT_EQ(table.refusal(kBert, Say{"thanks"}), "accepted");
  const Table other({}, kGuest, kEngine);
  EXPECT_EQ(other.refusal(kGuest, Say{"hello"}), "unavailable");
  EXPECT_EQ(table.perform(kAnna, Say{"bye", 7}), (Events{Said{Color::White, "bye", 7}}));
  EXPECT_EQ(table.ask(kAnna, Say{"bye", 7})->done_as, 4) << "a repeated line is said once";
  EXPECT_EQ(table.ask(kBert, Say{"bye", 7})->done_as, std::nullopt) << "ids are the speaker's own";
}

TEST(Room, APlanAnswersAtOnceInCorrespondence) {
  Table table(settings("3d"));
  const Plan plan = *parse_plan(
      R"([{"if":"e3-d3","answer":"e6-d6","then":[{"if":"d3-e3","answer":"d6-e6"}]},{"if":"c2-c4","answer":"c7-c5"}])");
  auto proposal = table.ask(kAnna, Move{1, "e3-d3"}, {}, &plan);
  ASSERT_TRUE(proposal.ok());
  EXPECT_EQ(proposal->events, (Events{Moved{1, "e3-d3", {}}, Moved{2, "e6-d6", {}}}));
  ASSERT_TRUE(proposal->plan_left.has_value());
  EXPECT_EQ(to_json(*proposal->plan_left), R"([{"if":"d3-e3","answer":"d6-e6"}])");
  const Plan left = *proposal->plan_left;
  table.store(std::move(proposal));
  EXPECT_EQ(table.room().plies(), 2);
  proposal = table.ask(kAnna, Move{3, "d3-e3"}, {}, &left);
  ASSERT_TRUE(proposal.ok());
  EXPECT_EQ(proposal->events.size(), 2);
  EXPECT_TRUE(proposal->plan_left->empty());
}

TEST(Room, ATurnNobodyPlannedForDropsThePlan) {
  const Table table(settings("3d"));
  const Plan plan = *parse_plan(R"([{"if":"e3-d3","answer":"e6-d6"}])");
  const auto proposal = table.ask(kAnna, Move{1, "c2-c4"}, {}, &plan);
  ASSERT_TRUE(proposal.ok());
  EXPECT_EQ(proposal->events, (Events{Moved{1, "c2-c4", {}}}));
  ASSERT_TRUE(proposal->plan_left.has_value());
  EXPECT_TRUE(proposal->plan_left->empty());
  EXPECT_FALSE(table.ask(kAnna, Move{1, "c2-c4"})->plan_left.has_value());
}

TEST(Room, APlanThatDoesNotFitThePositionIsDropped) {
  const Table table(settings("3d"));
  const Plan plan = *parse_plan(R"([{"if":"e3-d3","answer":"e3-d3"}])");
  const auto proposal = table.ask(kAnna, Move{1, "e3-d3"}, {}, &plan);
  ASSERT_TRUE(proposal.ok());
  EXPECT_EQ(proposal->events.size(), 1);
  EXPECT_TRUE(proposal->plan_left->empty());
}

TEST(Room, APlanMayWinTheGame) {
  const Table table(from_fen(kNearTheEnd, "3d"));
  const Plan plan = *parse_plan(R"([{"if":"d6-d7","answer":"f3-f1"}])");
  const auto proposal = table.ask(kAnna, Move{1, "d6-d7"}, {}, &plan);
  ASSERT_TRUE(proposal.ok());
  EXPECT_EQ(proposal->events,
            (Events{Moved{1, "d6-d7", {}}, Moved{2, "f3-f1", {}}, Ended{{Color::Black, Ending::HomeRow}}}));
}

TEST(Room, PlansAreForCorrespondenceOnly) {
  const Table table(settings("300+3"));
  const Plan plan = *parse_plan(R"([{"if":"e3-d3","answer":"e6-d6"}])");
  EXPECT_EQ(table.ask(kAnna, Move{1, "e3-d3"}, {}, &plan)->events.size(), 1);
}

TEST(Room, RatingsComeOnceAndOnlyAfterARatedGame) {
  Table table(settings("300+3", true));
  const StoredEvent rated{3, kNoon, Rated{{1520, 1480}, {1508, 1492}}};
  table.perform(kAnna, Resign{});
  table.append(rated.event);
  EXPECT_EQ(table.room().rated(), std::get<Rated>(rated.event));
  Room again = table.room();
  EXPECT_FALSE(again.apply({4, kNoon, rated.event}).ok());
  Table casual;
  casual.perform(kAnna, Resign{});
  Room unrated = casual.room();
  EXPECT_FALSE(unrated.apply(rated).ok());
}

}  // namespace
}  // namespace ordo::online
