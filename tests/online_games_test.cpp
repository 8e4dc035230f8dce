// The games of tests/data/games: what rooms make of them, from the first event or the middle.
//
// With ORDO_UPDATE_GAMES=1 in the environment the files are written anew instead; read the difference before
// you commit it.
#include <cstdlib>
#include <set>
#include <string>

#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "online/message.h"
#include "support/game_file.h"
#include "support/game_logs.h"

namespace ordo::online {
namespace {

namespace json = boost::json;

/// What a room knows, with the members that "changed" can have; plans are not the room's.
json::object state_of(const Room& room, Instant now) {
  json::object state = json::parse(state_json(room, now)).as_object();
  state.erase("turns");
  return state;
}

json::object comparable(json::object known) {
  known.erase("turns");
  known.erase("plans");
  return known;
}

bool is_event(const json::object& line) { return line.at("message").at("t") == "event"; }

TEST(Games, AreWhatRoomsMakeOfThemToday) {
  std::set<std::string> names;
  for (const support::GameFile& file : support::game_files()) {
    names.insert(file.name);
    const auto path = support::kGamesFolder / file.name;
    if (std::getenv("ORDO_UPDATE_GAMES") != nullptr) std::ofstream(path, std::ios::binary) << file.text;
    EXPECT_TRUE(support::text_of(path) == file.text) << file.name << " is not what the code plays today";
  }
  for (const auto& path : support::game_paths()) {
    EXPECT_TRUE(names.contains(path.filename().string())) << path << " is nobody's";
  }
}

TEST(Games, HaveEverythingThatCanHappen) {
  std::set<std::string> seen;
  std::string all;
  for (const auto& path : support::game_paths()) {
    all += support::text_of(path);
    const json::value game = json::parse(support::text_of(path));
    support::for_each_line(game, [&](const json::object& line, const json::object*) {
      if (is_event(line)) seen.insert(line.at("message").at("event").at("e").as_string().c_str());
    });
  }
  EXPECT_EQ(seen, (std::set<std::string>{"join", "move", "draw", "draw-no", "takeback", "takeback-no",
                                         "taken-back", "pause", "gone", "back", "end", "abort", "rated",
                                         "rematch", "rematch-made", "say"}));
  for (const char* const sight : {"home-row", "last-piece", "cannot-reconnect", "repetition", "agreement",
                                  "resignation", "abandoned", "\"ending\":\"time\"", "\"variant\":\"ordox\"",
                                  "=a8", "\"time\":\"none\"", "\"time\":\"3d\"", "\"then\":["}) {
    EXPECT_NE(all.find(sight), std::string::npos) << sight;
  }
}

/// Follows the game from a snapshot taken before line `from`, or from the file's own if that is 0.
void follow(const json::value& game, std::size_t from) {
  auto told = read_snapshot(game.at("snapshot").as_object());
  ASSERT_TRUE(told.ok()) << told.error();
  Room room = told->room;
  std::size_t number = 0;
  support::for_each_line(game, [&](const json::object& line, const json::object* known) {
    if (!is_event(line)) return;
    if (++number == from) {
      const std::string snapshot =
          snapshot_message(room, std::nullopt, room.last_at() + Duration(50), nullptr, {});
      told = read_snapshot(json::parse(snapshot).as_object());
      ASSERT_TRUE(told.ok()) << told.error() << snapshot;
      EXPECT_EQ(state_json(told->room, room.last_at() + Duration(90)),
                state_json(room, room.last_at() + Duration(90)));
      room = told->room;
    }
    const auto event = read_event(line.at("message").as_object());
    ASSERT_TRUE(event.ok()) << event.error();
    const auto applied = room.apply(*event);
    ASSERT_TRUE(applied.ok()) << applied.error();
    if (known == nullptr) return;
    const json::object state = state_of(room, instant_from(line.at("now").as_int64()));
    EXPECT_TRUE(state == comparable(*known)) << json::serialize(line) << '\n' << json::serialize(state);
  });
}

TEST(Games, AreTheSameToWhoeverFollowsThemFromAnySnapshot) {
  for (const auto& path : support::game_paths()) {
    SCOPED_TRACE(path.filename().string());
    const json::value game = json::parse(support::text_of(path));
    const std::size_t lines = game.at("messages").as_array().size();
    for (std::size_t from = 0; from <= lines && !HasFailure(); ++from) follow(game, from);
  }
}

TEST(Games, ASnapshotThatMakesNoSenseIsRefused) {
  const json::value game = json::parse(support::text_of(support::kGamesFolder / "clock.json"));
  const auto trouble = [&](std::string_view member, const json::value& value) {
    json::object snapshot = game.at("snapshot").as_object();
    snapshot.at("state").as_object()[member] = value;
    const auto read = read_snapshot(snapshot);
    return read ? std::string("fits") : read.error();
  };
  EXPECT_EQ(trouble("newer", "member"), "fits");
  EXPECT_EQ(trouble("variant", "chess"), "'variant' makes no sense");
  EXPECT_EQ(trouble("status", "waiting"), "The seats do not fit the status.");
  EXPECT_EQ(trouble("status", "ended"), "The game has ended without an outcome.");
  EXPECT_EQ(trouble("clocks", nullptr), "The clocks do not fit the time control.");
  EXPECT_NE(trouble("turns", json::array{"a1-a8"}), "fits");
  EXPECT_NE(trouble("turns", 7), "fits");
  EXPECT_NE(trouble("start", "10/10/10/10/10/10/10/10 w"), "fits");
  EXPECT_FALSE(read_snapshot({}).ok());
  EXPECT_FALSE(read_event({}).ok());
  EXPECT_FALSE(read_event({{"seq", 2}, {"at", 5}, {"event", {{"e", "hidden"}}}}).ok());
}

}  // namespace
}  // namespace ordo::online
