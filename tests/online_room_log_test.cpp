// Which events fit into the log of a room.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "online/room.h"
#include "support/table.h"

namespace ordo::online {
namespace {

using rules::Ending;
using namespace ordo::support;

std::string misfit(const Table& table, const Event& event, std::int64_t skip = 0, Duration later = {}) {
  Room room = table.room();
  const auto applied = room.apply({room.next_seq() + skip, table.now() + later, event});
  return applied ? "fits" : applied.error();
}

TEST(RoomLog, NumbersHaveNoGapsAndTimeDoesNotGoBack) {
  Table table;
  EXPECT_EQ(misfit(table, Moved{1, "e3-d3", {}}), "fits");
  EXPECT_EQ(misfit(table, Moved{1, "e3-d3", {}}, 1), "Event 3 came after 1.");
  EXPECT_EQ(misfit(table, Moved{1, "e3-d3", {}}, -1), "Event 1 came after 1.");
  EXPECT_EQ(misfit(table, Moved{1, "e3-d3", {}}, 0, Duration(-1)), "Event 2 is earlier than the last.");
}

TEST(RoomLog, EventsThatDoNotFitAreRefused) {
  Table table;
  EXPECT_EQ(misfit(table, Created{}), "Event 2 does not fit: the game has been made.");
  EXPECT_EQ(misfit(table, Joined{Color::Black, kGuest}), "Event 2 does not fit: the seat is not free.");
  EXPECT_EQ(misfit(table, Moved{2, "e3-d3", {}}), "Event 2 does not fit: turn 2 came after 0.");
  EXPECT_EQ(misfit(table, Moved{1, "E3-D3", {}}), "Event 2 does not fit: E3-D3 is not canonical.");
  EXPECT_NE(misfit(table, Moved{1, "e3-e8", {}}), "fits");
  EXPECT_EQ(misfit(table, Moved{1, "e3-d3", Duration(5)}),
            "Event 2 does not fit: the clock of the game is another one.");
  EXPECT_EQ(misfit(table, DrawDeclined{Color::Black}), "Event 2 does not fit: there is no offer.");
  EXPECT_EQ(misfit(table, TakebackDeclined{Color::Black}), "Event 2 does not fit: there is no request.");
  EXPECT_EQ(misfit(table, TakebackAsked{Color::White}),
            "Event 2 does not fit: there is nothing to take back.");
  EXPECT_EQ(misfit(table, TakenBack{0}), "Event 2 does not fit: nobody has asked for it.");
  EXPECT_EQ(misfit(table, RematchOffered{Color::White}),
            "Event 2 does not fit: a rematch cannot be offered.");
  EXPECT_EQ(misfit(table, RematchMade{"new000000001"}), "Event 2 does not fit: there can be no rematch.");
  for (const rules::Outcome& outcome :
       {rules::Outcome{Color::White, Ending::HomeRow}, rules::Outcome{Color::White, Ending::Agreement},
        rules::Outcome{std::nullopt, Ending::Resignation}, rules::Outcome{Color::White, Ending::Time},
        rules::Outcome{std::nullopt, Ending::Repetition}}) {
    EXPECT_EQ(misfit(table, Ended{outcome}), "Event 2 does not fit: the game has not ended this way.");
  }
  table.perform(kAnna, Resign{});
  EXPECT_EQ(misfit(table, Moved{1, "e3-d3", {}}), "Event 3 does not fit: the game is not going on.");
  EXPECT_EQ(misfit(table, kWhiteResigns), "Event 3 does not fit: the game is not going on.");
  EXPECT_EQ(misfit(table, Aborted{}), "Event 3 does not fit: the game is not going on.");
  EXPECT_EQ(misfit(table, RematchMade{"new000000001"}),
            "Event 3 does not fit: nobody has offered a rematch.");
  EXPECT_EQ(misfit(table, Said{Color::White, "bye"}), "fits");
}

TEST(RoomLog, AfterATurnThatEndsTheGameOnlyItsEndFits) {
  Table table(from_fen(kNearTheEnd));
  table.append(Moved{1, "d6-d8", {}});
  EXPECT_NE(misfit(table, kWhiteResigns), "fits");
  EXPECT_NE(misfit(table, DrawOffered{Color::White}), "fits");
  EXPECT_NE(misfit(table, Aborted{}), "fits");
  EXPECT_EQ(misfit(table, Ended{{Color::White, Ending::HomeRow}}), "fits");
}

TEST(RoomLog, MustBeginWithAGameThatCanBePlayed) {
  const auto trouble = [](const std::vector<StoredEvent>& log) {
    const auto room = Room::replay("game00000001", log);
    return room ? "fits" : room.error();
  };
  GameSettings over;
  over.start = over.start.after(*rules::read_turn(over.start, "e3-d3"));
  EXPECT_EQ(trouble({{1, kNoon, Created{over, {kAnna, kBert}, {}}}}), "fits");
  over.start = from_fen(kNearTheEnd).start;
  over.start = over.start.after(*rules::read_turn(over.start, "d6-d8"));
  EXPECT_EQ(trouble({}), "The log is empty.");
  EXPECT_EQ(trouble({{1, kNoon, Aborted{}}}), "The log does not begin with the making of the game.");
  EXPECT_EQ(trouble({{2, kNoon, Created{}}}), "The log does not begin with the making of the game.");
  EXPECT_EQ(trouble({{1, kNoon, Created{over, {kAnna, kBert}, {}}}}),
            "In the position given to start from the game is over.");
  EXPECT_EQ(trouble({{1, kNoon, Created{settings("none", true), {kAnna, kGuest}, {}}}}),
            "This game cannot be: a rated game needs players with accounts.");
  EXPECT_EQ(trouble({{1, kNoon, Created{{}, {kAnna, kAnna}, {}}}}),
            "This game cannot be: nobody plays against themselves.");
  EXPECT_EQ(trouble({{1, kNoon, Created{{}, {kAnna, kBert}, {}}}, {3, kNoon, Aborted{}}}),
            "Event 3 came after 1.");
}

}  // namespace
}  // namespace ordo::online
