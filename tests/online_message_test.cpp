// The messages of the WebSocket, compared with the fixtures that the web app shares: tests/data/messages.
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "online/chat_text.h"
#include "online/message.h"
#include "online/room_record.h"
#include "support/table.h"

namespace ordo::online {
namespace {

namespace json = boost::json;
using rules::Ending;
using namespace ordo::support;

json::value fixture(const std::string& name) {
  std::ifstream file(std::string(ORDO_TESTS_DIR) + "/data/messages/" + name, std::ios::binary);
  EXPECT_TRUE(file.good()) << name;
  return json::parse(std::string(std::istreambuf_iterator<char>(file), {}));
}

std::string_view text(const json::value& value) {
  return {value.as_string().data(), value.as_string().size()};
}

/// The kind of message that was understood, in the words of the fixtures.
std::string kind(const ClientMessage& message) {
  constexpr std::array<std::string_view, 11> kCommands = {
      "Move",  "Resign",     "OfferDraw", "DeclineDraw", "AskTakeback", "DeclineTakeback",
      "Abort", "AskRematch", "ClaimTime", "ClaimGone",   "Say"};
  constexpr std::array<std::string_view, 11> kMessages = {
      "GameCommand", "Watch",        "Unwatch",          "SetPlan",    "FollowLobby", "FollowFeed",
      "FollowMine",  "FollowPeople", "FollowChallenges", "SwitchChat", "Ping"};
  const auto* command = std::get_if<GameCommand>(&message.body);
  if (command != nullptr) return std::string(kCommands[command->command.index()]);
  return std::string(kMessages[message.body.index()]);
}

template <class T>
T good(std::string_view message) {
  auto parsed = parse_message(message);
  EXPECT_TRUE(parsed.ok()) << message << ": " << parsed.error().message;
  return std::get<T>(parsed->body);
}

std::string message_refusal(std::string_view message) {
  const auto parsed = parse_message(message);
  return parsed ? "accepted" : parsed.error().message;
}

TEST(ClientMessage, TheGoodOnesOfTheFixturesAreUnderstood) {
  std::map<std::string, int> seen;
  const json::value messages = fixture("client.json");
  for (const json::value& item : messages.at("good").as_array()) {
    const std::string written = json::serialize(item.at("message"));
    const auto message = parse_message(written);
    ASSERT_TRUE(message.ok()) << written << ": " << message.error().message;
    EXPECT_EQ(kind(*message), text(item.at("kind"))) << written;
    const json::value* re = item.at("message").as_object().if_contains("re");
    EXPECT_EQ(message->re.has_value(), re != nullptr) << written;
    if (re != nullptr && message->re) {
      EXPECT_EQ(*message->re, re->as_int64());
    }
    ++seen[kind(*message)];
  }
  EXPECT_EQ(seen.size(), 21) << "every kind of message has an example";
}

TEST(ClientMessage, TheBadOnesOfTheFixturesAreRefusedWithWhatIsWrong) {
  const json::value messages = fixture("client.json");
  for (const json::value& item : messages.at("bad").as_array()) {
    const std::string_view written = text(item.at("text"));
    const auto message = parse_message(written);
    ASSERT_FALSE(message.ok()) << written;
    EXPECT_EQ(message.error().message, text(item.at("error"))) << written;
    const json::value* re = item.as_object().if_contains("re");
    EXPECT_EQ(message.error().re.has_value(), re != nullptr) << written;
  }
}

TEST(ClientMessage, WhatIsSaidArrives) {
  const auto move = good<GameCommand>(R"({"t":"move","game":"abcDEF123456","ply":7,"turn":"c2-c4"})");
  EXPECT_EQ(move.game, "abcDEF123456");
  EXPECT_EQ(std::get<Move>(move.command).ply, 7);
  EXPECT_EQ(std::get<Move>(move.command).turn, "c2-c4");
  const auto say =
      good<GameCommand>(R"({"t":"say","game":"abcDEF123456","text":" gr\u00fc\u00df dich \ud83d\ude42 "})");
  EXPECT_EQ(std::get<Say>(say.command).text, "grüß dich 🙂");
  EXPECT_EQ(good<Ping>(R"({"t":"ping","n":7})").n, 7);
  EXPECT_FALSE(good<SwitchChat>(R"({"t":"chat","on":false})").on);
  EXPECT_TRUE(good<FollowMine>(R"({"t":"mine","on":true})").on);
  EXPECT_EQ(good<SetPlan>(R"({"t":"plan","game":"abcDEF123456","plan":[{"if":"a","answer":"b"}]})")
                .plan.branches.size(),
            1);
  EXPECT_EQ(parse_message(R"({"t":"ping","n":7,"re":12})")->re, 12);
}

TEST(ClientMessage, SizesAreLimited) {
  const std::string turn(kMaxTurnText + 1, 'a');
  EXPECT_EQ(message_refusal(R"({"t":"move","game":"abcDEF123456","ply":7,"turn":")" + turn + "\"}"),
            "'turn' must have 1 to 40 bytes.");
  EXPECT_EQ(message_refusal(std::string(kMaxMessage + 1, ' ')), "A message has at most 16384 bytes.");
  EXPECT_EQ(message_refusal(R"({"t":"say","game":"abcDEF123456","text":")" + std::string(201, 'x') + "\"}"),
            "This text has 201 characters; 200 are allowed.");
}

TEST(ClientMessage, AnEndlessNestIsRefused) {
  EXPECT_NE(message_refusal(R"({"t":"plan","game":"abcDEF123456","plan":)" + std::string(8000, '[')),
            "accepted");
}

TEST(Chat, IsTrimmedAndPlain) {
  const auto clean = [](std::string_view said) {
    const auto made = clean_chat(said);
    return made ? *made : made.error();
  };
  EXPECT_EQ(clean("  hi  "), "hi");
  EXPECT_EQ(clean("a\nb\tc\x7f"), "a b c");
  EXPECT_EQ(clean(std::string_view("a\0b", 3)), "a b");
  EXPECT_EQ(clean("a\u0085b\u2028c"), "a b c");
  EXPECT_EQ(clean("evil\u202Etxt\u200B"), "eviltxt");
  EXPECT_EQ(clean("👩\u200D🚀"), "👩\u200D🚀");
  EXPECT_EQ(clean("\u200B \n"), "There is nothing to say in this text.");
  EXPECT_EQ(clean(""), "There is nothing to say in this text.");
}

TEST(Chat, IsCountedInCharacters) {
  std::string smileys;
  for (std::size_t i = 0; i < kMaxChatText; ++i) smileys += "🙂";
  EXPECT_EQ(*clean_chat("  " + smileys + " "), smileys);
  EXPECT_EQ(clean_chat(smileys + "!").error(), "This text has 201 characters; 200 are allowed.");
}

TEST(Chat, MustBeUtf8) {
  for (const std::string_view bad : {"\xff", "\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
                                     "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "a\x80", "\xe2\x82"}) {
    EXPECT_EQ(clean_chat(bad).error(), "This text is not UTF-8.");
  }
}

/// What the server says, by the names of the fixtures.
std::vector<std::pair<std::string, std::string>> server_messages() {
  const GameId game = "game00000001";
  std::vector<std::pair<std::string, std::string>> made;
  std::int64_t seq = 0;
  const auto event = [&](const std::string& name, const Event& body) {
    ++seq;
    made.emplace_back(name, event_message(game, {seq, kNoon + seq * std::chrono::seconds(1), body}));
  };
  event("event created", Created{settings("300+3", true), {kAnna, std::nullopt}, "old000000001"});
  event("event join", Joined{Color::Black, kBert});
  event("event move with a clock", Moved{1, "c2-c4", Duration(300'000)});
  event("event move without a clock", Moved{2, "e6-d6", {}});
  event("event draw", DrawOffered{Color::White});
  event("event draw-no", DrawDeclined{Color::Black});
  event("event takeback", TakebackAsked{Color::Black});
  event("event takeback-no", TakebackDeclined{Color::White});
  event("event taken-back", TakenBack{4});
  event("event end, won", Ended{{Color::White, Ending::HomeRow}});
  event("event end, drawn", Ended{{std::nullopt, Ending::Agreement}});
  event("event abort by a player", Aborted{Color::White});
  event("event abort by time", Aborted{});
  event("event rated", Rated{{1520, 1480}, {1530, 1470}});
  event("event rematch", RematchOffered{Color::White});
  event("event rematch-made", RematchMade{"new000000001"});
  event("event say", Said{Color::Black, "\"Viel Glück\" 🙂"});
  event("event pause", Paused{std::chrono::seconds(8), std::chrono::seconds(10)});
  event("event gone", Gone{Color::Black, std::chrono::seconds(42)});
  event("event back", Back{Color::Black});
  made.emplace_back("event hidden", hidden_event_message(game, {18, kNoon, Said{Color::Black, "secret"}}));

  const Table waiting(settings("3d"), std::nullopt, kGuest);
  made.emplace_back("snapshot of a game that waits, for a spectator",
                    snapshot_message(waiting.room(), std::nullopt, kNoon, nullptr, {}));
  Table playing(settings("300+3"));
  playing.play({"e3-d3", "e6-d6"});
  playing.pass(std::chrono::seconds(4));
  playing.perform(kBert, Say{"hello"});
  playing.perform(kBert, OfferDraw{});
  const Plan plan = *parse_plan(R"([{"if":"d3-e3","answer":"d6-e6"}])");
  made.emplace_back("snapshot of a game that is played, for Black",
                    snapshot_message(playing.room(), Color::Black, playing.now(), &plan, playing.log()));
  Table ended(from_fen(kNearTheEnd, "none", rules::Variant::OrdoX), kGuest, kEngine);
  ended.perform(kGuest, Move{1, "d6-d8"});
  ended.append(RematchMade{"new000000001"});
  made.emplace_back("snapshot of a game that ended, for White",
                    snapshot_message(ended.room(), Color::White, kNoon, nullptr, {}));
  Table rated(settings("60+0", true));
  rated.perform(kBert, Resign{});
  rated.append(Rated{{1520, 1480}, {1530, 1470}});
  rated.perform(kBert, AskRematch{});
  made.emplace_back("snapshot of a rated game, for a spectator",
                    snapshot_message(rated.room(), std::nullopt, kNoon, nullptr, {}));

  made.emplace_back("error about a turn", error_message("illegal-turn", "d3-d4 would split White's group",
                                                        &game, 12, rules::Reason::WouldSplit));
  made.emplace_back("error about nothing in particular",
                    error_message("bad-message", "There is no message 'x'.", nullptr, {}));
  made.emplace_back("presence", presence_message(game, {std::nullopt, kNoon}));
  made.emplace_back("pong", pong_message(7, kNoon));
  return made;
}

TEST(ServerMessage, EachIsWrittenAsTheFixturesShow) {
  const json::value expected = fixture("server.json");
  const auto made = server_messages();
  const json::array& items = expected.as_array();
  ASSERT_EQ(items.size(), made.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(text(items[i].at("name")), made[i].first);
    EXPECT_EQ(json::serialize(items[i].at("message")), made[i].second) << made[i].first;
  }
}

TEST(ServerMessage, NobodyIsShownTheIdOfAUser) {
  for (const auto& [name, message] : server_messages()) {
    for (const Player& player : {kAnna, kBert, kGuest}) {
      EXPECT_EQ(message.find(player.id), std::string::npos) << name;
    }
  }
}

TEST(ServerMessage, SpectatorsSeeNeitherChatNorPlans) {
  Table table;
  table.perform(kAnna, Say{"between us"});
  const Plan plan = *parse_plan(R"([{"if":"e3-d3","answer":"e6-d6"}])");
  const std::string shown = snapshot_message(table.room(), std::nullopt, kNoon, &plan, table.log());
  EXPECT_EQ(shown.find("between us"), std::string::npos);
  EXPECT_EQ(shown.find("e6-d6"), std::string::npos);
  EXPECT_EQ(hidden_event_message("game00000001", table.log().back()).find("between us"), std::string::npos);
}

TEST(ServerMessage, TheStateIsThatOfTheSnapshot) {
  const Table table;
  const std::string snapshot = snapshot_message(table.room(), std::nullopt, kNoon, nullptr, {});
  EXPECT_NE(snapshot.find(state_json(table.room(), kNoon)), std::string::npos);
}

TEST(RoomRecord, HasTheTagsOfTheGame) {
  Table table(settings("300+3", true));
  table.play({"e3-d3", "e6-d6"});
  table.perform(kAnna, Resign{});
  EXPECT_EQ(
      records::write_record(record_of_room(table.room())),
      "[Event \"Rated game\"]\n[Site \"ordo\"]\n[Date \"2027.01.15\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n"
      "[Result \"0-1\"]\n[Variant \"Ordo\"]\n[Termination \"resignation\"]\n[WhiteRating \"1520\"]\n"
      "[BlackRating \"1480\"]\n[TimeControl \"300+3\"]\n[GameId \"game00000001\"]\n\n1. e3-d3 e6-d6 0-1\n");
}

TEST(RoomRecord, HasTheClocksOfEachTurnWhereThereWereAny) {
  Table table(settings("300+3", true));
  table.play({"e3-d3", "e6-d6"});
  const std::string record = records::write_record(record_of_room(table.room(), table.log()));
  EXPECT_NE(record.find("1. e3-d3 {[%clk 0:05:00]} 1... e6-d6 {[%clk 0:05:00]} *"), std::string::npos)
      << record;
  Table without(settings("none", false));
  without.play({"e3-d3"});
  EXPECT_EQ(record_of_room(without.room(), without.log()), record_of_room(without.room()));
}

TEST(RoomRecord, OfAnAbortedGameSaysSo) {
  Table table({}, kGuest, std::nullopt);
  table.perform(kGuest, Abort{});
  const records::Record record = record_of_room(table.room());
  EXPECT_EQ(tag_value(record, "Termination"), "aborted");
  EXPECT_EQ(tag_value(record, "Black"), "?");
  EXPECT_EQ(tag_value(record, "WhiteRating"), std::nullopt);
  EXPECT_EQ(record.result, rules::GameResult::Open);
}

}  // namespace
}  // namespace ordo::online
