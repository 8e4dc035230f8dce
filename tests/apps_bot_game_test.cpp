// What a bot knows of the games of tests/data/games.
#include <string>

#include <boost/json/object.hpp>
#include <gtest/gtest.h>

#include "apps/bot/game.h"
#include "rules/fen.h"
#include "support/game_file.h"

namespace ordo::apps {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;

/// Whether a member has this word.
bool says(const json::value& value, std::string_view word) {
  return value.is_string() && std::string_view(value.get_string()) == word;
}

/// The first snapshot, as this side gets it.
BotGame followed(const json::value& game, std::string_view seat) {
  json::object snapshot = game.at("snapshot").as_object();
  snapshot["seat"] = seat;
  auto read = BotGame::read(snapshot);
  EXPECT_TRUE(read.ok()) << read.error();
  return *std::move(read);
}

void expect_known(const BotGame& bot, const json::object& state, std::string_view seat) {
  const std::string_view other = seat == "white" ? "black" : "white";
  const json::object& offers = state.at("offers").as_object();
  const bool is_playing = says(state.at("status"), "playing");
  EXPECT_EQ(bot.is_playing(), is_playing);
  EXPECT_EQ(bot.is_my_turn(), is_playing && says(state.at("to_move"), seat));
  EXPECT_EQ(rules::to_fen(bot.game().position()), state.at("fen").as_string().c_str());
  EXPECT_EQ(bot.next_ply(), state.at("ply").as_int64() + 1);
  EXPECT_EQ(bot.has_draw_offer(), says(offers.at("draw"), other));
  EXPECT_EQ(bot.has_takeback_request(), says(offers.at("takeback"), other));
  EXPECT_EQ(bot.has_rematch_offer(), says(offers.at("rematch"), other));
  if (const auto* outcome = state.at("outcome").if_object()) {
    const std::string result = outcome->at("winner").is_null()     ? "drawn: "
                               : says(outcome->at("winner"), seat) ? "won: "
                                                                   : "lost: ";
    EXPECT_EQ(bot.result(), result + outcome->at("ending").as_string().c_str());
  } else {
    EXPECT_EQ(bot.result(), says(state.at("status"), "aborted") ? "aborted" : "");
  }
}

TEST(BotGame, FollowsEveryGameFromBothSeats) {
  for (const auto& path : support::game_paths()) {
    for (const std::string_view seat : {"white", "black"}) {
      SCOPED_TRACE(path.filename().string());
      const json::value game = json::parse(support::text_of(path));
      BotGame bot = followed(game, seat);
      support::for_each_line(game, [&](const json::object& line, const json::object* known) {
        const json::object& message = line.at("message").as_object();
        if (!says(message.at("t"), "event")) return;
        EXPECT_TRUE(bot.apply(message));
        EXPECT_TRUE(bot.apply(message)) << "told twice";
        if (known != nullptr) expect_known(bot, *known, seat);
      });
    }
  }
}

TEST(BotGame, AsksForASnapshotWhereAnEventIsMissing) {
  const json::value game = json::parse(support::text_of(support::kGamesFolder / "clock.json"));
  BotGame bot = followed(game, "white");
  const json::array& lines = game.at("messages").as_array();
  EXPECT_FALSE(bot.apply(lines.at(1).at("message").as_object()));
  EXPECT_TRUE(bot.apply(lines.at(0).at("message").as_object()));
  EXPECT_FALSE(bot.apply({{"seq", 3}, {"at", 5}, {"event", {{"e", "of-a-newer-server"}}}}));
}

TEST(BotGame, ThinksForAShareOfItsClock) {
  const json::value game = json::parse(support::text_of(support::kGamesFolder / "rated.json"));
  const BotGame bot = followed(game, "white");
  EXPECT_EQ(bot.time_to_think(60s), 180s / 30 + 1500ms);
  EXPECT_EQ(bot.time_to_think(2s), 2s);
  const json::value endless = json::parse(support::text_of(support::kGamesFolder / "repetition.json"));
  EXPECT_EQ(followed(endless, "white").time_to_think(2s), 2s);
}

}  // namespace
}  // namespace ordo::apps
