// A PostgreSQL server that is there and does not answer: stopped, or behind a cable that was cut.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <latch>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/databases.h"
#include "support/postgres.h"
#include "support/tcp_relay.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;
using namespace std::chrono_literals;

enum class Trouble : std::uint8_t { Frozen, Cut };

/// For what must happen, but may take its time on a busy machine.
[[nodiscard]] bool happens(const std::function<bool()>& is_so) {
  for (int i = 0; i < 1200; ++i) {
    if (is_so()) return true;
    std::this_thread::sleep_for(50ms);
  }
  return false;
}

/// Counts answers.
class Answers {
 public:
  [[nodiscard]] Database::Done expected() {
    ++asked_;
    return [this](const std::exception_ptr& failed) {
      const std::lock_guard lock(mutex_);
      ++(failed ? failed_ : fine_);
      changed_.notify_all();
    };
  }
  /// Whether all have been answered, after a minute at most.
  [[nodiscard]] bool are_complete() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, 60s, [this] { return fine_ + failed_ == asked_; });
  }
  [[nodiscard]] int failed() const { return failed_; }
  [[nodiscard]] int asked() const { return asked_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int asked_ = 0;
  int fine_ = 0;
  int failed_ = 0;
};

class Hung : public testing::TestWithParam<Trouble> {
 protected:
  Hung() {
    const std::string local = PostgresServer::instance().fresh_database();
    const std::size_t name = local.find("@/") + 2;
    options_.address = fmt::format("postgresql://ordo@127.0.0.1:{}/{}", relay_.port(),
                                   local.substr(name, local.find('?') - name));
    options_.read_within = 600ms;
    options_.write_wait = 600ms;
    options_.answer_within = 400ms;
    options_.reconnect_for = 800ms;
    options_.close_within = 300ms;
  }
  ~Hung() override { heal(); }

  void strike() {
    if (GetParam() == Trouble::Frozen) {
      PostgresServer::instance().freeze();
    } else {
      relay_.cut();
    }
  }
  void heal() {
    PostgresServer::instance().thaw();
    relay_.mend();
  }

  /// The time allowed is short for a machine with other things to do.
  void open() {
    ASSERT_TRUE(happens([this] {
      try {
        database_ = Database::open(options_);
        return true;
      } catch (const SqlError&) {
        return false;
      }
    }));
  }
  /// Whether it worked, in the end.
  [[nodiscard]] bool write_in_the_end(const Database::Job& job) {
    return happens([&] {
      try {
        database_->write_now(job);
        return true;
      } catch (const SqlError&) {
        return false;
      }
    });
  }

  TcpRelay relay_{PostgresServer::instance().socket()};
  DatabaseOptions options_;
  std::unique_ptr<Database> database_;
};

INSTANTIATE_TEST_SUITE_P(Server, Hung, testing::Values(Trouble::Frozen, Trouble::Cut),
                         [](const auto& chosen) {
                           return chosen.param == Trouble::Frozen ? "Frozen" : "Cut";
                         });

void add_user(Connection& connection, int number) {
  connection.execute(
      "INSERT INTO users (id, kind, name, password_hash, created_at) VALUES ($1, 'guest', $1, '', 0) "
      "ON CONFLICT DO NOTHING",
      {std::to_string(number)});
}

[[nodiscard]] bool has_user(Connection& connection, int number) {
  return !connection.query("SELECT 1 FROM users WHERE id = $1", {std::to_string(number)}).empty();
}

TEST_P(Hung, LeavesNobodyWithoutAnAnswer) {
  open();
  ASSERT_TRUE(write_in_the_end([](Connection& c) { add_user(c, 0); }));
  Answers answers;
  strike();
  for (int i = 1; i <= 30; ++i) {
    database_->write([i](Connection& c) { add_user(c, i); }, answers.expected());
    database_->read([](Connection& c) { c.query("SELECT 1"); }, answers.expected());
    database_->read([](Connection& c) { c.query("SELECT 1"); }, answers.expected(), Reading::List);
    if (i % 10 == 0) std::this_thread::sleep_for(200ms);  // some come when the trouble is known
  }
  database_->probe(answers.expected());
  ASSERT_TRUE(answers.are_complete());
  EXPECT_EQ(answers.failed(), answers.asked());
  EXPECT_FALSE(database_->is_reachable());
  heal();
  bool is_kept = false;
  EXPECT_TRUE(write_in_the_end([&](Connection& c) {
    add_user(c, 100);
    is_kept = has_user(c, 0) && has_user(c, 100);
  }));
  EXPECT_TRUE(is_kept);
}

TEST_P(Hung, DoesNotKeepTheDatabaseFromBeingClosed) {
  open();
  Answers answers;
  strike();
  for (int i = 0; i < 20; ++i) {
    database_->write([i](Connection& c) { add_user(c, i); }, answers.expected());
    database_->read([](Connection& c) { c.query("SELECT 1"); }, answers.expected());
  }
  auto closed = std::async(std::launch::async, [this] { database_.reset(); });
  ASSERT_EQ(closed.wait_for(60s), std::future_status::ready);
  EXPECT_TRUE(answers.are_complete());
}

/// Nothing is sent on the connection that listens, so nothing fails on it by itself.
TEST_P(Hung, IsNoticedByTheOneThatListens) {
  open();
  std::atomic<int> reconnected = 0;
  std::atomic<int> heard = 0;
  ASSERT_TRUE(happens([&] {
    try {
      database_->listen([&](const Notice&) { ++heard; }, [&] { ++reconnected; });
      return true;
    } catch (const SqlError&) {
      return false;
    }
  }));
  strike();
  EXPECT_TRUE(happens([this] { return !database_->is_reachable(); }));
  heal();
  EXPECT_TRUE(happens([&] { return reconnected > 0; }));
  EXPECT_TRUE(write_in_the_end([](Connection& c) { c.notify("games", "again"); }));
  EXPECT_TRUE(happens([&] { return heard > 0; }));
  database_.reset();
}

TEST_P(Hung, CannotBeOpenedAndThatIsSaid) {
  strike();
  auto opened = std::async(std::launch::async, [this] {
    try {
      (void)Database::open(options_);
    } catch (const SqlError& error) {
      return std::string(error.what());
    }
    return std::string();
  });
  ASSERT_EQ(opened.wait_for(60s), std::future_status::ready);
  EXPECT_THAT(opened.get(), testing::HasSubstr("does not answer"));
}

/// libpq would have gone on to the next by itself, had it been let to wait.
TEST_P(Hung, IsPassedOverIfTheAddressNamesAnother) {
  const std::string name = options_.address.substr(options_.address.rfind('/') + 1);
  const TcpRelay other(PostgresServer::instance().socket());
  relay_.cut();
  options_.address =
      fmt::format("postgresql://ordo@127.0.0.1:{},127.0.0.1:{}/{}", relay_.port(), other.port(), name);
  open();
  EXPECT_TRUE(write_in_the_end([](Connection& c) { add_user(c, 1); }));
}

}  // namespace
}  // namespace ordo::store
