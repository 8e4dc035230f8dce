// The versions of the tables over both kinds of database, and what is special about an SQLite file.
#include <array>
#include <fstream>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include "rules/fen.h"
#include "store/drivers.h"
#include "store/migrations.h"
#include "store/sqlite_connection.h"
#include "support/database_test.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;

constexpr std::array kThreeSteps = {
    Migration{
        "CREATE TABLE fruits (name {id} PRIMARY KEY) {clustered}; INSERT INTO fruits VALUES ('apple');"},
    Migration{"ALTER TABLE fruits ADD COLUMN color TEXT; UPDATE fruits SET color = 'red';"},
    Migration{"CREATE TABLE bowls (id BIGINT); {postgres}CREATE TABLE only_there (id BIGINT);{end}"},
};
constexpr std::array kBrokenSecondStep = {
    kThreeSteps[0],
    Migration{"CREATE TABLE bowls (id BIGINT); INSERT INTO nowhere VALUES (1);"},
};

class Migrations : public testing::TestWithParam<Dialect> {
 protected:
  TemporaryFolder folder_;
  std::string address_ = make_address();
  std::unique_ptr<Connection> connection_ = connect(address_, true);

 private:
  [[nodiscard]] std::string make_address() const {
    std::string address = fresh_address(GetParam(), folder_);
    if (GetParam() == Dialect::Sqlite) std::ofstream{address};
    return address;
  }
};

INSTANTIATE_TEST_SUITE_P(Of, Migrations, kBothKinds, name_of_kind);

TEST_P(Migrations, GoFromNothingToTheNewestVersion) {
  EXPECT_EQ(schema_version(*connection_), 0);
  EXPECT_EQ(migrate(*connection_, kThreeSteps), 3);
  EXPECT_EQ(schema_version(*connection_), 3);
  EXPECT_EQ(migrate(*connection_, kThreeSteps), 0);
  EXPECT_EQ(connection_->query("SELECT COUNT(*) FROM bowls").front().integer(0), 0);
}

TEST_P(Migrations, KeepTheDataOfAnOlderVersion) {
  migrate(*connection_, std::span(kThreeSteps).first(1));
  connection_->execute("INSERT INTO fruits VALUES ('cherry')");
  EXPECT_EQ(migrate(*connection_, kThreeSteps), 2);
  const auto rows = connection_->query("SELECT name, color FROM fruits ORDER BY name");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].text(0), "cherry");
  EXPECT_EQ(rows[1].text(1), "red");
}

TEST_P(Migrations, RefuseANewerDatabase) {
  migrate(*connection_, kThreeSteps);
  try {
    migrate(*connection_, std::span(kThreeSteps).first(2));
    FAIL();
  } catch (const SqlError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("version 3, made by a newer ordo"));
  }
  EXPECT_EQ(schema_version(*connection_), 3);
}

TEST_P(Migrations, ANewerDatabaseIsNotOpened) {
  migrate(*connection_);
  connection_->execute("UPDATE schema_version SET version = 1000");
  EXPECT_THROW((void)Database::open(patient(address_)), SqlError);
}

TEST_P(Migrations, AStepThatFailsLeavesNoTrace) {
  EXPECT_THROW(migrate(*connection_, kBrokenSecondStep), SqlError);
  EXPECT_EQ(schema_version(*connection_), 1);
  EXPECT_EQ(migrate(*connection_, kThreeSteps), 2) << "the table of the failed step would be in the way";
}

TEST_P(Migrations, TheRealStepsLeadToWhatADatabaseNeeds) {
  migrate(*connection_);
  EXPECT_EQ(schema_version(*connection_), static_cast<std::int64_t>(all_migrations().size()));
  connection_.reset();
  const auto database = Database::open(patient(address_));
  create(*database, new_game("g1", "anna", "bert"));
  EXPECT_TRUE(asked(*database, [](Store& store) { return store.summary("g1"); }));
}

TEST_P(Migrations, GamesOfTheFirstVersionGoOn) {
  migrate(*connection_, all_migrations().first(1));
  for (const auto& [id, live] : {std::pair("going", 1), std::pair("over", 0)}) {
    connection_->execute(
        "INSERT INTO games (id, variant, start_fen, time_control, rated, status, live, result, ending, "
        "plies, "
        "fen, created_at, last_at, deadline, engine_to_move, last_seq) "
        "VALUES ($1, 'ordo', $2, '300+3', 0, $3, $4, $5, $6, 7, $2, 1000, 2000, $7, 0, 9)",
        {std::string(id), std::string(rules::kInitialFen), std::string(live == 1 ? "playing" : "ended"),
         std::int64_t{live}, live == 1 ? Value{} : Value{std::string("1-0")},
         live == 1 ? Value{} : Value{std::string("resignation")}, live == 1 ? Value{3000} : Value{}});
  }
  migrate(*connection_);
  Store store(*connection_);
  const GameSummary going = store.summary("going").value();
  EXPECT_EQ(going.plies, 7);
  EXPECT_EQ(going.last_at, online::instant_from(2000));
  EXPECT_EQ(going.deadline, online::instant_from(3000));
  EXPECT_EQ(going.fen, rules::kInitialFen);
  EXPECT_EQ(store.summary("over").value().plies, 7);
  const std::array<online::Event, 1> events = {online::Moved{8, "c3-c4", online::Duration(1)}};
  EXPECT_FALSE(store.append(going, 10, online::instant_from(2500), events).was_outrun);
  EXPECT_EQ(store.overdue(online::instant_from(3000), {}, 5), std::vector<GameId>{"going"});
}

TEST_P(Migrations, PlansOfWhichNobodyKnowsWhatTheyWereMadeForAreDropped) {
  migrate(*connection_, all_migrations().first(2));
  connection_->execute("INSERT INTO plans (game, color, body) VALUES ('g1', 'white', '[]')");
  migrate(*connection_);
  EXPECT_EQ(connection_->query("SELECT COUNT(*) FROM plans").front().integer(0), 0);
}

TEST(SqliteFile, CommitsReachTheDiskBeforeTheyAreAnswered) {
  const TemporaryFolder folder;
  const auto database = Database::open(patient(folder.file("x.db")));
  // Settings cannot be changed within a transaction; they can be read.
  database->write_now([](Connection& c) {
    EXPECT_EQ(c.query("PRAGMA synchronous").front().integer(0), 2) << "FULL";
    EXPECT_EQ(c.query("PRAGMA journal_mode").front().text(0), "wal");
    EXPECT_EQ(c.query("PRAGMA foreign_keys").front().integer(0), 1);
  });
}

/// More pages than it keeps in memory: some are written to the log before the commit, and read back from
/// there.
TEST(SqliteFile, ATransactionMayBeLargerThanTheMemoryForIt) {
  const TemporaryFolder folder;
  SqliteConnection writer(folder.file("x.db"), SqliteMode::Create);
  writer.script("PRAGMA cache_size = 10; CREATE TABLE numbers (n BIGINT PRIMARY KEY, text TEXT)");
  SqliteConnection reader(folder.file("x.db"), SqliteMode::ReadOnly);
  const auto count = [](SqliteConnection& connection) {
    return connection.query("SELECT COUNT(*), MAX(LENGTH(text)) FROM numbers").front().integer(0);
  };
  for (const bool commits : {false, true}) {
    ASSERT_TRUE(writer.begin(""));
    for (std::int64_t n = 0; n < 2000; ++n) {
      writer.execute("INSERT INTO numbers VALUES ($1, $2)", {n * 7919 % 2003, std::string(500, 'x')});
    }
    writer.execute("UPDATE numbers SET text = text || 'y'");
    EXPECT_EQ(count(writer), 2000);
    EXPECT_EQ(count(reader), 0);
    if (commits) {
      writer.commit();
    } else {
      writer.rollback();
      EXPECT_EQ(count(writer), 0);
    }
  }
  EXPECT_EQ(count(reader), 2000);
  writer.query("PRAGMA wal_checkpoint(TRUNCATE)");
  EXPECT_EQ(count(reader), 2000);
  EXPECT_EQ(reader.query("PRAGMA integrity_check").front().text(0), "ok");
}

TEST(SqliteFile, ReadersCannotWrite) {
  const TemporaryFolder folder;
  const auto database = Database::open(patient(folder.file("x.db")));
  EXPECT_THROW(database->read_now([](Connection& c) { c.execute("DELETE FROM users"); }), SqlError);
}

TEST(SqliteFile, IsServedByOneAtATime) {
  const TemporaryFolder folder;
  auto database = Database::open(patient(folder.file("x.db")));
  try {
    (void)Database::open(patient(folder.file("x.db")));
    FAIL();
  } catch (const SqlError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("in use by another ordo"));
  }
  EXPECT_GT(schema_version(*connect(folder.file("x.db"), false)), 0) << "but may be read";
  database.reset();
  EXPECT_TRUE(Database::open(patient(folder.file("x.db"))));
}

TEST(SqliteFile, TheLockOfAKilledProcessIsGone) {
  const TemporaryFolder folder;
  const std::string file = folder.file("x.db");
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto database = Database::open(patient(file));
    create(*database, new_game("g1", "anna", "bert"));
    (void)!write(ends[1], "x", 1);
    pause();
  }
  char ready = 0;
  ASSERT_EQ(read(ends[0], &ready, 1), 1);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
  const auto database = Database::open(patient(file));
  EXPECT_TRUE(asked(*database, [](Store& store) { return store.summary("g1"); }));
}

TEST(SqliteFile, AFolderThatIsNotThereIsSaidClearly) {
  try {
    (void)Database::open({"/nonexistent/x.db"});
    FAIL();
  } catch (const SqlError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("/nonexistent/x.db"));
  }
}

TEST(SqliteFile, WhatIsNoDatabaseIsSaidClearly) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("x.db")) << std::string(5000, 'x');
  try {
    (void)Database::open(patient(folder.file("x.db")));
    FAIL();
  } catch (const SqlError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("not a database"));
  }
}

}  // namespace
}  // namespace ordo::store
