// Games, seeks and lists through the hub, on a real SQLite file: every client's view of every event.
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "online/message.h"
#include "support/databases.h"
#include "support/hub_fixture.h"

namespace ordo {
namespace {

using namespace ordo::tests;
using online::Color;
using rules::Game;
using server::Identity;
using std::chrono::milliseconds;
using testing::HasSubstr;

class HubTest : public testing::Test {
 protected:
  HubTest() { add_users(*database_, {"anna", "bert", "carl"}); }

  /// Anna is White, Bert Black.
  online::GameId begin(Node& node, std::string_view time = "none", bool rated = false) {
    const auto made = node.wait(node.hub().create_game(account_of("anna"), wish(time, Color::White, rated)));
    EXPECT_TRUE(made.ok());
    const auto joined = node.wait(node.hub().join_game(account_of("bert"), made->id));
    EXPECT_TRUE(joined.ok());
    return made->id;
  }

  [[nodiscard]] std::vector<online::StoredEvent> log_of(const online::GameId& game) {
    return asked(*database_, [&](store::Store& store) { return store.events(game); });
  }

  Ground ground_;
  TemporaryFolder folder_;
  std::unique_ptr<store::Database> database_ =
      store::Database::open({fresh_address(store::Dialect::Sqlite, folder_)});
};

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
    const auto done =
        node.wait(node.hub().command(account_of(ply == 1 ? "anna" : "bert"), id, online::Move{ply, turn}));
    ASSERT_TRUE(done.ok()) << done.error().message;
    ASSERT_EQ(done->size(), 1U);
  }
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
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

TEST_F(HubTest, OfTwoWhoAcceptASeekOneGetsIt) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  node.say(anna, R"({"t":"lobby","on":true})");
  EXPECT_EQ(anna->next("lobby").at("seeks").as_array().size(), 0U);
  const auto seek = node.wait(node.hub().seek(account_of("anna"), wish("300+3", {}, true)));
  ASSERT_TRUE(seek.ok());
  EXPECT_EQ(anna->next("lobby").at("seeks").as_array().size(), 1U);
  EXPECT_EQ(node.wait(node.hub().accept_seek(account_of("anna"), seek->id)).error().code, "own-seek");
  EXPECT_EQ(node.wait(node.hub().accept_seek(guest("gina"), seek->id)).error().code, "account-needed");
  std::vector<std::thread> threads;
  std::array<std::optional<util::Result<online::GameId, server::Refused>>, 2> got;
  for (std::size_t i = 0; i < 2; ++i) {
    threads.emplace_back([&, i] {
      got[i] = node.wait(node.hub().accept_seek(account_of(i == 0 ? "bert" : "carl"), seek->id));
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
  const auto made = node.wait(node.hub().create_game(account_of("anna"), wish("none")));
  ASSERT_TRUE(made.ok());
  ASSERT_TRUE(node.wait(node.hub().seek(account_of("anna"), wish("none"))).ok());
  EXPECT_EQ(node.wait(node.hub().seek(account_of("anna"), wish("none"))).error().code, "too-many-seeks");
  const auto other = node.wait(node.hub().create_game(account_of("anna"), wish("none")));
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(node.wait(node.hub().create_game(account_of("anna"), wish("none"))).error().code,
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
    const auto made = node.wait(node.hub().create_game(who, wanted));
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
  EXPECT_EQ(node.wait(node.hub().join_game(account_of("anna"), "000000000000")).error().code, "no-such-game");
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
  EXPECT_EQ(text(anna->next("error"), "code"), "retry");
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
  EXPECT_EQ(text(anna->next("error"), "code"), "retry");
  EXPECT_EQ(bert->next_event("move").at("seq").as_int64(), 3);
  unreliable.lose_answers(false);
  node.move(anna, id, 1, turn);
  EXPECT_EQ(anna->next_event("move").at("seq").as_int64(), 3);
  EXPECT_EQ(log_of(id).size(), 3U);
  EXPECT_EQ(disorder(*bert, id), "");
}

TEST_F(HubTest, TheEngineAnswersAndGrantsTakebacks) {
  server::EnginePoolOptions engine;
  engine.command = {ORDO_FAKE_ENGINE, "good"};
  engine.most_memory = 0;
  server::EnginePool pool(engine);
  server::HubOptions options;
  options.engine_shortest = milliseconds(50);
  Node node(ground_, *database_, &pool, options);
  const auto anna = node.enter(account_of("anna"));
  server::GameWish wanted = wish("none", Color::Black);
  wanted.engine_level = 4;
  const auto made = node.wait(node.hub().create_game(account_of("anna"), wanted));
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
    server::EnginePoolOptions broken;
    broken.command = {ORDO_FAKE_ENGINE, "crash"};
    broken.most_memory = 0;
    server::EnginePool pool(broken);
    Node node(ground_, *database_, &pool);
    server::GameWish wanted = wish("none", Color::White);
    wanted.engine_level = 4;
    const auto made = node.wait(node.hub().create_game(account_of("anna"), wanted));
    ASSERT_TRUE(made.ok());
    id = made->id;
    const auto moved = node.wait(node.hub().command(
        account_of("anna"), id, online::Move{1, some_turn(Game(rules::Variant::Ordo), 0)}));
    ASSERT_TRUE(moved.ok());
    while (pool.state().failed == 0) std::this_thread::sleep_for(milliseconds(10));
  }
  server::EnginePoolOptions good;
  good.command = {ORDO_FAKE_ENGINE, "good"};
  good.most_memory = 0;
  server::EnginePool pool(good);
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
  ASSERT_TRUE(node.wait(node.hub().command(account_of("anna"), id,
                                           online::Move{1, some_turn(Game(rules::Variant::Ordo), 0)}))
                  .ok());
  EXPECT_EQ(bert->next("mine-update").at("game").as_object().at("plies").as_int64(), 1);
  ASSERT_TRUE(node.wait(node.hub().command(account_of("anna"), id, online::Resign{})).ok());
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
  ASSERT_TRUE(node.wait(node.hub().command(account_of("anna"), id, online::Move{1, turn})).ok());
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
  EXPECT_EQ(node.wait(node.hub().create_game(account_of("anna"), wish("none"))).error().status, 503);
}

}  // namespace
}  // namespace ordo
