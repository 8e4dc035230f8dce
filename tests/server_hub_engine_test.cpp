// Engines through the hub: who gets an answer when many ask, and how many games anybody may have.
#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "server/games/engine_games.h"
#include "support/hub_test.h"

namespace ordo::tests {
namespace {

using namespace std::chrono_literals;
using online::Color;

constexpr int kFull = engines::kFullStrength;

engines::PoolOptions fake_engines(const std::string& mode) {
  engines::PoolOptions options;
  options.program.command = {ORDO_FAKE_ENGINE, mode};
  options.program.most_memory = 0;
  options.patience = 1h;
  return options;
}

server::GameWish against_engine(int level) {
  server::GameWish wanted = wish("none", Color::Black);
  wanted.engine_level = level;
  return wanted;
}

server::Identity from(std::uint64_t network, std::string_view user) {
  server::Identity who = guest(user);
  who.network = network;
  return who;
}

TEST_F(HubTest, AWeakEngineAnswersWhileFiftyStrongOnesAreAsked) {
  engines::Pool pool(fake_engines("hang-at-full-strength"));
  server::HubOptions options;
  options.engine_shortest = 0ms;
  options.most_engine_games_of_a_user = 50;
  options.most_engine_games_of_a_network = 50;
  Node node(ground_, *database_, &pool, options);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(node.wait(node.hub().maker().create(from(1, "anna"), against_engine(kFull))).ok());
  }
  const auto bert = node.enter(from(2, "bert"));
  const auto made = node.wait(node.hub().maker().create(bert->identity(), against_engine(1)));
  ASSERT_TRUE(made.ok());
  node.watch(bert, made->id);
  const auto seen = bert->next_where([](const Json& message) {
    const std::string text = boost::json::serialize(message);
    return text.find("\"ply\":1") != std::string::npos;
  });
  EXPECT_TRUE(seen) << "it has made its first turn";
  EXPECT_EQ(pool.state().answered, 1U);
}

TEST_F(HubTest, GamesWithTheEngineAreLimitedByUserAndByNetwork) {
  engines::Pool pool(fake_engines("good"));
  server::HubOptions options;
  options.most_engine_games_of_a_user = 2;
  options.most_engine_games_of_a_network = 3;
  Node node(ground_, *database_, &pool, options);
  const auto ask = [&](std::uint64_t network, std::string_view user) -> std::string {
    const auto made = node.wait(node.hub().maker().create(from(network, user), against_engine(3)));
    return made.ok() ? "made" : made.error().code;
  };
  EXPECT_EQ(ask(1, "anna"), "made");
  EXPECT_EQ(ask(1, "anna"), "made");
  EXPECT_EQ(ask(1, "anna"), "too-many-engine-games");
  EXPECT_EQ(ask(2, "anna"), "too-many-engine-games") << "wherever she comes from";
  EXPECT_EQ(ask(1, "bert"), "made");
  EXPECT_EQ(ask(1, "carl"), "too-many-engine-games") << "the third of this network was the last";
  EXPECT_EQ(ask(2, "carl"), "made");
  const auto with_people = node.wait(node.hub().maker().create(from(1, "anna"), wish("none")));
  EXPECT_TRUE(with_people.ok()) << "others are not counted";
}

TEST(EngineGames, ThatAreOverMakeRoomForOthers) {
  server::EngineGames games(2);
  const online::Instant now{1000s};
  const auto nothing = [](const online::GameId&) { return false; };
  const auto all = [](const online::GameId&) { return true; };
  EXPECT_TRUE(games.admit(1, "a", now, nothing));
  EXPECT_TRUE(games.admit(1, "b", now, nothing));
  EXPECT_TRUE(games.admit(1, "b", now, nothing)) << "a job may run twice";
  EXPECT_FALSE(games.admit(1, "c", now, nothing)) << "they may not be stored yet";
  EXPECT_TRUE(games.admit(2, "c", now, nothing));
  EXPECT_FALSE(games.admit(1, "d", now + 2min, all));
  EXPECT_TRUE(games.admit(1, "d", now + 2min, [](const online::GameId& game) { return game == "b"; }));
  EXPECT_FALSE(games.admit(1, "e", now + 2min, all));
}

}  // namespace
}  // namespace ordo::tests
