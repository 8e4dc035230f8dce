// Conditional turns through several nodes: no plan outlives the position it was made for.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/databases.h"
#include "support/hub_fixture.h"
#include "support/hub_test.h"
#include "support/scale.h"
#include "support/three_nodes.h"

namespace ordo {
namespace {

using namespace ordo::tests;
using rules::Game;

[[nodiscard]] std::string plan_message(const online::GameId& game, int ply, std::string_view condition,
                                       std::string_view answer) {
  return fmt::format(R"({{"t":"plan","game":"{}","ply":{},"re":9,"plan":[{{"if":"{}","answer":"{}"}}]}})",
                     game, ply, condition, answer);
}

[[nodiscard]] std::int64_t plans_in(store::Database& database, const online::GameId& game) {
  std::int64_t count = -1;
  database.read_now([&](store::Connection& c) {
    count = c.query("SELECT COUNT(*) FROM plans WHERE game = $1", {game}).front().integer(0);
  });
  return count;
}

/// A first turn and its answer after which these two can still be played one after the other.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> another_way_to(std::string_view turn,
                                                                                std::string_view answer) {
  for (std::size_t first = 0; first < 40; ++first) {
    for (std::size_t second = 0; second < 40; ++second) {
      Game game(rules::Variant::Ordo);
      const std::string played = some_turn(game, first);
      if (played == turn || !game.play(played).ok()) continue;
      const std::string reply = some_turn(game, second);
      if (game.play(reply).ok() && game.play(turn).ok() && game.play(answer).ok())
        return std::pair(played, reply);
    }
  }
  return std::nullopt;
}

class PlanNodes : public ThreeNodes {
 protected:
  PlanNodes() : ThreeNodes(options()) { add_users(*databases_[0], {"anna", "bert"}); }

  [[nodiscard]] std::vector<std::string> turns_of(const online::GameId& game) {
    std::vector<std::string> turns;
    for (const auto& event : log_of(game)) {
      if (const auto* moved = std::get_if<online::Moved>(&event.event)) turns.push_back(moved->turn);
    }
    return turns;
  }
  static server::HubOptions options() {
    server::HubOptions options;
    options.most_live_games_of_a_user = 1'000'000;
    return options;
  }
};

/// Bert stores a plan on one node while Anna moves on another, otherwise than he hoped. Afterwards the game
/// comes to where his answer would be legal once more: nobody plays it for him.
TEST_F(PlanNodes, OfATurnAndAPlanAtTheSameTimeNoStalePlanIsLeftOrPlayed) {
  constexpr const char* kHoped = "a3-a4";
  constexpr const char* kAnswer = "a6-a5";
  const auto other = another_way_to(kHoped, kAnswer);
  ASSERT_TRUE(other.has_value());
  const std::string played = other->first;
  const std::string by_hand = other->second;
  const auto anna = nodes_[0]->enter(account_of("anna"));
  const auto bert = nodes_[1]->enter(account_of("bert"));
  const int races = support::scaled(300);
  int kept = 0;
  for (int race = 0; race < races; ++race) {
    const online::GameId id = begin("3d");
    nodes_[0]->watch(anna, id);
    nodes_[1]->watch(bert, id);
    const auto of_game = [&](const char* kind) {
      return [&id, kind](const Json& message) {
        return text(message, "t") == kind && text(message, "game") == id;
      };
    };
    ASSERT_TRUE(anna->next_where(of_game("snapshot")) && bert->next_where(of_game("snapshot")));
    if (race % 2 == 0) nodes_[0]->move(anna, id, 1, played);
    nodes_[1]->say(bert, plan_message(id, 1, kHoped, kAnswer));
    if (race % 2 == 1) nodes_[0]->move(anna, id, 1, played);
    bool is_kept = false;
    const auto answer = bert->next_where([&](const Json& message) {
      is_kept = text(message, "t") == "plan";
      return (is_kept || text(message, "t") == "error") && text(message, "game") == id;
    });
    ASSERT_TRUE(answer.has_value());
    kept += is_kept ? 1 : 0;
    ASSERT_TRUE(anna->next_where(of_game("event")));
    ASSERT_EQ(plans_in(*databases_[2], id), 0) << "race " << race << ", kept: " << is_kept;

    const auto command = [&](std::size_t node, const char* who, int ply, const std::string& turn) {
      return nodes_[node]->wait(
          nodes_[node]->hub().maker().command(account_of(who), id, online::Move{ply, turn}));
    };
    ASSERT_TRUE(command(1, "bert", 2, by_hand).ok());
    ASSERT_TRUE(command(2, "anna", 3, kHoped).ok());
    ASSERT_EQ(turns_of(id), (std::vector<std::string>{played, by_hand, kHoped})) << "race " << race;
    nodes_[0]->say(anna, fmt::format(R"({{"t":"unwatch","game":"{}"}})", id));
    nodes_[1]->say(bert, fmt::format(R"({{"t":"unwatch","game":"{}"}})", id));
  }
  RecordProperty("plans_kept", kept);
}

/// Both orders are right, but nothing between them: either the plan answers, or it is refused.
TEST_F(PlanNodes, APlanThatFitsAnswersOrIsRefused) {
  const auto anna = nodes_[0]->enter(account_of("anna"));
  const auto bert = nodes_[1]->enter(account_of("bert"));
  const int races = support::scaled(50);
  for (int race = 0; race < races; ++race) {
    const online::GameId id = begin("3d");
    nodes_[1]->watch(bert, id);
    if (race % 2 == 0) nodes_[0]->move(anna, id, 1, "a3-a4");
    nodes_[1]->say(bert, plan_message(id, 1, "a3-a4", "a6-a5"));
    if (race % 2 == 1) nodes_[0]->move(anna, id, 1, "a3-a4");
    std::string told;
    ASSERT_TRUE(bert->next_where([&](const Json& message) {
      told = text(message, "t");
      return (told == "plan" || told == "error") && text(message, "game") == id;
    }));
    ASSERT_TRUE(anna->next_where(
        [&](const Json& message) { return text(message, "t") == "event" && text(message, "game") == id; }));
    const std::vector<std::string> turns = turns_of(id);
    ASSERT_EQ(turns.size(), told == "plan" ? 2U : 1U) << "race " << race;
    ASSERT_EQ(plans_in(*databases_[2], id), 0);
    nodes_[1]->say(bert, fmt::format(R"({{"t":"unwatch","game":"{}"}})", id));
  }
}

/// A plan that its owner was told to be withdrawn does not play.
TEST_F(PlanNodes, APlanThatIsWithdrawnInTimeDoesNotAnswer) {
  const auto anna = nodes_[0]->enter(account_of("anna"));
  const auto bert = nodes_[1]->enter(account_of("bert"));
  const int races = support::scaled(50);
  for (int race = 0; race < races; ++race) {
    const online::GameId id = begin("3d");
    nodes_[1]->say(bert, plan_message(id, 1, "a3-a4", "a6-a5"));
    (void)bert->next("plan");
    const std::string withdraw = fmt::format(R"({{"t":"plan","game":"{}","plan":[]}})", id);
    nodes_[1]->say(bert, withdraw);
    if (race % 2 == 0) (void)bert->next("plan");  // told before the turn is made
    nodes_[0]->move(anna, id, 1, "a3-a4");
    if (race % 2 == 1) (void)bert->next("plan");
    ASSERT_TRUE(anna->next_where(
        [&](const Json& message) { return text(message, "t") == "event" && text(message, "game") == id; }));
    if (race % 2 == 0) {
      ASSERT_EQ(turns_of(id).size(), 1U) << "race " << race;
    }
    ASSERT_EQ(plans_in(*databases_[2], id), 0) << "race " << race;
  }
}

TEST_F(HubTest, APlanForAnotherTurnIsRefused) {
  Node node(ground_, *database_);
  const auto bert = node.enter(account_of("bert"));
  const online::GameId id = begin(node, "3d");
  node.say(bert, plan_message(id, 3, "a3-a4", "a6-a5"));
  EXPECT_EQ(text(bert->next("error"), "code"), "stale-ply");
  EXPECT_EQ(plans_in(*database_, id), 0);
  node.say(bert, plan_message(id, 1, "a3-a4", "a6-a5"));
  (void)bert->next("plan");
  EXPECT_EQ(plans_in(*database_, id), 1);
}

}  // namespace
}  // namespace ordo
