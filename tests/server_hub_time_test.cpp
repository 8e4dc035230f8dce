// Time through the hub: what downtime, pauses and jumps of the clock do to games that are going on.
#include <chrono>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/hub_test.h"
#include "support/machine.h"
#include "support/postgres.h"

namespace ordo::tests {
namespace {

using namespace std::chrono_literals;
using online::Color;
using online::Paused;
using support::Machine;

class HubTime : public HubTest {
 protected:
  [[nodiscard]] std::unique_ptr<Node> node(store::Database& database) {
    server::HubOptions options;
    options.sweep_every = 20ms;
    return std::make_unique<Node>(ground_, database, nullptr, options, machine_.clocks());
  }
  [[nodiscard]] std::unique_ptr<Node> node() { return node(*database_); }

  /// Both first turns are made: Anna's clock runs.
  online::GameId running(Node& node, std::string_view time) {
    online::GameId id = begin(node, time);
    for (const auto& [who, ply, turn] : {std::tuple("anna", 1, "e3-d3"), std::tuple("bert", 2, "e6-d6")}) {
      EXPECT_TRUE(node.wait(node.hub().maker().command(account_of(who), id, online::Move{ply, turn})).ok());
    }
    return id;
  }

  [[nodiscard]] std::string answer(Node& node, std::string_view who, const online::GameId& id,
                                   const online::Command& command) {
    const auto done = node.wait(node.hub().maker().command(account_of(who), id, command));
    return done.ok() ? "done" : done.error().code;
  }

  [[nodiscard]] online::Room room(const online::GameId& id) {
    const auto log = log_of(id);
    return online::Room::replay(id, log).value();
  }

  Machine machine_;
};

TEST_F(HubTime, WhatTheServerWasDownForIsGivenBack) {
  online::GameId id;
  {
    const auto before = node();
    id = running(*before, "5+0");
    machine_.pass(2s);
  }
  machine_.pass(8s);
  const auto after = node();
  const auto anna = after->enter(account_of("anna"));
  after->watch(anna, id);
  const Json snapshot = anna->next("snapshot");
  EXPECT_EQ(snapshot.at("state").at("status").as_string(), "playing");
  EXPECT_EQ(snapshot.at("state").at("clocks").at("white").as_int64(), 13'000) << "5 - 2 + 10 to come back";
  EXPECT_EQ(snapshot.at("state").at("clocks").at("black").as_int64(), 15'000);
  EXPECT_EQ(std::get<Paused>(log_of(id).back().event), (Paused{8s, 10s}));
  after->move(anna, id, 3, "d3-e3");
  EXPECT_EQ(anna->next_event("move").at("event").at("left").as_int64(), 13'000);
  EXPECT_EQ(log_of(id).size(), 6U) << "once";
}

TEST_F(HubTime, ANodeThatComesLaterKnowsOfOutagesBefore) {
  online::GameId id;
  {
    const auto first = node();
    id = running(*first, "1d");
  }
  machine_.pass(20h);
  (void)node();  // nobody asks for the game
  machine_.pass(10h);
  const auto third = node();
  EXPECT_EQ(answer(*third, "anna", id, online::Move{3, "d3-e3"}), "done");
  const auto log = log_of(id);
  EXPECT_EQ(std::get<Paused>(log.at(log.size() - 2).event), (Paused{30h, 0s}));
}

/// Where there may be other nodes, too, if there are none.
TEST_F(HubTime, ACrashOfFiveSecondsIsGivenBackWhereThereMayBeOtherNodes) {
  const std::string address = PostgresServer::instance().fresh_database();
  online::GameId id;
  {
    const auto database = store::Database::open(patient(address));
    add_users(*database, {"anna", "bert"});
    const auto before = node(*database);
    id = running(*before, "60+0");
  }
  machine_.pass(5s);
  const auto database = store::Database::open(patient(address));
  ASSERT_TRUE(comes_to_be_alone(*database));
  const auto after = node(*database);
  EXPECT_EQ(answer(*after, "anna", id, online::Move{3, "d3-e3"}), "done");
  const auto log = asked(*database, [&](store::Store& store) { return store.events(id); });
  ASSERT_EQ(log.size(), 6U);
  EXPECT_EQ(std::get<Paused>(log[4].event), (Paused{5s, 10s}));
}

TEST_F(HubTime, AShortRestartIsNotWorthMentioning) {
  online::GameId id;
  {
    const auto before = node();
    id = running(*before, "60+0");
  }
  machine_.pass(900ms);
  const auto after = node();
  EXPECT_EQ(answer(*after, "anna", id, online::Move{3, "d3-e3"}), "done");
  EXPECT_EQ(log_of(id).size(), 5U);
}

TEST_F(HubTime, APauseOfTheProcessIsGivenBackBeforeAnythingElse) {
  const auto here = node();
  const online::GameId id = running(*here, "5+0");
  machine_.pass(8s);  // as if it had been stopped: everything that waits finds the flag fallen
  EXPECT_EQ(answer(*here, "bert", id, online::ClaimTime{}), "not-yet");
  EXPECT_EQ(std::get<Paused>(log_of(id).back().event), (Paused{8s, 0s}));
  EXPECT_EQ(answer(*here, "anna", id, online::Move{3, "d3-e3"}), "done");
  EXPECT_EQ(room(id).left(Color::White, here->time().now()), 5s);
}

TEST_F(HubTime, ThePauseIsGivenBackByTheTimerToo) {
  const auto here = node();
  const auto bert = here->enter(account_of("bert"));
  const online::GameId id = running(*here, "5+0");
  here->watch(bert, id);
  (void)bert->next("snapshot");
  machine_.pass(8s);
  // Nobody does anything: the sweeper finds the game overdue.
  EXPECT_EQ(bert->next_event("pause").at("event").at("stood").as_int64(), 8000);
  EXPECT_EQ(room(id).status(), online::RoomStatus::Playing);
}

TEST_F(HubTime, AJumpOfTheClockFlagsNobody) {
  const auto here = node();
  const online::GameId id = running(*here, "5+0");
  machine_.jump(1h);
  here->time().beat();
  EXPECT_EQ(answer(*here, "bert", id, online::ClaimTime{}), "not-yet");
  machine_.pass(1s);
  EXPECT_EQ(answer(*here, "anna", id, online::Move{3, "d3-e3"}), "done");
  EXPECT_EQ(room(id).left(Color::White, here->time().now()), 4s);
}

TEST_F(HubTime, NobodyLosesByTimeWhileTheClocksDisagree) {
  const auto here = node();
  const online::GameId id = running(*here, "5+0");
  machine_.jump(1h);
  here->time().beat();
  for (int i = 0; i < 3; ++i) {
    machine_.pass(2s);
    here->time().beat();
  }
  EXPECT_EQ(answer(*here, "bert", id, online::ClaimTime{}), "retry");
  EXPECT_EQ(room(id).status(), online::RoomStatus::Playing);
  machine_.jump(-1h);
  here->time().beat();
  // The sweeper may be faster than Bert.
  const std::string claimed = answer(*here, "bert", id, online::ClaimTime{});
  EXPECT_TRUE(claimed == "done" || claimed == "over") << claimed;
  EXPECT_EQ(room(id).game().outcome()->ending, rules::Ending::Time);
}

/// So many looks of the sweeper later, and all they have begun is done.
void let_sweep(UnreliableDatabase& database, int times) {
  const std::uint64_t enough = database.reads() + static_cast<std::uint64_t>(times);
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  while (database.reads() < enough && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(5ms);
  }
  database.write_now([](store::Connection&) {});
}

TEST_F(HubTime, AJumpByAHundredDaysDeletesNoSessions) {
  UnreliableDatabase watched(*database_);
  const auto add = [&](const std::string& id, std::chrono::hours life) {
    database_->write_now([&](store::Connection& connection) {
      const online::Instant now = Machine::kNoon;
      store::Store(connection)
          .add_credential(
              {id, store::CredentialKind::Session, "anna", "hash of " + id, "", now, now, now + life});
    });
  };
  const auto is_there = [&](const std::string& id) {
    return asked(*database_,
                 [&](store::Store& store) { return store.credential("hash of " + id).has_value(); });
  };
  add("session", 24h * 90);
  add("expired", -1h);
  {
    const auto here = node(watched);
    let_sweep(watched, 3);
    EXPECT_FALSE(is_there("expired")) << "as always";
    machine_.jump(24h * 100);
    here->time().beat();
    let_sweep(watched, 3);
    EXPECT_TRUE(is_there("session"));
  }
  // Started with a clock that is wrong, or after a hundred days: nobody can tell, and nothing is in a hurry.
  const auto again = node(watched);
  let_sweep(watched, 3);
  EXPECT_TRUE(is_there("session"));
}

TEST_F(HubTime, AfterTheDatabaseWasAwayTheTimeIsGivenBack) {
  UnreliableDatabase unreliable(*database_);
  const auto here = node(unreliable);
  const online::GameId id = running(*here, "5+0");
  unreliable.fail_writes(true);
  for (int i = 0; i < 10; ++i) {
    machine_.pass(2s);
    here->time().beat();
  }
  EXPECT_EQ(answer(*here, "anna", id, online::Move{3, "d3-e3"}), "retry");
  unreliable.fail_writes(false);
  const auto anna = here->enter(account_of("anna"));
  here->watch(anna, id);
  // With the next sign of life that can be stored.
  const auto is_given_back = [&] { return std::holds_alternative<Paused>(log_of(id).back().event); };
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  while (!is_given_back() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(50ms);
    machine_.pass(1s);
    here->time().beat();
  }
  ASSERT_TRUE(is_given_back());
  EXPECT_GE(std::get<Paused>(log_of(id).back().event).stood, 20s);
  EXPECT_EQ(room(id).status(), online::RoomStatus::Playing);
}

}  // namespace
}  // namespace ordo::tests
