// Turns that are announced, and stored together by the database that gains from it: each wins or loses alone.
#include <deque>
#include <latch>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;

/// A job as the rooms of the server have them.
struct TurnJob {
  GameSummary summary;  ///< after the turn
  std::int64_t seq;
  std::vector<online::Event> events;
  std::optional<LoneEvent> lone;
  Appended result;
  bool was_together = false;
  bool has_failed = false;
};

class Turns : public testing::TestWithParam<Dialect> {
 protected:
  /// One connection, so that what waits is taken as one batch.
  [[nodiscard]] static std::unique_ptr<Database> open(const std::string& address) {
    DatabaseOptions options = patient(address);
    options.connections = 1;
    return Database::open(options);
  }

  TemporaryFolder folder_;
  std::unique_ptr<Database> database_ = open(fresh_address(GetParam(), folder_));
  std::deque<TurnJob> jobs_;

  TurnJob& add(const GameSummary& game, int ply) {
    TurnJob& job = jobs_.emplace_back();
    job.summary = after_turn(game, ply);
    job.summary.deadline = at(1000 * ply + 500);
    job.seq = ply + 1;
    job.events = {turn(ply)};
    job.lone = LoneEvent::of(job.summary, job.seq, at(1000 * ply), job.events);
    return job;
  }

  /// All of them in one batch.
  void run() {
    std::latch all_wait(1);
    std::latch done(static_cast<std::ptrdiff_t>(jobs_.size()));
    database_->write([&](Connection&) { all_wait.wait(); }, [](const std::exception_ptr&) {});
    for (TurnJob& job : jobs_) {
      database_->write(
          [&job](Connection& connection) {
            Store store(connection);
            job.was_together = job.lone->is_stored;
            job.result = job.was_together ? store.appended(*job.lone)
                                          : store.append(job.summary, job.seq, job.lone->at, job.events);
          },
          [&job, &done](const std::exception_ptr& failed) {
            job.has_failed = failed != nullptr;
            done.count_down();
          },
          &*job.lone);
    }
    all_wait.count_down();
    done.wait();
  }

  void expect_stored(const TurnJob& job) {
    EXPECT_FALSE(job.has_failed);
    EXPECT_FALSE(job.result.was_outrun);
    EXPECT_EQ(job.was_together, GetParam() == Dialect::Postgres);
    ASSERT_EQ(job.result.events.size(), 1U);
    EXPECT_EQ(job.result.events.front().seq, job.seq);
    const auto events =
        asked(*database_, [&](Store& store) { return store.events(job.summary.id, job.seq); });
    EXPECT_EQ(events, job.result.events);
    const GameSummary summary =
        asked(*database_, [&](Store& store) { return store.summary(job.summary.id); }).value();
    EXPECT_EQ(summary.plies, job.summary.plies);
    EXPECT_EQ(summary.fen, job.summary.fen);
    EXPECT_EQ(summary.last_at, job.summary.last_at);
    EXPECT_EQ(summary.deadline, job.summary.deadline);
  }
};

INSTANTIATE_TEST_SUITE_P(Of, Turns, kBothKinds, name_of_kind);

TEST_P(Turns, OfManyGamesAreAllStored) {
  for (int i = 0; i < 300; ++i) {
    const GameSummary game = new_game(fmt::format("g{}", i), "anna", "bert");
    create(*database_, game);
    add(game, 1);
  }
  jobs_[7].summary.deadline.reset();
  jobs_[8].events = {online::Moved{1, "\"quotes\", \\ and {braces}\t…", {}}};
  run();
  for (const TurnJob& job : jobs_) expect_stored(job);
}

TEST_P(Turns, WhoseNumberIsTakenLosesAlone) {
  std::vector<GameSummary> games;
  for (const char* id : {"a", "b", "c"}) {
    games.push_back(new_game(id, "anna", "bert"));
    create(*database_, games.back());
    add(games.back(), 1);
  }
  const std::array<online::Event, 1> other = {online::DrawOffered{Color::White}};
  written(*database_, [&](Store& store) {
    EXPECT_FALSE(store.append(after_turn(games[1], 0), 2, at(7), other).was_outrun);
  });
  run();
  expect_stored(jobs_[0]);
  expect_stored(jobs_[2]);
  EXPECT_FALSE(jobs_[1].has_failed);
  EXPECT_TRUE(jobs_[1].result.was_outrun);
  const auto events = asked(*database_, [](Store& store) { return store.events("b", 2); });
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events.front().event, other.front());
}

TEST_P(Turns, TheSameTurnAgainIsTheSameSuccess) {
  const GameSummary game = new_game("a", "anna", "bert");
  create(*database_, game);
  add(game, 1);
  add(game, 1);
  run();
  expect_stored(jobs_[0]);
  EXPECT_FALSE(jobs_[1].has_failed);
  EXPECT_EQ(jobs_[1].result.events, jobs_[0].result.events);
}

TEST_P(Turns, OfNoGameFailAlone) {
  const GameSummary game = new_game("a", "anna", "bert");
  create(*database_, game);
  add(new_game("nowhere", "anna", "bert"), 1);
  add(game, 1);
  add(game, 5);  // with a gap before it
  run();
  EXPECT_TRUE(jobs_[0].has_failed);
  expect_stored(jobs_[1]);
  EXPECT_TRUE(jobs_[2].has_failed);
  EXPECT_TRUE(asked(*database_, [](Store& store) { return store.events("nowhere"); }).empty());
  EXPECT_EQ(asked(*database_, [](Store& store) { return store.events("a"); }).size(), 2U);
}

TEST(LoneEvent, IsNothingThatEndsAGameOrComesAfterIts) {
  GameSummary game = new_game("a", "anna", "bert");
  const std::vector<online::Event> moved = {turn(1)};
  const std::vector<online::Event> two = {turn(1), online::DrawOffered{Color::White}};
  EXPECT_TRUE(LoneEvent::of(game, 2, at(1), moved));
  EXPECT_FALSE(LoneEvent::of(game, 2, at(1), two));
  game.status = online::RoomStatus::Ended;
  EXPECT_FALSE(LoneEvent::of(game, 2, at(1), moved));
}

TEST(LoneEvent, IsNoChatAndNothingOfACorrespondenceGame) {
  GameSummary game = new_game("a", "anna", "bert");
  const std::vector<online::Event> said = {online::Said{Color::White, "hello"}};
  const std::vector<online::Event> moved = {turn(1)};
  EXPECT_FALSE(LoneEvent::of(game, 2, at(1), said));
  game.settings.time = online::parse_time_control("3d").value();
  EXPECT_FALSE(LoneEvent::of(game, 2, at(1), moved));
}

}  // namespace
}  // namespace ordo::store
