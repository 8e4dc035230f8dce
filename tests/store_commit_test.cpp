// How many askers share a database of either kind: transactions together, failures alone, notices.
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <latch>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;

class Commit : public testing::TestWithParam<Dialect> {
 protected:
  TemporaryFolder folder_;
  std::string address_ = fresh_address(GetParam(), folder_);

  [[nodiscard]] std::unique_ptr<Database> open() const { return Database::open(patient(address_)); }
};

INSTANTIATE_TEST_SUITE_P(Of, Commit, kBothKinds, name_of_kind);

/// Says what it hears to whoever waits for it.
class Ear {
 public:
  void listen_to(Database& database) {
    database.listen(
        [this](const Notice& notice) {
          const std::lock_guard lock(mutex_);
          heard_.push_back(notice.channel + ": " + notice.text);
          changed_.notify_all();
        },
        [] {});
  }
  /// All that was heard, once there are so many; or what there is after a while.
  [[nodiscard]] std::vector<std::string> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(60), [&] { return heard_.size() >= count; });
    return heard_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> heard_;
};

void add_seek_owner(Connection& connection, const std::string& id) {
  connection.execute(
      "INSERT INTO users (id, kind, name, password_hash, created_at) VALUES ($1, 'guest', $1, '', 0)", {id});
}

[[nodiscard]] std::int64_t count_users(Database& database) {
  std::int64_t count = 0;
  database.read_now([&](Connection& connection) {
    count = connection.query("SELECT COUNT(*) FROM users").front().integer(0);
  });
  return count;
}

TEST_P(Commit, WhatManyWriteAtOnceIsAllThereAfterwards) {
  constexpr int kThreads = 8;
  constexpr int kEach = 250;
  std::atomic<int> failed = 0;
  {
    const auto database = open();
    std::latch answered(std::ptrdiff_t{kThreads} * kEach);
    std::vector<std::thread> askers;
    for (int t = 0; t < kThreads; ++t) {
      askers.emplace_back([&, t] {
        for (int i = 0; i < kEach; ++i) {
          database->write([id = fmt::format("u{}-{}", t, i)](Connection& c) { add_seek_owner(c, id); },
                          [&](const std::exception_ptr& error) {
                            failed += error ? 1 : 0;
                            answered.count_down();
                          });
        }
      });
    }
    for (std::thread& asker : askers) asker.join();
    answered.wait();
  }
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(count_users(*open()), kThreads * kEach);
}

TEST_P(Commit, WhatIsAnsweredCanBeReadAtOnce) {
  const auto database = open();
  for (int i = 0; i < 50; ++i) {
    database->write_now([&](Connection& c) { add_seek_owner(c, std::to_string(i)); });
    EXPECT_EQ(count_users(*database), i + 1);
  }
}

TEST_P(Commit, JobsThatFailHurtOnlyThemselves) {
  const auto database = open();
  constexpr int kJobs = 300;
  std::mutex mutex;
  std::vector<int> failed;
  std::latch answered(kJobs);
  for (int i = 0; i < kJobs; ++i) {
    database->write(
        [i](Connection& c) {
          add_seek_owner(c, std::to_string(i));
          if (i % 50 == 7) throw std::runtime_error("on purpose");
          if (i % 50 == 9) c.execute("INSERT INTO users (id) VALUES ('without a name')");
        },
        [&, i](const std::exception_ptr& error) {
          if (error) {
            const std::lock_guard lock(mutex);
            failed.push_back(i);
          }
          answered.count_down();
        });
  }
  answered.wait();
  EXPECT_THAT(failed, testing::UnorderedElementsAre(7, 9, 57, 59, 107, 109, 157, 159, 207, 209, 257, 259));
  EXPECT_EQ(count_users(*database), kJobs - 12);
}

TEST_P(Commit, AFailureIsToldWithItsOwnReason) {
  const auto database = open();
  EXPECT_THROW(database->write_now([](Connection&) { throw std::domain_error("mine"); }), std::domain_error);
  try {
    database->write_now([](Connection& c) { c.execute("INSERT INTO nowhere VALUES (1)"); });
    FAIL();
  } catch (const SqlError& error) {
    EXPECT_EQ(error.trouble(), SqlTrouble::Other);
    EXPECT_THAT(error.what(), testing::HasSubstr("nowhere"));
  }
  EXPECT_EQ(count_users(*database), 0) << "and it goes on";
}

TEST_P(Commit, WhatCannotBeKeptUpWithIsRefused) {
  DatabaseOptions options = patient(address_);
  options.most_waiting = 10;
  options.connections = 1;
  const auto database = Database::open(options);
  std::latch busy(1);
  std::latch release(1);
  std::latch answered(15);
  std::atomic<int> lost = 0;
  database->write(
      [&](Connection&) {
        busy.count_down();
        release.wait();
      },
      [](const std::exception_ptr&) {});
  busy.wait();
  for (int i = 0; i < 15; ++i) {
    database->write([](Connection&) {},
                    [&](const std::exception_ptr& error) {
                      try {
                        if (error) std::rethrow_exception(error);
                      } catch (const SqlError& refused) {
                        lost += refused.trouble() == SqlTrouble::Lost ? 1 : 0;
                      }
                      answered.count_down();
                    });
  }
  EXPECT_EQ(lost, 5);
  EXPECT_EQ(database->waiting(), 10U);
  release.count_down();
  answered.wait();
  EXPECT_EQ(lost, 5);
}

TEST_P(Commit, ClosingFinishesWhatWasAsked) {
  std::atomic<int> done = 0;
  {
    const auto database = open();
    for (int i = 0; i < 200; ++i) {
      database->write([i](Connection& c) { add_seek_owner(c, std::to_string(i)); },
                      [&](const std::exception_ptr& error) { done += error ? 0 : 1; });
    }
  }
  EXPECT_EQ(done, 200);
  EXPECT_EQ(count_users(*open()), 200);
}

TEST_P(Commit, NoticesAreHeardAfterTheCommitAndOnlyThen) {
  const auto database = open();
  Ear ear;
  ear.listen_to(*database);
  EXPECT_THROW(database->write_now([](Connection& c) {
    c.notify("games", "never");
    throw std::runtime_error("on purpose");
  }),
               std::runtime_error);
  database->write_now([](Connection& c) { c.notify("games", "it's 'so' $1"); });
  database->write_now([](Connection& c) { c.notify("lobby", ""); });
  EXPECT_THAT(ear.wait_for(2), testing::ElementsAre("games: it's 'so' $1", "lobby: "));
}

TEST_P(Commit, TheStoreTellsOtherNodesWhatHasChanged) {
  const auto database = open();
  Ear ear;
  ear.listen_to(*database);
  const GameSummary game = new_game("g1", "anna", "bert", true);
  create(*database, game);
  append_turn(*database, game, 1);
  append_turn(*database, game, 1);  // nothing new
  end_game(*database, after_turn(game, 1), 3, Color::White);
  database->write_now([](Connection& c) { c.notify("games", "the last"); });
  if (GetParam() == Dialect::Sqlite) {  // there are no others
    EXPECT_THAT(ear.wait_for(1), testing::ElementsAre("games: the last"));
  } else {
    EXPECT_THAT(ear.wait_for(4), testing::ElementsAre("games: game g1 1", "games: game g1 2",
                                                      "games: game g1 4", "games: the last"));
  }
}

TEST_P(Commit, AReaderSeesEveryKindOfValueAsItWasWritten) {
  const auto database = open();
  database->write_now([](Connection& c) {
    c.execute(
        "INSERT INTO ratings (user_id, variant, rating, deviation, volatility, games, at) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7)",
        {std::string("u"), std::string(), 0.1, 1500.0, 1e-300, std::int64_t{-1}, INT64_MAX});
    const auto rows = c.query("SELECT * FROM ratings WHERE rating = $1", {0.1});
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].text(1), "");
    EXPECT_EQ(rows[0].real(2), 0.1);
    EXPECT_EQ(rows[0].real(3), 1500.0);
    EXPECT_EQ(rows[0].real(4), 1e-300);
    EXPECT_EQ(rows[0].integer(5), -1);
    EXPECT_EQ(rows[0].integer(6), INT64_MAX);
    EXPECT_TRUE(c.query("SELECT result FROM games WHERE id = $1", {std::string("x")}).empty());
    EXPECT_EQ(c.execute("UPDATE ratings SET games = 5 WHERE games = $1", {std::int64_t{3}}), 0);
    EXPECT_EQ(c.execute("UPDATE ratings SET games = 5"), 1);
  });
}

TEST_P(Commit, ParametersMayComeInAnyOrderAndTwice) {
  const auto database = open();
  database->read_now([](Connection& c) {
    const auto rows = c.query("SELECT COUNT(*) FROM users WHERE name = $2 OR created_at > $1 OR id = $2",
                              {std::int64_t{1}, std::string("x")});
    EXPECT_EQ(rows[0].integer(0), 0);
  });
}

}  // namespace
}  // namespace ordo::store
