// Who is here: told to all who watch, stored where a clock of minutes runs, and claimed by who waits in vain.
#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/hub_test.h"
#include "support/machine.h"

namespace ordo::tests {
namespace {

using namespace std::chrono_literals;
using online::Color;
using support::Machine;

template <class T>
[[nodiscard]] std::ptrdiff_t count_of(const std::vector<online::StoredEvent>& log) {
  return std::ranges::count_if(
      log, [](const online::StoredEvent& one) { return std::holds_alternative<T>(one.event); });
}

class HubPresence : public HubTest {
 protected:
  [[nodiscard]] std::unique_ptr<Node> node(const server::HubOptions& options = impatient()) {
    return std::make_unique<Node>(ground_, *database_, nullptr, options, machine_.clocks());
  }
  /// Anna and Bert watch their game; both first turns are made, and one more: it is Bert's turn.
  void begin_game(Node& node, std::string_view time = "60+0", bool rated = false) {
    anna_ = node.enter(account_of("anna"));
    bert_ = node.enter(account_of("bert"));
    id_ = begin(node, time, rated);
    for (const auto& client : {anna_, bert_}) {
      node.watch(client, id_);
      (void)client->next("snapshot");
    }
    node.move(anna_, id_, 1, "e3-d3");
    (void)bert_->next_event("move");
    node.move(bert_, id_, 2, "e6-d6");
    (void)anna_->next_event("move");
    node.move(anna_, id_, 3, "d3-e3");
    (void)anna_->next_event("move");
  }
  /// In small steps, so that nobody takes it for a pause of the process.
  void pass(Node& node, std::chrono::seconds time) {
    for (; time > 0s; time -= 1s) {
      machine_.pass(1s);
      node.time().beat();
    }
  }
  /// So that the timers of the node have time to see it.
  void slowly_pass_a_second(Node& node) {
    pass(node, 1s);
    std::this_thread::sleep_for(25ms);
  }
  void claim_until_end(Node& node, const std::shared_ptr<FakeClient>& who,
                       std::string_view what = "claim-win") {
    for (int i = 0; i < 2000; ++i) {
      slowly_pass_a_second(node);
      claim(node, who, what);
      const auto answer = who->next_where([](const Json& message) {
        return text(message, "t") == "error" ||
               (text(message, "t") == "event" && text(message.at("event").as_object(), "e") == "end");
      });
      ASSERT_TRUE(answer.has_value());
      if (text(*answer, "t") == "event") return;
    }
    FAIL() << "it could not be claimed";
  }
  void claim(Node& node, const std::shared_ptr<FakeClient>& who, std::string_view what) {
    node.say(who, fmt::format(R"({{"t":"{}","game":"{}"}})", what, id_));
  }
  [[nodiscard]] static std::string code(const Json& error) { return std::string(text(error, "code")); }

  Machine machine_;
  online::GameId id_;
  std::shared_ptr<FakeClient> anna_;
  std::shared_ptr<FakeClient> bert_;
};

[[nodiscard]] bool is_away(const Json& presence, std::string_view color) {
  return !presence.at("away").as_object().at(color).is_null();
}

TEST_F(HubPresence, WhoClosesTheLastTabHasGoneAndIsBackWithAnother) {
  const auto here = node();
  begin_game(*here);
  const auto carl = here->enter(account_of("carl"));
  here->watch(carl, id_);
  EXPECT_FALSE(is_away(carl->next("presence"), "black"));
  const auto second_tab = here->enter(account_of("bert"));
  here->watch(second_tab, id_);
  (void)second_tab->next("snapshot");
  here->hub().leave(bert_);
  here->hub().leave(second_tab);
  for (const auto& client : {anna_, carl}) {
    const auto gone = client->next_where(
        [](const Json& message) { return text(message, "t") == "presence" && is_away(message, "black"); });
    ASSERT_TRUE(gone.has_value());
    EXPECT_FALSE(is_away(*gone, "white"));
    EXPECT_EQ(client->next_event("gone").at("event").at("patience").as_int64(), 15'000);
  }
  const auto again = here->enter(account_of("bert"));
  EXPECT_EQ(text(anna_->next_event("back").at("event").as_object(), "by"), "black");
  (void)carl->next_event("back");
  EXPECT_EQ(count_of<online::Gone>(log_of(id_)), 1) << "one tab is enough to be here";
  here->hub().leave(carl);
  here->hub().leave(again);
  (void)anna_->next_event("gone");
  EXPECT_EQ(count_of<online::Gone>(log_of(id_)), 2) << "who looks on does not count";
}

TEST_F(HubPresence, AReloadedPageIsNoAbsence) {
  auto options = impatient();
  options.presence.grace = 5s;
  const auto here = node(options);
  begin_game(*here);
  here->hub().leave(bert_);
  pass(*here, 3s);
  const auto again = here->enter(account_of("bert"));
  here->watch(again, id_);
  (void)again->next("snapshot");
  for (int i = 0; i < 10; ++i) slowly_pass_a_second(*here);
  here->move(again, id_, 4, "d6-e6");
  (void)anna_->next_event("move");
  EXPECT_EQ(count_of<online::Gone>(log_of(id_)), 0);
}

TEST_F(HubPresence, TheWinIsClaimedAfterThePauseAndRated) {
  const auto here = node();
  begin_game(*here, "60+0", true);
  here->hub().leave(bert_);
  (void)anna_->next_event("gone");
  claim(*here, anna_, "claim-win");
  EXPECT_EQ(code(anna_->next("error")), "not-yet");
  const auto carl = here->enter(account_of("carl"));
  claim(*here, carl, "claim-win");
  EXPECT_EQ(code(carl->next("error")), "not-a-player");
  claim_until_end(*here, anna_);
  (void)anna_->next_event("rated");
  const auto log = log_of(id_);
  const auto& outcome = std::get<online::Ended>(log.at(log.size() - 2).event).outcome;
  EXPECT_EQ(outcome, (rules::Outcome{Color::White, rules::Ending::Abandoned}));
}

TEST_F(HubPresence, OrADraw) {
  const auto here = node();
  begin_game(*here);
  here->hub().leave(bert_);
  (void)anna_->next_event("gone");
  claim_until_end(*here, anna_, "claim-draw");
  EXPECT_FALSE(std::get<online::Ended>(log_of(id_).back().event).outcome.winner);
}

TEST_F(HubPresence, WhoIsBackIsBackThoughItCouldNotBeStoredYet) {
  UnreliableDatabase shaky(*database_);
  const auto here = std::make_unique<Node>(ground_, shaky, nullptr, impatient(), machine_.clocks());
  begin_game(*here);
  here->hub().leave(bert_);
  (void)anna_->next_event("gone");
  for (int i = 0; i < 20; ++i) slowly_pass_a_second(*here);
  shaky.fail_writes(true);
  const auto again = here->enter(account_of("bert"));
  (void)anna_->next_where(
      [](const Json& message) { return text(message, "t") == "presence" && !is_away(message, "black"); });
  claim(*here, anna_, "claim-win");
  EXPECT_THAT(code(anna_->next("error")), testing::AnyOf("retry", "nothing-there"));
  shaky.fail_writes(false);
  claim(*here, anna_, "claim-win");
  EXPECT_EQ(code(anna_->next("error")), "nothing-there");
  EXPECT_EQ(count_of<online::Back>(log_of(id_)), 1);
}

TEST_F(HubPresence, TimeWithoutAServerIsNotTimeOfBeingGone) {
  {
    const auto before = node();
    begin_game(*before);
    before->hub().leave(bert_);
    (void)anna_->next_event("gone");
    pass(*before, 5s);
  }
  machine_.pass(30s);
  const auto after = node();
  const auto anna = after->enter(account_of("anna"));
  after->watch(anna, id_);
  (void)anna->next("snapshot");
  claim(*after, anna, "claim-win");
  EXPECT_EQ(code(anna->next("error")), "not-yet") << "35 seconds after Bert has gone";
  claim_until_end(*after, anna);
  online::Duration counted{0};
  std::optional<online::Instant> gone;
  for (const online::StoredEvent& stored : log_of(id_)) {
    if (std::holds_alternative<online::Gone>(stored.event)) gone = stored.at;
    if (const auto* pause = std::get_if<online::Paused>(&stored.event))
      counted -= pause->stood + pause->added;
    if (gone && std::holds_alternative<online::Ended>(stored.event)) counted += stored.at - *gone;
  }
  EXPECT_GE(count_of<online::Paused>(log_of(id_)), 1);
  EXPECT_GE(counted, 15s);
}

TEST_F(HubPresence, AfterARestartEverybodyHasTimeToComeBack) {
  {
    const auto before = node();
    begin_game(*before);
  }
  machine_.pass(5s);
  auto options = impatient();
  options.presence.return_time = 15s;
  const auto after = node(options);
  const auto anna = after->enter(account_of("anna"));
  after->watch(anna, id_);
  (void)anna->next("snapshot");
  EXPECT_FALSE(is_away(anna->next("presence"), "black")) << "nobody knows yet";
  const online::Instant began = after->time().now();
  const auto gone = [&] { return count_of<online::Gone>(log_of(id_)) > 0; };
  for (int i = 0; i < 2000 && !gone(); ++i) slowly_pass_a_second(*after);
  const Json event = anna->next_event("gone");
  EXPECT_GE(event.at("at").as_int64(), online::milliseconds(began + 15s));
}

TEST_F(HubPresence, TheMinuteForTheFirstTurnWaitsForWhoMadeTheLink) {
  const auto here = node();
  anna_ = here->enter(account_of("anna"));
  const auto made = here->wait(here->hub().maker().create(account_of("anna"), wish("60+0", Color::White)));
  ASSERT_TRUE(made.ok());
  here->hub().leave(anna_);
  bert_ = here->enter(account_of("bert"));
  here->watch(bert_, made->id);
  (void)bert_->next_where(
      [](const Json& message) { return text(message, "t") == "presence" && is_away(message, "white"); });
  ASSERT_TRUE(here->wait(here->hub().maker().join(account_of("bert"), made->id)).ok());
  (void)bert_->next_event("gone");
  for (int i = 0; i < 90; ++i) slowly_pass_a_second(*here);
  anna_ = here->enter(account_of("anna"));
  (void)bert_->next_event("back");
  here->watch(anna_, made->id);
  const Json snapshot = anna_->next("snapshot");
  EXPECT_EQ(snapshot.at("state").at("status").as_string(), "playing");
  EXPECT_GE(snapshot.at("state").at("deadline").as_int64(),
            online::milliseconds(here->time().now() + online::kFirstTurnPatience));
}

TEST_F(HubPresence, AProgramThatPlaysByRequestIsHereForAWhile) {
  const auto here = node();
  begin_game(*here, "600+0");
  here->hub().leave(bert_);
  (void)anna_->next_event("gone");
  server::Identity program = account_of("bert");
  program.by_token = true;
  ASSERT_TRUE(here->wait(here->hub().maker().command(program, id_, online::OfferDraw{})).ok());
  (void)anna_->next_event("back");
  const online::Instant heard = here->time().now();
  const auto gone = [&] { return count_of<online::Gone>(log_of(id_)); };
  for (int i = 0; i < 2000 && gone() < 2; ++i) slowly_pass_a_second(*here);
  EXPECT_GE(anna_->next_event("gone").at("at").as_int64(), online::milliseconds(heard + 60s));
}

TEST_F(HubPresence, PresenceIsShownInGamesWithoutAClockAndStoredNowhere) {
  const auto here = node();
  anna_ = here->enter(account_of("anna"));
  id_ = begin(*here, "3d");
  here->watch(anna_, id_);
  EXPECT_TRUE(anna_->next_where(
      [](const Json& message) { return text(message, "t") == "presence" && is_away(message, "black"); }));
  bert_ = here->enter(account_of("bert"));
  EXPECT_TRUE(anna_->next_where(
      [](const Json& message) { return text(message, "t") == "presence" && !is_away(message, "black"); }));
  EXPECT_EQ(log_of(id_).size(), 2U);
}

}  // namespace
}  // namespace ordo::tests
