// Who is here, over several nodes: tabs, nodes that die, challenges.
#include <chrono>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/three_nodes.h"

namespace ordo::tests {
namespace {

using namespace std::chrono_literals;
using online::Color;

class HubPresenceNodes : public ThreeNodes {
 protected:
  HubPresenceNodes() : ThreeNodes(options()) { add_users(*databases_[0], {"anna", "bert", "carl"}); }
  static server::HubOptions options() {
    auto options = impatient();
    options.presence.beat_every = 200ms;
    options.presence.silence = 3s;
    options.presence.return_time = 500ms;
    options.challenges = {1000, 10'000};
    options.challenges_to_one = {1000, 10'000};
    options.most_seeks_of_a_user = 10'000;
    return options;
  }
  /// Anna on the first node, Bert on the second; it is Bert's turn.
  void begin_game() {
    anna_ = nodes_[0]->enter(account_of("anna"));
    bert_ = nodes_[1]->enter(account_of("bert"));
    id_ = begin("600+0");
    nodes_[0]->watch(anna_, id_);
    nodes_[1]->watch(bert_, id_);
    (void)anna_->next("snapshot");
    (void)bert_->next("snapshot");
    nodes_[0]->move(anna_, id_, 1, "e3-d3");
    (void)bert_->next_event("move");
    nodes_[1]->move(bert_, id_, 2, "e6-d6");
    (void)anna_->next_event("move");
    nodes_[0]->move(anna_, id_, 3, "d3-e3");
    (void)bert_->next_event("move");
  }
  [[nodiscard]] std::string last_presence_of_black() const {
    std::string last = "here";
    for (const online::StoredEvent& event : log_now()) {
      if (const auto* gone = std::get_if<online::Gone>(&event.event); gone && gone->by == Color::Black)
        last = "gone";
      if (const auto* back = std::get_if<online::Back>(&event.event); back && back->by == Color::Black)
        last = "here";
    }
    return last;
  }
  [[nodiscard]] std::vector<online::StoredEvent> log_now() const {
    return asked(*databases_[0], [&](store::Store& store) { return store.events(id_); });
  }
  [[nodiscard]] bool comes_to_be(const std::string& wanted) const {
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    while (last_presence_of_black() != wanted && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(20ms);
    }
    return last_presence_of_black() == wanted;
  }

  online::GameId id_;
  std::shared_ptr<FakeClient> anna_;
  std::shared_ptr<FakeClient> bert_;
};

TEST_F(HubPresenceNodes, TabsAtTwoNodesAreOnePlayer) {
  begin_game();
  const auto there = nodes_[2]->enter(account_of("bert"));
  nodes_[2]->watch(there, id_);
  (void)there->next("snapshot");
  nodes_[1]->hub().leave(bert_);
  ASSERT_TRUE(comes_to_be("here"));
  nodes_[2]->hub().leave(there);
  EXPECT_TRUE(comes_to_be("gone"));
  const auto again = nodes_[2]->enter(account_of("bert"));
  EXPECT_TRUE(comes_to_be("here"));
  (void)anna_->next_event("back");
}

TEST_F(HubPresenceNodes, WhoWasAtANodeThatWasKilledHasGoneUnlessElsewhere) {
  begin_game();
  nodes_[1].reset();  // without a word about Bert
  EXPECT_TRUE(comes_to_be("gone"));
  (void)anna_->next_event("gone");
  const auto again = nodes_[2]->enter(account_of("bert"));
  EXPECT_TRUE(comes_to_be("here"));
  (void)anna_->next_event("back");
}

TEST_F(HubPresenceNodes, WhoIsHereIsKnownAtEveryNode) {
  const auto carl = nodes_[2]->enter(account_of("carl"));
  nodes_[2]->say(carl, R"({"t":"people","on":true})");
  const auto lists = [&](std::string_view part, bool is_there) {
    return carl->next_where([&](const Json& message) {
      return text(message, "t") == "people" &&
             (boost::json::serialize(message).find(part) != std::string::npos) == is_there;
    });
  };
  const auto anna = nodes_[0]->enter(account_of("anna"));
  EXPECT_TRUE(lists("anna", true));
  nodes_[0]->hub().leave(anna);
  EXPECT_TRUE(lists("anna", false));
}

TEST_F(HubPresenceNodes, AChallengeIsHeardAtAnotherNodeAndAcceptedThere) {
  anna_ = nodes_[0]->enter(account_of("anna"));
  bert_ = nodes_[1]->enter(account_of("bert"));
  nodes_[0]->say(anna_, R"({"t":"challenges","on":true})");
  nodes_[1]->say(bert_, R"({"t":"challenges","on":true})");
  (void)anna_->next("challenges");
  (void)bert_->next("challenges");
  const auto challenged = [&] {
    const auto made = wait(0, maker(0).challenge(account_of("anna"), "bert", wish("300+3", Color::White)));
    EXPECT_TRUE(made.ok());
    return made->id;
  };
  const std::string first = challenged();
  const auto told = bert_->next_where([](const Json& message) {
    return text(message, "t") == "challenges" && !message.at("in").as_array().empty();
  });
  ASSERT_TRUE(told.has_value());
  EXPECT_TRUE(wait(1, maker(1).decline_challenge(account_of("bert"), first)).ok());
  EXPECT_EQ(text(anna_->next("challenge-declined"), "name"), "bert");
  const std::string second = challenged();
  const auto game = wait(1, maker(1).accept_seek(account_of("bert"), second));
  ASSERT_TRUE(game.ok());
  EXPECT_EQ(text(anna_->next("game-start"), "game"), *game);
}

TEST_F(HubPresenceNodes, WhoIsNotHereIsNotChallengedToAGameWithAClock) {
  anna_ = nodes_[0]->enter(account_of("anna"));
  std::string code;
  for (int i = 0; i < 2000 && code != "not-here"; ++i) {  // for a moment nobody knows
    const auto made = wait(0, maker(0).challenge(account_of("anna"), "bert", wish("300+3")));
    code = made.ok() ? "made" : made.error().code;
    if (code != "not-here") std::this_thread::sleep_for(10ms);
  }
  EXPECT_EQ(code, "not-here");
  EXPECT_TRUE(wait(0, maker(0).challenge(account_of("anna"), "carl", wish("3d"))).ok()) << "he has a day";
}

TEST_F(HubPresenceNodes, AClaimAndAReturnAtTwoNodesEndInOneOfTheTwo) {
  begin_game();
  for (int round = 0; round < 5; ++round) {
    nodes_[1]->hub().leave(bert_);
    ASSERT_TRUE(comes_to_be("gone"));
    (void)anna_->next_event("gone");
    std::thread other([&] { bert_ = nodes_[2]->enter(account_of("bert")); });
    nodes_[0]->say(anna_, fmt::format(R"({{"t":"claim-win","game":"{}"}})", id_));
    other.join();
    EXPECT_THAT(std::string(text(anna_->next("error"), "code")), testing::AnyOf("not-yet", "nothing-there"));
    ASSERT_TRUE(comes_to_be("here"));
    nodes_[2]->hub().leave(bert_);
    ASSERT_TRUE(comes_to_be("gone"));
    bert_ = nodes_[1]->enter(account_of("bert"));
    ASSERT_TRUE(comes_to_be("here"));
  }
  EXPECT_EQ(disorder(*anna_, id_), "");
}

}  // namespace
}  // namespace ordo::tests
