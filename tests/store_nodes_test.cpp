// Several nodes on one PostgreSQL database, connections that are lost, and a server that is restarted.
#include <atomic>
#include <condition_variable>
#include <latch>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/databases.h"
#include "support/postgres.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;

class Nodes : public testing::Test {
 protected:
  std::string address_ = PostgresServer::instance().fresh_database();

  /// Patient enough for a machine that does other things as well.
  [[nodiscard]] std::unique_ptr<Database> open(
      std::chrono::seconds reconnect_for = std::chrono::seconds(60)) const {
    DatabaseOptions options = patient(address_);
    options.read_within = options.reconnect_for = reconnect_for;
    return Database::open(options);
  }
};

TEST_F(Nodes, ManyMayOpenAnEmptyDatabaseAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> opened = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto database = open();
      ++opened;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(opened, 4);
}

TEST_F(Nodes, OfTwoWhoWantTheSameNumberOneGetsIt) {
  const std::array<std::unique_ptr<Database>, 2> nodes = {open(), open()};
  const GameSummary game = new_game("g1", "anna", "bert");
  create(*nodes[0], game);
  constexpr int kRounds = 100;
  for (int round = 1; round <= kRounds; ++round) {
    std::latch answered(2);
    std::array<Appended, 2> got;
    for (std::size_t n = 0; n < 2; ++n) {
      // Different things at the same number.
      const Color color = n == 0 ? Color::White : Color::Black;
      nodes[n]->write(
          [&, n, color](Connection& connection) {
            const std::array<online::Event, 1> events = {online::Said{color, std::to_string(round)}};
            got[n] = Store(connection).append(game, round + 1, at(round), events);
          },
          [&](const std::exception_ptr& error) {
            EXPECT_FALSE(error);
            answered.count_down();
          });
    }
    answered.wait();
    EXPECT_NE(got[0].was_outrun, got[1].was_outrun) << "round " << round;
  }
  EXPECT_EQ(asked(*nodes[1], [](Store& store) { return store.events("g1"); }).size(), kRounds + 1U);
}

TEST_F(Nodes, RatedGamesThatEndAtOnceAllCount) {
  const std::array<std::unique_ptr<Database>, 2> nodes = {open(), open()};
  constexpr int kGames = 40;
  std::vector<GameSummary> games;
  for (int i = 0; i < kGames; ++i) {
    games.push_back(
        new_game(fmt::format("g{}", i), i % 2 == 0 ? "anna" : "bert", i % 2 == 0 ? "bert" : "anna", true));
    create(*nodes[0], games.back());
  }
  std::latch answered(kGames);
  for (int i = 0; i < kGames; ++i) {
    nodes[static_cast<std::size_t>(i % 2)]->write(
        [&, game = games[static_cast<std::size_t>(i)]](Connection& connection) mutable {
          game.status = online::RoomStatus::Ended;
          game.outcome = rules::Outcome{Color::White, rules::Ending::Time};
          const std::array<online::Event, 1> events = {online::Ended{*game.outcome}};
          EXPECT_FALSE(Store(connection).append(game, 2, at(1), events).was_outrun);
        },
        [&](const std::exception_ptr& error) {
          EXPECT_FALSE(error);
          answered.count_down();
        });
  }
  answered.wait();
  for (const char* user : {"anna", "bert"}) {
    EXPECT_EQ(asked(*nodes[0], [&](Store& store) { return store.rating(user, rules::Variant::Ordo); }).games,
              kGames);
  }
}

TEST_F(Nodes, WhatOneSaysTheOtherHears) {
  const auto speaker = open();
  const auto hearer = open();
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> heard;
  hearer->listen(
      [&](const Notice& notice) {
        const std::lock_guard lock(mutex);
        heard.push_back(notice.text);
        changed.notify_all();
      },
      [] {});
  const GameSummary game = new_game("g1", "anna", "bert");
  create(*speaker, game);
  append_turn(*speaker, game, 1);
  std::unique_lock lock(mutex);
  changed.wait_for(lock, std::chrono::seconds(60), [&] { return heard.size() >= 2; });
  EXPECT_THAT(heard, testing::ElementsAre("game g1 1", "game g1 2"));
}

/// Plays many games at once, each turn after the answer to the one before, while something goes on.
class Traffic {
 public:
  Traffic(Database& database, int games) : database_(database), running_(games) {
    for (int i = 0; i < games; ++i) games_.push_back(new_game(fmt::format("g{}", i), "anna", "bert"));
    for (const GameSummary& game : games_) create(database, game);
  }
  void start() {
    for (std::size_t i = 0; i < games_.size(); ++i) play(i, 1);
  }
  /// The number of turns each game was acknowledged.
  [[nodiscard]] std::vector<int> stop() {
    stopping_ = true;
    running_.wait();
    std::vector<int> plies;
    for (const GameSummary& game : games_) plies.push_back(game.plies);
    return plies;
  }
  /// Waits until every game should have gone on.
  void wait_for_progress() const {
    const int before = acknowledged_;
    for (int i = 0; i < 6000 && failed_ == 0 && acknowledged_ < before + 100; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  [[nodiscard]] int failed() const { return failed_; }
  [[nodiscard]] int acknowledged() const { return acknowledged_; }

 private:
  void play(std::size_t game, int ply) {
    database_.write(
        [this, game, ply](Connection& connection) {
          const std::array events = {turn(ply)};
          const auto got =
              Store(connection).append(after_turn(games_[game], ply), ply + 1, at(1000 * ply), events);
          if (got.was_outrun) throw std::logic_error("taken by nobody");
        },
        [this, game, ply](const std::exception_ptr& error) {
          if (error) {
            ++failed_;
            running_.count_down();
            return;
          }
          games_[game].plies = ply;
          ++acknowledged_;
          if (stopping_) {
            running_.count_down();
          } else {
            play(game, ply + 1);
          }
        });
  }

  Database& database_;
  std::vector<GameSummary> games_;  // each changed by the thread that answers it
  std::latch running_;
  std::atomic<bool> stopping_ = false;
  std::atomic<int> failed_ = 0;
  std::atomic<int> acknowledged_ = 0;
};

void pause(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

/// Every game has exactly the turns that were acknowledged, in order.
void expect_exactly(Database& database, const std::vector<int>& plies) {
  for (std::size_t i = 0; i < plies.size(); ++i) {
    const auto events = asked(database, [&](Store& store) { return store.events(fmt::format("g{}", i)); });
    ASSERT_EQ(events.size(), static_cast<std::size_t>(plies[i]) + 1);
    for (int ply = 1; ply <= plies[i]; ++ply) {
      const auto& event = events[static_cast<std::size_t>(ply)];
      EXPECT_EQ(event.seq, ply + 1);
      EXPECT_EQ(event.event, turn(ply));
    }
  }
}

TEST_F(Nodes, ConnectionsThatAreCutLoseNothing) {
  const auto database = open();
  const auto other = open();
  Traffic traffic(*database, 50);
  traffic.start();
  for (int i = 0; i < 10; ++i) {
    traffic.wait_for_progress();
    other->write_now([](Connection& c) {
      c.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid "
          "<> "
          "pg_backend_pid()");
    });
  }
  const auto plies = traffic.stop();
  EXPECT_EQ(traffic.failed(), 0);
  EXPECT_GT(traffic.acknowledged(), 500);
  expect_exactly(*database, plies);
}

TEST_F(Nodes, AServerThatIsRestartedOrCrashesLosesNothing) {
  const auto database = open();
  std::atomic<int> reconnections = 0;
  database->listen([](const Notice&) {}, [&] { ++reconnections; });
  Traffic traffic(*database, 50);
  traffic.start();
  for (int i = 0; i < 3; ++i) {
    traffic.wait_for_progress();
    PostgresServer::instance().restart();
    traffic.wait_for_progress();
    PostgresServer::instance().crash_and_restart();
  }
  traffic.wait_for_progress();
  const auto plies = traffic.stop();
  EXPECT_EQ(traffic.failed(), 0);
  EXPECT_GT(traffic.acknowledged(), 100);
  expect_exactly(*database, plies);
  for (int i = 0; i < 1000 && reconnections < 1; ++i) pause(50);
  EXPECT_GE(reconnections, 1);
  EXPECT_TRUE(database->is_reachable());
}

TEST_F(Nodes, AJobWhoseCommitWasNotAnsweredIsNotDoneTwice) {
  const auto database = open();
  std::atomic<int> runs = 0;
  // Commits behind the back of its thread, and cuts its own connection: as if the answer had been lost.
  database->write_now([&](Connection& c) {
    ++runs;
    c.execute(
        "INSERT INTO users (id, kind, name, password_hash, created_at) VALUES ('u', 'guest', 'n', '', 0)");
    c.script("COMMIT");
    c.query("SELECT pg_terminate_backend(pg_backend_pid())");
  });
  EXPECT_EQ(runs, 1);
  EXPECT_TRUE(asked(*database, [](Store& store) { return store.user("u"); }));
}

TEST_F(Nodes, WithoutAServerJobsFailAfterAWhileAndLaterOnesWorkAgain) {
  const auto database = open(std::chrono::seconds(1));
  PostgresServer::instance().stop();
  std::latch answered(2);
  std::atomic<int> lost = 0;
  const auto count = [&](const std::exception_ptr& error) {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const SqlError& failed) {
      lost += failed.trouble() == SqlTrouble::Lost ? 1 : 0;
    }
    answered.count_down();
  };
  database->write([](Connection& c) { c.query("SELECT 1"); }, count);
  database->read([](Connection& c) { c.query("SELECT 1"); }, count);
  answered.wait();
  EXPECT_EQ(lost, 2);
  EXPECT_FALSE(database->is_reachable());
  PostgresServer::instance().start();
  const auto works = [&database] {
    try {
      database->read_now([](Connection& c) { c.query("SELECT 1"); });
      return true;
    } catch (const SqlError&) {
      return false;
    }
  };
  while (!works()) continue;  // a busy machine may take longer to connect than such a read may
  EXPECT_TRUE(database->is_reachable());
}

TEST_F(Nodes, AServerThatIsNotThereIsSaidClearly) {
  try {
    (void)Database::open({"postgresql://anna:secret@/nowhere?host=/nonexistent"});
    FAIL();
  } catch (const SqlError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("/nonexistent"));
    EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("secret")));
  }
}

}  // namespace
}  // namespace ordo::store
