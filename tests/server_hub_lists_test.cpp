// Seeks, limits, lists, engines and failures through the hub, on a real SQLite file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "online/message.h"
#include "support/hub_test.h"

namespace ordo {
namespace {

using namespace ordo::tests;
using online::Color;
using rules::Game;
using server::Identity;
using std::chrono::milliseconds;

TEST_F(HubTest, OfTwoWhoAcceptASeekOneGetsIt) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  node.say(anna, R"({"t":"lobby","on":true})");
  EXPECT_EQ(anna->next("lobby").at("seeks").as_array().size(), 0U);
  const auto seek = node.wait(node.hub().maker().seek(account_of("anna"), wish("300+3", {}, true)));
  ASSERT_TRUE(seek.ok());
  EXPECT_EQ(anna->next("lobby").at("seeks").as_array().size(), 1U);
  EXPECT_EQ(node.wait(node.hub().maker().accept_seek(account_of("anna"), seek->id)).error().code, "own-seek");
  EXPECT_EQ(node.wait(node.hub().maker().accept_seek(guest("gina"), seek->id)).error().code,
            "account-needed");
  std::vector<std::thread> threads;
  std::array<std::optional<util::Result<online::GameId, server::Refused>>, 2> got;
  for (std::size_t i = 0; i < 2; ++i) {
    threads.emplace_back([&, i] {
      got[i] = node.wait(node.hub().maker().accept_seek(account_of(i == 0 ? "bert" : "carl"), seek->id));
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_NE(got[0]->ok(), got[1]->ok());
  const auto& winner = got[0]->ok() ? *got[0] : *got[1];
  EXPECT_EQ((got[0]->ok() ? *got[1] : *got[0]).error().code, "no-such-seek");
  EXPECT_EQ(text(anna->next("game-start"), "game"), *winner);
  EXPECT_EQ(anna->next("lobby").at("seeks").as_array().size(), 0U);
}

TEST_F(HubTest, LimitsHoldForGamesAndSeeks) {
  server::HubOptions options;
  options.most_live_games_of_a_user = 2;
  options.most_seeks_of_a_user = 1;
  options.most_watched_by_a_client = 1;
  Node node(ground_, *database_, nullptr, options);
  const auto made = node.wait(node.hub().maker().create(account_of("anna"), wish("none")));
  ASSERT_TRUE(made.ok());
  ASSERT_TRUE(node.wait(node.hub().maker().seek(account_of("anna"), wish("none"))).ok());
  EXPECT_EQ(node.wait(node.hub().maker().seek(account_of("anna"), wish("none"))).error().code,
            "too-many-seeks");
  const auto other = node.wait(node.hub().maker().create(account_of("anna"), wish("none")));
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(node.wait(node.hub().maker().create(account_of("anna"), wish("none"))).error().code,
            "too-many-games");
  const auto carl = node.enter(account_of("carl"));
  node.watch(carl, made->id);
  (void)carl->next("snapshot");
  node.watch(carl, other->id);
  EXPECT_EQ(text(carl->next("error"), "code"), "too-many");
}

TEST_F(HubTest, WishesThatMakeNoSenseAreRefused) {
  Node node(ground_, *database_);
  const auto code = [&](const Identity& who, const server::GameWish& wanted) {
    const auto made = node.wait(node.hub().maker().create(who, wanted));
    return made.ok() ? std::string() : made.error().code;
  };
  EXPECT_EQ(code({}, wish("none")), "identity-needed");
  EXPECT_EQ(code(guest("gina"), wish("300+3", {}, true)), "account-needed");
  EXPECT_EQ(code(account_of("anna"), wish("none", {}, true)), "bad-rated");
  server::GameWish engine = wish("none");
  engine.engine_level = 12;
  EXPECT_EQ(code(account_of("anna"), engine), "bad-level");
  engine.engine_level = 3;
  EXPECT_EQ(code(account_of("anna"), engine), "no-engine");
  EXPECT_EQ(node.wait(node.hub().maker().join(account_of("anna"), "000000000000")).error().code,
            "no-such-game");
}

TEST_F(HubTest, WhatCannotBeStoredChangesNothing) {
  UnreliableDatabase unreliable(*database_);
  Node node(ground_, unreliable);
  const auto anna = node.enter(account_of("anna"));
  const auto bert = node.enter(account_of("bert"));
  const online::GameId id = begin(node);
  node.watch(anna, id);
  node.watch(bert, id);
  (void)bert->next("snapshot");
  const std::string turn = some_turn(Game(rules::Variant::Ordo), 1);
  unreliable.fail_writes(true);
  node.move(anna, id, 1, turn);
  EXPECT_EQ(text(anna->next("error"), "code"), "retry");
  node.watch(bert, id);
  EXPECT_EQ(bert->next("snapshot").at("seq").as_int64(), 2);
  unreliable.fail_reads(true);
  node.move(anna, id, 1, turn);
  EXPECT_EQ(text(anna->next("error"), "code"), "unsure") << "there is no log to look at";
  unreliable.fail_writes(false);
  unreliable.fail_reads(false);
  node.move(anna, id, 1, turn);
  EXPECT_EQ(bert->next_event("move").at("seq").as_int64(), 3);
  EXPECT_EQ(log_of(id).size(), 3U);
  for (const auto& client : {anna, bert}) EXPECT_EQ(disorder(*client, id), "");
}

TEST_F(HubTest, WhatWasStoredThoughTheAnswerWasLostIsShownOnce) {
  UnreliableDatabase unreliable(*database_);
  Node node(ground_, unreliable);
  const auto anna = node.enter(account_of("anna"));
  const auto bert = node.enter(account_of("bert"));
  const online::GameId id = begin(node);
  node.watch(bert, id);
  (void)bert->next("snapshot");
  unreliable.lose_answers(true);
  const std::string turn = some_turn(Game(rules::Variant::Ordo), 1);
  node.move(anna, id, 1, turn);
  EXPECT_EQ(anna->next_event("move").at("seq").as_int64(), 3) << "the log tells that it was stored";
  EXPECT_EQ(bert->next_event("move").at("seq").as_int64(), 3);
  const auto said = node.wait(node.hub().maker().command(account_of("bert"), id, online::Say{"well played"}));
  ASSERT_TRUE(said.ok());
  EXPECT_EQ(said->size(), 1U);
  const auto made = node.wait(node.hub().maker().create(account_of("carl"), wish("none")));
  ASSERT_TRUE(made.ok());
  EXPECT_TRUE(asked(*database_, [&](store::Store& store) { return store.summary(made->id); }).has_value());
  unreliable.lose_answers(false);
  node.move(anna, id, 1, turn);
  EXPECT_EQ(anna->next_event("move").at("seq").as_int64(), 3);
  EXPECT_EQ(log_of(id).size(), 4U);
  EXPECT_EQ(asked(*database_, [](store::Store& store) { return store.live_games_of("carl"); }), 1);
  EXPECT_EQ(disorder(*bert, id), "");
}

TEST_F(HubTest, WhenNobodyCanTellWhetherItWasStoredThatIsSaid) {
  UnreliableDatabase unreliable(*database_);
  Node node(ground_, unreliable);
  const auto anna = node.enter(account_of("anna"));
  const online::GameId id = begin(node);
  const auto say = [&](int line) {
    node.say(anna, fmt::format(R"({{"t":"say","game":"{}","text":"hello","id":{}}})", id, line));
  };
  node.watch(anna, id);
  (void)anna->next("snapshot");
  unreliable.lose_answers(true);
  unreliable.fail_reads(true);
  say(7001);
  EXPECT_EQ(text(anna->next("error"), "code"), "unsure");
  EXPECT_EQ(node.wait(node.hub().maker().create(account_of("carl"), wish("none"))).error().code, "unsure");
  unreliable.lose_answers(false);
  unreliable.fail_reads(false);
  say(7001);
  EXPECT_EQ(anna->next_event("say").at("seq").as_int64(), 3);
  EXPECT_EQ(log_of(id).size(), 3U) << "a line that is repeated with its id is there once";
  say(7002);
  const auto second = anna->next_where(
      [](const Json& message) { return text(message, "t") == "event" && message.at("seq").as_int64() == 4; });
  EXPECT_TRUE(second.has_value()) << "the same words with another id are another line";
  EXPECT_EQ(disorder(*anna, id), "") << "the log told of the line before it was repeated: that is enough";
}

TEST_F(HubTest, TheEngineAnswersAndGrantsTakebacks) {
  engines::PoolOptions engine;
  engine.program.command = {ORDO_FAKE_ENGINE, "good"};
  engine.program.most_memory = 0;
  engines::Pool pool(engine);
  server::HubOptions options;
  options.engine_shortest = milliseconds(50);
  Node node(ground_, *database_, &pool, options);
  const auto anna = node.enter(account_of("anna"));
  server::GameWish wanted = wish("none", Color::Black);
  wanted.engine_level = 4;
  const auto made = node.wait(node.hub().maker().create(account_of("anna"), wanted));
  ASSERT_TRUE(made.ok());
  node.watch(anna, made->id);
  // It has the first turn.
  (void)anna->next_where([](const Json& message) {
    return boost::json::serialize(message).find("\"plies\":1") != std::string::npos ||
           boost::json::serialize(message).find("\"ply\":1") != std::string::npos;
  });
  const auto turns_so_far = [&] {
    Game game(rules::Variant::Ordo);
    for (const auto& event : log_of(made->id)) {
      const auto* moved = std::get_if<online::Moved>(&event.event);
      if (moved != nullptr) {
        EXPECT_TRUE(game.play(moved->turn).ok());
      }
    }
    return game;
  };
  while (turns_so_far().turns().empty()) std::this_thread::sleep_for(milliseconds(10));
  node.move(anna, made->id, 2, some_turn(turns_so_far(), 0));
  while (turns_so_far().turns().size() < 3) std::this_thread::sleep_for(milliseconds(10));
  node.say(anna, fmt::format(R"({{"t":"takeback","game":"{}"}})", made->id));
  EXPECT_EQ(anna->next_event("taken-back").at("event").as_object().at("plies").as_int64(), 1);
  EXPECT_EQ(disorder(*anna, made->id), "");
}

TEST_F(HubTest, AnEngineThatWasNotAskedIsAskedByTheSweeper) {
  online::GameId id;
  {
    // A node without engines takes the human's turn and goes.
    engines::PoolOptions broken;
    broken.program.command = {ORDO_FAKE_ENGINE, "crash"};
    broken.program.most_memory = 0;
    engines::Pool pool(broken);
    Node node(ground_, *database_, &pool);
    server::GameWish wanted = wish("none", Color::White);
    wanted.engine_level = 4;
    const auto made = node.wait(node.hub().maker().create(account_of("anna"), wanted));
    ASSERT_TRUE(made.ok());
    id = made->id;
    const auto moved = node.wait(node.hub().maker().command(
        account_of("anna"), id, online::Move{1, some_turn(Game(rules::Variant::Ordo), 0)}));
    ASSERT_TRUE(moved.ok());
    while (pool.state().failed == 0) std::this_thread::sleep_for(milliseconds(10));
  }
  engines::PoolOptions good;
  good.program.command = {ORDO_FAKE_ENGINE, "good"};
  good.program.most_memory = 0;
  engines::Pool pool(good);
  server::HubOptions options;
  options.sweep_every = milliseconds(100);
  options.engine_silence = std::chrono::seconds(0);
  Node node(ground_, *database_, &pool, options);
  const auto anna = node.enter(account_of("anna"));
  node.watch(anna, id);
  EXPECT_EQ(anna->next_event("move").at("event").as_object().at("ply").as_int64(), 2);
}

TEST_F(HubTest, MineTellsOfBeginningsTurnsAndEnds) {
  Node node(ground_, *database_);
  const auto bert = node.enter(account_of("bert"));
  node.say(bert, R"({"t":"mine","on":true})");
  EXPECT_EQ(bert->next("mine").at("games").as_array().size(), 0U);
  const online::GameId id = begin(node);
  EXPECT_EQ(text(bert->next("mine-update").at("game").as_object(), "status"), "playing");
  ASSERT_TRUE(node.wait(node.hub().maker().command(account_of("anna"), id,
                                                   online::Move{1, some_turn(Game(rules::Variant::Ordo), 0)}))
                  .ok());
  EXPECT_EQ(bert->next("mine-update").at("game").as_object().at("plies").as_int64(), 1);
  ASSERT_TRUE(node.wait(node.hub().maker().command(account_of("anna"), id, online::Resign{})).ok());
  EXPECT_EQ(text(bert->next("mine-update").at("game").as_object(), "status"), "ended");
}

TEST_F(HubTest, TheFeedShowsGamesAndTheirTurns) {
  Node node(ground_, *database_);
  const auto carl = node.enter(account_of("carl"));
  const online::GameId id = begin(node, "300+3");
  node.say(carl, R"({"t":"feed","on":true})");
  const Json feed = carl->next("feed");
  ASSERT_EQ(feed.at("games").as_array().size(), 1U);
  EXPECT_EQ(text(feed.at("games").as_array()[0].as_object(), "id"), id);
  const std::string turn = some_turn(Game(rules::Variant::Ordo), 0);
  ASSERT_TRUE(node.wait(node.hub().maker().command(account_of("anna"), id, online::Move{1, turn})).ok());
  const Json update = carl->next("feed-update").at("games").as_array()[0].as_object();
  EXPECT_EQ(text(update, "turn"), turn);
  EXPECT_EQ(update.at("left").as_object().at("white").as_int64(), 300'000);
}

TEST_F(HubTest, SpectatorsAreCounted) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const auto carl = node.enter(account_of("carl"));
  const online::GameId id = begin(node);
  node.watch(anna, id);
  node.watch(carl, id);
  EXPECT_EQ(anna->next("watchers").at("n").as_int64(), 1);
  node.hub().leave(carl);
  EXPECT_EQ(anna->next("watchers").at("n").as_int64(), 0);
}

TEST_F(HubTest, ForgottenRoomsAreReadAgain) {
  server::HubOptions options;
  options.keep_empty_room = std::chrono::seconds(0);
  Node node(ground_, *database_, nullptr, options);
  const online::GameId id = begin(node);
  for (int i = 0; i < 50; ++i) {
    const auto client = node.enter(guest(fmt::format("g{}", i)));
    node.watch(client, id);
    if (i % 2 == 0) node.hub().leave(client);
    if (i % 2 == 1) {
      EXPECT_EQ(client->next("snapshot").at("seq").as_int64(), 2);
      node.say(client, fmt::format(R"({{"t":"unwatch","game":"{}"}})", id));
    }
  }
}

TEST_F(HubTest, DrainingTellsEverybodyAndTakesNothingMore) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const online::GameId id = begin(node);
  node.wait(node.hub().drain());
  (void)anna->next("reconnect");
  node.move(anna, id, 1, some_turn(Game(rules::Variant::Ordo), 0));
  EXPECT_EQ(text(anna->next("error"), "code"), "reconnect");
  EXPECT_EQ(node.wait(node.hub().maker().create(account_of("anna"), wish("none"))).error().kind,
            server::Refused::Kind::Unavailable);
}

}  // namespace
}  // namespace ordo
