// Nobody waits without end: lanes, deadlines, and what closing does, over both kinds of database.
#include <atomic>
#include <latch>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;
using namespace std::chrono_literals;

constexpr const char* kEndless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n";

class Deadlines : public testing::TestWithParam<Dialect> {
 protected:
  TemporaryFolder folder_;
  DatabaseOptions options_{fresh_address(GetParam(), folder_)};
};

INSTANTIATE_TEST_SUITE_P(Of, Deadlines, kBothKinds, name_of_kind);

[[nodiscard]] std::optional<SqlTrouble> trouble_in(const std::exception_ptr& failed) {
  try {
    if (failed) std::rethrow_exception(failed);
  } catch (const SqlError& error) {
    return error.trouble();
  }
  return std::nullopt;
}

/// Keeps the one thread that serves lists busy.
class Occupation {
 public:
  explicit Occupation(Database& database) : database_(database) {
    begin();
    busy_.wait();
  }
  void end() { release_.count_down(); }

 private:
  /// Until it is begun, since it may have to wait for too long itself.
  void begin() {
    database_.read(
        [this](Connection&) {
          is_begun_ = true;
          busy_.count_down();
          release_.wait();
        },
        [this](const std::exception_ptr&) {
          if (!is_begun_) begin();
        },
        Reading::List);
  }

  Database& database_;
  std::latch busy_{1};
  std::latch release_{1};
  std::atomic<bool> is_begun_ = false;
};

TEST_P(Deadlines, ListsAreNotWaitedForByAnybodyElse) {
  options_.read_within = 1h;
  const auto database = Database::open(options_);
  constexpr int kLists = 20;
  std::latch release(1);
  std::latch answered(kLists);
  for (int i = 0; i < kLists; ++i) {
    database->read([&](Connection&) { release.wait(); },
                   [&](const std::exception_ptr&) { answered.count_down(); }, Reading::List);
  }
  // However many lists are stuck.
  for (int i = 0; i < 20; ++i) {
    database->read_now([](Connection& c) { c.query("SELECT 1"); });
    database->write_now([](Connection& c) { c.query("SELECT 1"); });
  }
  release.count_down();
  answered.wait();
}

TEST_P(Deadlines, AReadThatTakesTooLongIsGivenUp) {
  options_.read_within = 300ms;
  options_.answer_within = 300ms;
  const auto database = Database::open(options_);
  for (const Reading kind : {Reading::Prompt, Reading::List}) {
    std::latch answered(1);
    std::optional<SqlTrouble> trouble;
    database->read([](Connection& c) { c.query(kEndless); },
                   [&](const std::exception_ptr& failed) {
                     trouble = trouble_in(failed);
                     answered.count_down();
                   },
                   kind);
    answered.wait();
    // PostgreSQL may say so itself, or be given up.
    EXPECT_THAT(trouble, testing::AnyOf(SqlTrouble::Slow, SqlTrouble::Lost));
  }
  // On a busy machine not the first attempt may be in time.
  for (int i = 0; i < 100; ++i) {
    try {
      return database->read_now([](Connection& c) { c.query("SELECT 1"); });
    } catch (const SqlError&) {
      std::this_thread::sleep_for(50ms);
    }
  }
  FAIL() << "it does not go on";
}

TEST_P(Deadlines, AReadThatHasWaitedForTooLongIsNotBegun) {
  options_.read_within = 1ms;
  options_.connections = 1;
  const auto database = Database::open(options_);
  constexpr int kReads = 10;
  std::latch answered(kReads);
  std::atomic<int> begun = 0;
  std::atomic<int> lost = 0;
  Occupation occupation(*database);
  for (int i = 0; i < kReads; ++i) {
    database->read([&](Connection&) { ++begun; },
                   [&](const std::exception_ptr& failed) {
                     lost += trouble_in(failed) == SqlTrouble::Lost ? 1 : 0;
                     answered.count_down();
                   },
                   Reading::List);
  }
  std::this_thread::sleep_for(20ms);  // longer than they may wait
  occupation.end();
  answered.wait();
  EXPECT_EQ(begun, 0);
  EXPECT_EQ(lost, kReads);
}

TEST_P(Deadlines, ClosingRefusesReadsThatWait) {
  options_.read_within = 1h;
  constexpr int kReads = 50;
  std::atomic<int> begun = 0;
  std::atomic<int> lost = 0;
  std::latch busy(1);
  std::latch refused(kReads);
  {
    options_.connections = 1;
    const auto database = Database::open(options_);
    // Runs until all that wait behind it have been refused: if they were run instead, this would never end.
    database->read(
        [&](Connection&) {
          busy.count_down();
          refused.wait();
        },
        [](const std::exception_ptr&) {}, Reading::List);
    busy.wait();
    for (int i = 0; i < kReads; ++i) {
      database->read([&](Connection&) { ++begun; },
                     [&](const std::exception_ptr& failed) {
                       lost += trouble_in(failed) == SqlTrouble::Lost ? 1 : 0;
                       refused.count_down();
                     },
                     Reading::List);
    }
  }
  EXPECT_EQ(begun, 0);
  EXPECT_EQ(lost, kReads);
}

TEST_P(Deadlines, ClosingEndsAReadThatIsUnderWay) {
  options_.read_within = 1h;
  options_.answer_within = 1h;
  options_.close_within = 100ms;
  std::atomic<bool> is_answered = false;
  {
    const auto database = Database::open(options_);
    std::latch begun(1);
    database->read(
        [&](Connection& c) {
          begun.count_down();
          c.query(kEndless);
        },
        [&](const std::exception_ptr& failed) { is_answered = failed != nullptr; }, Reading::List);
    begun.wait();
  }
  EXPECT_TRUE(is_answered);
}

/// With PostgreSQL the one connection serves everything; SQLite has a thread for changes alone.
TEST(PostgresDeadlines, AChangeThatHasWaitedForTooLongIsNotTried) {
  const TemporaryFolder folder;
  DatabaseOptions options{fresh_address(Dialect::Postgres, folder)};
  options.write_wait = 1ms;
  options.connections = 1;
  const auto database = Database::open(options);
  std::latch answered(1);
  std::optional<SqlTrouble> trouble;
  bool is_begun = false;
  Occupation occupation(*database);
  database->write([&](Connection&) { is_begun = true; },
                  [&](const std::exception_ptr& failed) {
                    trouble = trouble_in(failed);
                    answered.count_down();
                  });
  std::this_thread::sleep_for(20ms);
  occupation.end();
  answered.wait();
  EXPECT_FALSE(is_begun);
  EXPECT_EQ(trouble, SqlTrouble::Lost);
}

}  // namespace
}  // namespace ordo::store
