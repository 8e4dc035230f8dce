// Games through the hub, on a real SQLite file: every client's view of every event.
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "online/message.h"
#include "support/hub_test.h"

namespace ordo {
namespace {

using namespace ordo::tests;
using online::Color;
using rules::Game;
using std::chrono::milliseconds;
using testing::HasSubstr;

TEST_F(HubTest, TwoPlayersAndASpectatorSeeAWholeGame) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const auto bert = node.enter(account_of("bert"));
  const auto carl = node.enter(account_of("carl"));
  const online::GameId id = begin(node);
  EXPECT_EQ(text(anna->next("game-start"), "game"), id);
  EXPECT_EQ(text(bert->next("game-start"), "game"), id);
  for (const auto& client : {anna, bert, carl}) {
    node.watch(client, id);
    EXPECT_EQ(client->next("snapshot").at("seq").as_int64(), 2);
  }
  Game game(rules::Variant::Ordo);
  std::mt19937 lots(1);  // NOLINT: the same game every time
  for (int ply = 1; !game.outcome(); ++ply) {
    const std::string turn = some_turn(game, lots());
    node.move(ply % 2 == 1 ? anna : bert, id, ply, turn);
    ASSERT_TRUE(game.play(turn).ok());
    for (const auto& client : {anna, bert, carl}) {
      const Json event = client->next_event("move").at("event").as_object();
      ASSERT_EQ(event.at("ply").as_int64(), ply);
      ASSERT_EQ(text(event, "turn"), turn);
    }
  }
  for (const auto& client : {anna, bert, carl}) {
    (void)client->next_event("end");
    EXPECT_EQ(disorder(*client, id), "");
  }
  const auto summary = asked(*database_, [&](store::Store& store) { return store.summary(id); });
  EXPECT_EQ(summary->status, online::RoomStatus::Ended);
  EXPECT_EQ(summary->outcome, game.outcome());
  EXPECT_EQ(log_of(id).size(), game.turns().size() + 3);
}

TEST_F(HubTest, WhatIsNotAllowedIsRefusedWithTheNumberOfTheMessage) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const auto carl = node.enter(account_of("carl"));
  const online::GameId id = begin(node);
  const auto error_for = [&](const std::shared_ptr<FakeClient>& client, const std::string& message) {
    node.say(client, message);
    const Json error = client->next("error");
    EXPECT_EQ(error.at("re").as_int64(), 7);
    return std::string(text(error, "code"));
  };
  const auto move = [&](int ply, std::string_view turn) {
    return fmt::format(R"({{"t":"move","game":"{}","ply":{},"turn":"{}","re":7}})", id, ply, turn);
  };
  EXPECT_EQ(error_for(carl, move(1, "a2-a3")), "not-a-player");
  EXPECT_EQ(error_for(anna, move(1, "a5-a6")), "illegal-turn");
  EXPECT_EQ(error_for(anna, move(3, "a2-a3")), "stale-ply");
  EXPECT_EQ(error_for(anna, R"({"t":"watch","game":"000000000000","re":7})"), "no-such-game");
  EXPECT_EQ(error_for(anna, fmt::format(R"({{"t":"plan","game":"{}","plan":[],"re":7}})", id)),
            "unavailable");
  EXPECT_EQ(log_of(id).size(), 2U);
}

TEST_F(HubTest, ARepeatedMoveIsAnsweredWithTheStoredEvent) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const online::GameId id = begin(node);
  const std::string turn = some_turn(Game(rules::Variant::Ordo), 5);
  node.move(anna, id, 1, turn);
  const Json first = anna->next_event("move");
  node.move(anna, id, 1, turn);
  EXPECT_EQ(anna->next_event("move"), first);
  EXPECT_EQ(log_of(id).size(), 3U);
}

TEST_F(HubTest, WhoWatchesIsShownARepeatedMoveOrLineOnce) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const online::GameId id = begin(node);
  const std::string turn = some_turn(Game(rules::Variant::Ordo), 5);
  const std::string line = fmt::format(R"({{"t":"say","game":"{}","text":"hello","id":1}})", id);
  node.watch(anna, id);
  for (int i = 0; i < 2; ++i) {
    node.move(anna, id, 1, turn);
    node.say(anna, line);
  }
  // What is asked of a game is done in turn: before this snapshot comes whatever the rest has led to.
  (void)anna->next("snapshot");
  node.watch(anna, id);
  EXPECT_EQ(anna->next("snapshot").at("seq").as_int64(), 4);
  EXPECT_EQ(disorder(*anna, id), "");
  EXPECT_EQ(log_of(id).size(), 4U);
}

TEST_F(HubTest, WhoeverComesWhileTurnsAreMadeMissesNothing) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const auto bert = node.enter(account_of("bert"));
  const online::GameId id = begin(node);
  node.watch(anna, id);
  std::vector<std::shared_ptr<FakeClient>> crowd;
  Game game(rules::Variant::Ordo);
  std::mt19937 lots(2);  // NOLINT: the same game every time
  std::atomic<bool> is_over = false;
  // Two threads of newcomers, some of whom watch twice, or leave at once.
  std::vector<std::thread> threads;
  std::mutex guard;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&, i] {
      for (int n = 0; !is_over && n < 300; ++n) {
        const auto client = node.enter(guest(fmt::format("g{}x{}", i, n)));
        node.watch(client, id);
        if (n % 3 == 0) node.watch(client, id);
        if (n % 5 == 0) node.hub().leave(client);
        const std::lock_guard lock(guard);
        crowd.push_back(client);
      }
    });
  }
  int ply = 1;
  for (; !game.outcome() && ply <= 60; ++ply) {
    const std::string turn = some_turn(game, lots());
    ASSERT_TRUE(game.play(turn).ok());
    node.move(ply % 2 == 1 ? anna : bert, id, ply, turn);
    const Json event = anna->next_event("move");
    ASSERT_EQ(event.at("event").as_object().at("ply").as_int64(), ply);
  }
  is_over = true;
  for (std::thread& thread : threads) thread.join();
  node.say(anna, fmt::format(R"({{"t":"resign","game":"{}"}})", id));
  (void)anna->next_event("end");
  const std::size_t events = log_of(id).size();
  for (std::size_t i = 0; i < crowd.size(); ++i) {
    EXPECT_EQ(disorder(*crowd[i], id), "") << i;
    if (crowd[i]->notes().has_left) continue;
    const auto last = crowd[i]->next_where([&](const Json& message) {
      const auto* seq = message.if_contains("seq");
      return seq != nullptr && seq->as_int64() == static_cast<std::int64_t>(events);
    });
    EXPECT_TRUE(last.has_value()) << i;
  }
  EXPECT_GT(crowd.size(), 10U);
}

TEST_F(HubTest, AFlagFallsByItself) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const auto bert = node.enter(account_of("bert"));
  const online::GameId id = begin(node, "0.5+0", true);
  node.watch(bert, id);
  Game game(rules::Variant::Ordo);
  for (int ply = 1; ply <= 2; ++ply) {
    const std::string turn = some_turn(game, 0);
    ASSERT_TRUE(game.play(turn).ok());
    node.move(ply == 1 ? anna : bert, id, ply, turn);
    (void)bert->next_event("move");
  }
  const Json end = bert->next_event("end").at("event").as_object();
  EXPECT_THAT(boost::json::serialize(end), HasSubstr("time"));
  // It was rated, which is told as well.
  (void)bert->next_event("rated");
  EXPECT_EQ(disorder(*bert, id), "");
}

TEST_F(HubTest, AFlagFallsThoughNobodyIsThere) {
  server::HubOptions options;
  options.keep_empty_room = std::chrono::seconds(0);
  options.sweep_every = milliseconds(100);
  Node node(ground_, *database_, nullptr, options);
  const online::GameId id = begin(node, "0.5+0");
  Game game(rules::Variant::Ordo);
  for (int ply = 1; ply <= 2; ++ply) {
    const std::string turn = some_turn(game, 0);
    ASSERT_TRUE(game.play(turn).ok());
    const auto done = node.wait(
        node.hub().maker().command(account_of(ply == 1 ? "anna" : "bert"), id, online::Move{ply, turn}));
    ASSERT_TRUE(done.ok()) << done.error().message;
    ASSERT_EQ(done->size(), 1U);
  }
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (log_of(id).size() < 5 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(20));
  }
  ASSERT_EQ(log_of(id).size(), 5U);
  EXPECT_TRUE(std::holds_alternative<online::Ended>(log_of(id).back().event));
}

TEST_F(HubTest, ATakebackIsGrantedByTheOpponent) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const auto bert = node.enter(account_of("bert"));
  const online::GameId id = begin(node);
  node.watch(anna, id);
  node.watch(bert, id);
  node.move(anna, id, 1, some_turn(Game(rules::Variant::Ordo), 0));
  (void)bert->next_event("move");
  const std::string ask = fmt::format(R"({{"t":"takeback","game":"{}"}})", id);
  node.say(anna, ask);
  (void)bert->next_event("takeback");
  node.say(bert, ask);
  EXPECT_EQ(anna->next_event("taken-back").at("event").as_object().at("plies").as_int64(), 0);
  node.move(anna, id, 1, some_turn(Game(rules::Variant::Ordo), 3));
  (void)bert->next_event("move");
  EXPECT_EQ(disorder(*bert, id), "");
}

TEST_F(HubTest, ARematchExchangesColours) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const auto bert = node.enter(account_of("bert"));
  const online::GameId id = begin(node);
  node.watch(anna, id);
  node.say(anna, fmt::format(R"({{"t":"resign","game":"{}"}})", id));
  (void)anna->next_event("end");
  const std::string ask = fmt::format(R"({{"t":"rematch","game":"{}"}})", id);
  node.say(bert, ask);
  (void)anna->next_event("rematch");
  (void)bert->next("game-start");
  node.say(anna, ask);
  const std::string next(text(anna->next_event("rematch-made").at("event").as_object(), "game"));
  EXPECT_EQ(text(bert->next("game-start"), "game"), next);
  const auto summary = asked(*database_, [&](store::Store& store) { return store.summary(next); });
  ASSERT_TRUE(summary.has_value());
  EXPECT_EQ(summary->players[0]->id, "bert");
  EXPECT_EQ(summary->players[1]->id, "anna");
  EXPECT_EQ(summary->status, online::RoomStatus::Playing);
}

TEST_F(HubTest, ChatIsForPlayersAndNotTooMuchOfIt) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const auto bert = node.enter(account_of("bert"));
  const auto deaf = node.enter(account_of("bert"));
  const auto carl = node.enter(account_of("carl"));
  const online::GameId id = begin(node);
  node.say(deaf, R"({"t":"chat","on":false})");
  for (const auto& client : {anna, bert, deaf, carl}) {
    node.watch(client, id);
    (void)client->next("snapshot");
  }
  const std::string say = fmt::format(R"({{"t":"say","game":"{}","text":"hello","re":1}})", id);
  for (int i = 0; i < 6; ++i) node.say(anna, say);
  EXPECT_EQ(text(bert->next_event("say").at("event").as_object(), "text"), "hello");
  (void)carl->next_event("hidden");
  (void)deaf->next_event("hidden");
  EXPECT_EQ(text(anna->next("error"), "code"), "slow-down");
  node.watch(bert, id);
  EXPECT_THAT(boost::json::serialize(bert->next("snapshot")), HasSubstr("hello"));
  node.watch(carl, id);
  EXPECT_THAT(boost::json::serialize(carl->next("snapshot")), testing::Not(HasSubstr("hello")));
  EXPECT_EQ(log_of(id).size(), 7U);
  for (const auto& client : {anna, bert, deaf, carl}) EXPECT_EQ(disorder(*client, id), "");
}

TEST_F(HubTest, APlanAnswersAtOnce) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const auto bert = node.enter(account_of("bert"));
  const online::GameId id = begin(node, "3d");
  Game game(rules::Variant::Ordo);
  const std::string first = some_turn(game, 2);
  ASSERT_TRUE(game.play(first).ok());
  const std::string answer = some_turn(game, 4);
  node.say(bert, fmt::format(R"({{"t":"plan","game":"{}","plan":[{{"if":"{}","answer":"{}"}}]}})", id, first,
                             answer));
  EXPECT_EQ(bert->next("plan").at("plan").as_array().size(), 1U);
  node.watch(bert, id);
  EXPECT_THAT(boost::json::serialize(bert->next("snapshot")), HasSubstr(answer));
  node.move(anna, id, 1, first);
  EXPECT_EQ(text(bert->next_event("move").at("event").as_object(), "turn"), first);
  EXPECT_EQ(text(bert->next_event("move").at("event").as_object(), "turn"), answer);
  EXPECT_TRUE(asked(*database_, [&](store::Store& store) { return store.plan(id, Color::Black); }).empty());
}

TEST_F(HubTest, APlanThatIsNotEnteredIsVoid) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const auto bert = node.enter(account_of("bert"));
  const online::GameId id = begin(node, "3d");
  Game game(rules::Variant::Ordo);
  const std::string first = some_turn(game, 2);
  ASSERT_TRUE(game.play(first).ok());
  node.say(bert, fmt::format(R"({{"t":"plan","game":"{}","plan":[{{"if":"{}","answer":"{}"}}]}})", id, first,
                             some_turn(game, 4)));
  (void)bert->next("plan");
  node.move(anna, id, 1, some_turn(Game(rules::Variant::Ordo), 3));
  (void)anna->next_event("move");
  EXPECT_EQ(log_of(id).size(), 3U);
  EXPECT_TRUE(asked(*database_, [&](store::Store& store) { return store.plan(id, Color::Black); }).empty());
}

}  // namespace
}  // namespace ordo
