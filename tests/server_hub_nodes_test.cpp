// Several hubs on one PostgreSQL database: no node owns a game, and everybody sees the same.
#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/databases.h"
#include "support/hub_fixture.h"
#include "support/three_nodes.h"

namespace ordo {
namespace {

using namespace ordo::tests;
using rules::Game;
using std::chrono::milliseconds;
using testing::HasSubstr;

class HubNodes : public ThreeNodes {
 protected:
  HubNodes() : ThreeNodes(options()) { add_users(*databases_[0], {"anna", "bert", "carl"}); }
  static server::HubOptions options() {
    server::HubOptions options;
    options.sweep_every = milliseconds(200);
    return options;
  }
};

TEST_F(HubNodes, PlayersAndASpectatorOnThreeNodesSeeTheSameGame) {
  const auto anna = nodes_[0]->enter(account_of("anna"));
  const auto bert = nodes_[1]->enter(account_of("bert"));
  const auto carl = nodes_[2]->enter(account_of("carl"));
  nodes_[2]->say(carl, R"({"t":"mine","on":true})");
  nodes_[0]->say(anna, R"({"t":"mine","on":true})");
  const online::GameId id = begin("none");
  EXPECT_EQ(text(anna->next("game-start"), "game"), id);
  EXPECT_EQ(text(bert->next("game-start"), "game"), id);
  nodes_[0]->watch(anna, id);
  nodes_[1]->watch(bert, id);
  nodes_[2]->watch(carl, id);
  for (const auto& client : {anna, bert, carl}) (void)client->next("snapshot");
  Game game(rules::Variant::Ordo);
  for (int ply = 1; ply <= 20 && !game.outcome(); ++ply) {
    const std::string turn = some_turn(game, static_cast<std::size_t>(ply) * 7);
    ASSERT_TRUE(game.play(turn).ok());
    const bool is_white = ply % 2 == 1;
    nodes_[is_white ? 0 : 1]->move(is_white ? anna : bert, id, ply, turn);
    for (const auto& client : {anna, bert, carl}) {
      ASSERT_EQ(text(client->next_event("move").at("event").as_object(), "turn"), turn);
    }
  }
  for (const auto& client : {anna, bert, carl}) EXPECT_EQ(disorder(*client, id), "");
}

TEST_F(HubNodes, OfTwoTurnsForTheSamePlyOneIsMade) {
  // The same player at two nodes, moving differently at the same time; the opponent answers at the third.
  const auto here = nodes_[0]->enter(account_of("anna"));
  const auto there = nodes_[1]->enter(account_of("anna"));
  const auto bert = nodes_[2]->enter(account_of("bert"));
  const online::GameId id = begin("none");
  nodes_[0]->watch(here, id);
  nodes_[1]->watch(there, id);
  nodes_[2]->watch(bert, id);
  for (const auto& client : {here, there, bert}) (void)client->next("snapshot");
  Game game(rules::Variant::Ordo);
  for (int ply = 1; ply < 20; ply += 2) {
    std::thread other([&] { nodes_[1]->move(there, id, ply, some_turn(game, 11)); });
    nodes_[0]->move(here, id, ply, some_turn(game, 3));
    other.join();
    const Json made = bert->next_event("move").at("event").as_object();
    ASSERT_EQ(made.at("ply").as_int64(), ply);
    ASSERT_TRUE(game.play(text(made, "turn")).ok());
    const std::string answer = some_turn(game, 5);
    ASSERT_TRUE(game.play(answer).ok());
    nodes_[2]->move(bert, id, ply + 1, answer);
    for (const auto& client : {here, there, bert}) {
      const auto seen = client->next_where([&](const Json& message) {
        return message.at("t").as_string() == "event" &&
               message.at("event").as_object().at("ply").as_int64() == ply + 1;
      });
      ASSERT_TRUE(seen.has_value());
    }
  }
  // The loser's refusal may come after the answer to the winner's turn.
  const auto refused = [](const FakeClient& client) {
    const std::vector<Json> all = client.all();
    return std::ranges::count_if(all, [](const Json& message) { return text(message, "t") == "error"; });
  };
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (refused(*here) + refused(*there) < 10 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_EQ(refused(*here) + refused(*there), 10);
  EXPECT_EQ(log_of(id).size(), 22U);
  for (const auto& client : {here, there, bert}) EXPECT_EQ(disorder(*client, id), "");
}

TEST_F(HubNodes, ATurnThatCrossesWithItselfIsShownOnce) {
  // As when a node dies that has stored a turn: its player comes to another one, is not shown the turn yet,
  // and sends it again.
  const auto here = nodes_[0]->enter(account_of("anna"));
  const auto there = nodes_[1]->enter(account_of("anna"));
  const auto bert = nodes_[2]->enter(account_of("bert"));
  const online::GameId id = begin("none");
  nodes_[0]->watch(here, id);
  nodes_[1]->watch(there, id);
  nodes_[2]->watch(bert, id);
  for (const auto& client : {here, there, bert}) (void)client->next("snapshot");
  Game game(rules::Variant::Ordo);
  for (int ply = 1; ply <= 20; ++ply) {
    const std::string turn = some_turn(game, static_cast<std::size_t>(ply) * 7);
    ASSERT_TRUE(game.play(turn).ok());
    if (ply % 2 == 1) {
      std::thread other([&] { nodes_[1]->move(there, id, ply, turn); });
      nodes_[0]->move(here, id, ply, turn);
      other.join();
    } else {
      nodes_[2]->move(bert, id, ply, turn);
    }
    for (const auto& client : {here, there, bert}) {
      ASSERT_EQ(client->next_event("move").at("event").as_object().at("ply").as_int64(), ply);
    }
  }
  EXPECT_EQ(log_of(id).size(), 22U);
  for (const auto& client : {here, there, bert}) {
    EXPECT_EQ(disorder(*client, id), "");
    for (const Json& message : client->all()) EXPECT_NE(text(message, "t"), "error");
  }
}

TEST_F(HubNodes, CrossingDrawOffersEndTheGameOnce) {
  const auto anna = nodes_[0]->enter(account_of("anna"));
  const auto bert = nodes_[1]->enter(account_of("bert"));
  const online::GameId id = begin("none");
  nodes_[0]->watch(anna, id);
  nodes_[1]->watch(bert, id);
  Game game(rules::Variant::Ordo);
  for (int ply = 1; ply <= 2; ++ply) {
    const std::string turn = some_turn(game, 0);
    ASSERT_TRUE(game.play(turn).ok());
    nodes_[ply == 1 ? 0 : 1]->move(ply == 1 ? anna : bert, id, ply, turn);
    (void)anna->next_event("move");
    (void)bert->next_event("move");
  }
  const std::string offer = fmt::format(R"({{"t":"draw","game":"{}"}})", id);
  std::thread other([&] { nodes_[1]->say(bert, offer); });
  nodes_[0]->say(anna, offer);
  other.join();
  for (const auto& client : {anna, bert}) {
    EXPECT_THAT(boost::json::serialize(client->next_event("end")), HasSubstr("agreement"));
    EXPECT_EQ(disorder(*client, id), "");
  }
}

TEST_F(HubNodes, AFlagFallsThoughTheNodeOfTheWaitingPlayerIsDown) {
  const auto anna = nodes_[0]->enter(account_of("anna"));
  const auto bert = nodes_[1]->enter(account_of("bert"));
  const online::GameId id = begin("0.5+0");
  Game game(rules::Variant::Ordo);
  for (int ply = 1; ply <= 2; ++ply) {
    const std::string turn = some_turn(game, 0);
    ASSERT_TRUE(game.play(turn).ok());
    nodes_[ply == 1 ? 0 : 1]->move(ply == 1 ? anna : bert, id, ply, turn);
    (void)(ply == 1 ? anna : bert)->next_event("move");
  }
  nodes_[0].reset();
  nodes_[1].reset();
  const auto again = nodes_[2]->enter(account_of("bert"));
  nodes_[2]->watch(again, id);
  const auto end = again->next_where([](const Json& message) {
    return boost::json::serialize(message).find("\"time\"") != std::string::npos &&
           message.at("t").as_string() == "event";
  });
  EXPECT_TRUE(end.has_value());
}

TEST_F(HubNodes, FollowersHearOfTheirGamesFromOtherNodes) {
  const auto bert = nodes_[2]->enter(account_of("bert"));
  nodes_[2]->say(bert, R"({"t":"mine","on":true})");
  EXPECT_EQ(bert->next("mine").at("games").as_array().size(), 0U);
  const online::GameId id = begin("none");
  EXPECT_EQ(text(bert->next("game-start"), "game"), id);
  EXPECT_EQ(text(bert->next("mine-update").at("game").as_object(), "id"), id);
  ASSERT_TRUE(nodes_[0]
                  ->wait(nodes_[0]->hub().maker().command(
                      account_of("anna"), id, online::Move{1, some_turn(Game(rules::Variant::Ordo), 0)}))
                  .ok());
  const auto update = bert->next_where([](const Json& message) {
    return message.at("t").as_string() == "mine-update" &&
           message.at("game").as_object().at("plies").as_int64() == 1;
  });
  EXPECT_TRUE(update.has_value());
}

TEST_F(HubNodes, ARestartOfTheDatabaseLosesNothing) {
  const auto anna = nodes_[0]->enter(account_of("anna"));
  const auto bert = nodes_[1]->enter(account_of("bert"));
  const online::GameId id = begin("none");
  nodes_[0]->watch(anna, id);
  nodes_[1]->watch(bert, id);
  (void)bert->next("snapshot");
  PostgresServer::instance().restart();
  Game game(rules::Variant::Ordo);
  const std::string turn = some_turn(game, 0);
  const auto is_turn = [](const Json& message) { return message.at("t").as_string() == "event"; };
  bool is_seen = false;
  for (int i = 0; i < 50 && !is_seen; ++i) {
    nodes_[0]->move(anna, id, 1, turn);
    is_seen = anna->next_where(is_turn, milliseconds(500)).has_value();
  }
  ASSERT_TRUE(is_seen);
  EXPECT_TRUE(bert->next_where(is_turn).has_value());
  EXPECT_EQ(log_of(id).size(), 3U);
  EXPECT_EQ(disorder(*bert, id), "");
}

}  // namespace
}  // namespace ordo
