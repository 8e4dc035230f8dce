// Somebody deletes the account while games are in the memory of several nodes, and while others are at it.
#include <array>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/databases.h"
#include "support/hub_fixture.h"
#include "support/hub_test.h"
#include "support/scale.h"
#include "support/three_nodes.h"

namespace ordo {
namespace {

using namespace ordo::tests;
using online::Color;
using rules::Game;
using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

/// Where the name still is: in lists, logs, seeks, or as a rating of this user.
[[nodiscard]] std::vector<std::string> traces_of(store::Database& database, const std::string& name) {
  std::vector<std::string> found;
  database.read_now([&](store::Connection& c) {
    for (const char* sql :
         {"SELECT body FROM events WHERE body LIKE $1",
          "SELECT id FROM games WHERE white_name LIKE $1 OR black_name LIKE $1",
          "SELECT id FROM seeks WHERE owner_name LIKE $1 OR owner LIKE $1",
          "SELECT user_id FROM ratings WHERE user_id LIKE $1",
          "SELECT id FROM games WHERE live = 1 AND (white_id LIKE $1 OR black_id LIKE $1)"}) {
      // The id, which is the name in these tests, stays.
      const bool is_log = std::string_view(sql).find("body") != std::string_view::npos;
      const std::string wanted = is_log ? "%\"name\":\"" + name + "\"%" : name;
      for (const auto& row : c.query(sql, {wanted})) found.push_back(row.text(0));
    }
    for (const auto& row : c.query("SELECT body FROM events WHERE body LIKE $1", {"%words of " + name + "%"}))
      found.push_back(row.text(0));
  });
  return found;
}

TEST_F(HubTest, WhoIsDeletedLeavesTheBoardAndTheMemory) {
  Node node(ground_, *database_);
  const auto anna = node.enter(account_of("anna"));
  const auto bert = node.enter(account_of("bert"));
  const auto carl = node.enter(account_of("carl"));
  const online::GameId id = begin(node);
  const auto list = node.enter(account_of("bert"));
  node.say(list, R"({"t":"mine","on":true})");
  (void)list->next("mine");
  for (const auto& client : {bert, carl}) {
    node.watch(client, id);
    EXPECT_THAT(boost::json::serialize(client->next("snapshot")), HasSubstr("anna"));
  }
  node.say(anna, fmt::format(R"({{"t":"say","game":"{}","text":"words of anna"}})", id));
  (void)bert->next_event("say");
  ASSERT_TRUE(node.wait(node.hub().maker().remove_user("anna")).ok());
  for (const auto& client : {bert, carl}) {
    const std::string shown = boost::json::serialize(client->next("snapshot"));
    EXPECT_THAT(shown, HasSubstr(R"("status":"aborted")"));
    EXPECT_THAT(shown, HasSubstr(R"("name":"deleted")"));
    EXPECT_THAT(shown, Not(HasSubstr("anna")));
  }
  const auto update = list->next_where([](const Json& message) {
    return message.at("t").as_string() == "mine-update" &&
           message.at("game").as_object().at("status").as_string() == "aborted";
  });
  EXPECT_TRUE(update.has_value());
  EXPECT_EQ(node.wait(node.hub().maker().create(account_of("anna"), wish("none"))).error().code, "gone");
  EXPECT_EQ(node.wait(node.hub().maker().seek(account_of("anna"), wish("none"))).error().code, "gone");
  EXPECT_TRUE(traces_of(*database_, "anna").empty());
}

TEST_F(HubTest, ThereIsNoRematchWithSomebodyWhoIsGone) {
  Node node(ground_, *database_);
  const online::GameId id = begin(node);
  ASSERT_TRUE(node.wait(node.hub().maker().command(account_of("anna"), id, online::Resign{})).ok());
  ASSERT_TRUE(node.wait(node.hub().maker().command(account_of("anna"), id, online::AskRematch{})).ok());
  ASSERT_TRUE(node.wait(node.hub().maker().remove_user("anna")).ok());
  const auto accepted = node.wait(node.hub().maker().command(account_of("bert"), id, online::AskRematch{}));
  ASSERT_FALSE(accepted.ok());
  EXPECT_EQ(accepted.error().code, "gone");
  EXPECT_TRUE(traces_of(*database_, "anna").empty());
}

class DeletionNodes : public ThreeNodes {
 protected:
  DeletionNodes() : ThreeNodes(options()) {}
  static server::HubOptions options() {
    server::HubOptions options;
    options.most_live_games_of_a_user = 3;
    return options;
  }
};

TEST_F(DeletionNodes, OnNoNodeANameStaysWhateverHappensAtTheSameTime) {
  const int rounds = support::scaled(40);
  add_users(*databases_[0], {"host"});
  for (int round = 0; round < rounds; ++round) {
    const std::string name = fmt::format("user{}", round);
    const std::string other = fmt::format("friend{}", round);
    add_users(*databases_[0], {name, other});
    // A rated game that is going on, one that waits for somebody, and one to join.
    const auto game = wait(0, maker(0).create(account_of(name), wish("300+3", Color::White, true)));
    ASSERT_TRUE(game.ok());
    ASSERT_TRUE(wait(1, maker(1).join(account_of(other), game->id)).ok());
    const auto waiting = wait(0, maker(0).create(account_of(name), wish("none")));
    const auto open = wait(2, maker(2).create(account_of(other), wish("none")));
    ASSERT_TRUE(waiting.ok() && open.ok());
    const auto witness = nodes_[2]->enter(account_of(other));
    nodes_[2]->watch(witness, game->id);
    (void)witness->next("snapshot");
    {
      std::vector<std::jthread> crowd;
      crowd.emplace_back([&] { EXPECT_TRUE(wait(0, maker(0).remove_user(name)).ok()); });
      crowd.emplace_back([&] {
        (void)wait(1, maker(1).command(account_of(name), game->id, online::Say{"words of " + name}));
      });
      crowd.emplace_back([&] { (void)wait(2, maker(2).join(account_of(name), open->id)); });
      crowd.emplace_back([&] { (void)wait(1, maker(1).seek(account_of(name), wish("none"))); });
      crowd.emplace_back(
          [&] { (void)wait(1, maker(1).command(account_of(other), game->id, online::Resign{})); });
    }
    ASSERT_THAT(traces_of(*databases_[0], name), testing::IsEmpty()) << "round " << round;
    EXPECT_FALSE(wait(2, maker(2).join(account_of("host"), waiting->id)).ok()) << "nobody waits there";
    const auto shown = witness->next_where([](const Json& message) {
      return boost::json::serialize(message).find(R"("name":"deleted")") != std::string::npos;
    });
    ASSERT_TRUE(shown.has_value()) << "the room in the memory of another node is read anew";
    nodes_[2]->hub().leave(witness);
  }
}

TEST_F(DeletionNodes, GamesJoinedAtTheSameTimeOnSeveralNodesObeyTheLimit) {
  add_users(*databases_[0], {"anna", "h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7"});
  std::array<online::GameId, 8> games;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const auto made = wait(0, maker(0).create(account_of(fmt::format("h{}", i)), wish("none")));
    ASSERT_TRUE(made.ok());
    games[i] = made->id;
  }
  std::atomic<int> joined = 0;
  std::atomic<int> refused = 0;
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < games.size(); ++i) {
      threads.emplace_back([&, i] {
        const auto done = wait(i % 3, maker(i % 3).join(account_of("anna"), games[i]));
        ++(done.ok() ? joined : refused);
        if (!done.ok()) {
          EXPECT_EQ(done.error().code, "too-many-games");
        }
      });
    }
  }
  EXPECT_EQ(joined, 3);
  EXPECT_EQ(refused, 5);
  EXPECT_EQ(asked(*databases_[0], [](store::Store& store) { return store.live_games_of("anna"); }), 3);
}

TEST_F(HubTest, GamesJoinedAtTheSameTimeObeyTheLimit) {
  server::HubOptions options;
  options.most_live_games_of_a_user = 2;
  Node node(ground_, *database_, nullptr, options);
  std::vector<online::GameId> games;
  for (const char* host : {"bert", "bert", "carl", "carl"}) {
    games.push_back(node.wait(node.hub().maker().create(account_of(host), wish("none")))->id);
  }
  std::atomic<int> joined = 0;
  {
    std::vector<std::jthread> threads;
    for (const online::GameId& game : games) {
      threads.emplace_back(
          [&] { joined += node.wait(node.hub().maker().join(account_of("anna"), game)).ok(); });
    }
  }
  EXPECT_EQ(joined, 2);
}

}  // namespace
}  // namespace ordo
