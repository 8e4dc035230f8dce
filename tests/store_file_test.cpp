// The file of a database: who may read it, and by which names it is one file.
#include <filesystem>
#include <fstream>
#include <latch>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "store/maintenance.h"
#include "store/sqlite_connection.h"
#include "support/databases.h"

namespace ordo::store {
namespace {

using namespace ordo::tests;
namespace fs = std::filesystem;

[[nodiscard]] std::string refusal_of(const std::string& file) {
  try {
    (void)Database::open(patient(file));
  } catch (const SqlError& error) {
    return error.what();
  }
  return "";
}

TEST(DatabaseFile, IsOneThroughASymbolicLink) {
  const TemporaryFolder folder;
  fs::create_symlink("real.db", folder.file("link.db"));  // to what is not there yet
  for (const auto& [first, second] : {std::pair("link.db", "real.db"), std::pair("real.db", "link.db")}) {
    const auto server = Database::open(patient(folder.file(first)));
    EXPECT_THAT(refusal_of(folder.file(second)), testing::HasSubstr("in use by another ordo"));
  }
}

TEST(DatabaseFile, IsOneThroughALinkToItsFolder) {
  const TemporaryFolder folder;
  fs::create_directory(folder.file("data"));
  fs::create_directory_symlink("data", folder.file("other"));
  const auto server = Database::open(patient(folder.file("data/x.db")));
  EXPECT_THAT(refusal_of(folder.file("other/x.db")), testing::HasSubstr("in use by another ordo"));
}

TEST(DatabaseFile, MayNotHaveTwoRealNames) {
  const TemporaryFolder folder;
  (void)Database::open(patient(folder.file("x.db")));
  fs::create_hard_link(folder.file("x.db"), folder.file("y.db"));
  EXPECT_THAT(refusal_of(folder.file("y.db")), testing::HasSubstr("hard link"));
}

/// The write-ahead log of a file into which texts of a megabyte are written.
class DatabaseLog : public testing::Test {
 protected:
  DatabaseLog() {
    database_->write_now([](Connection& c) { c.script("CREATE TABLE scratch (body TEXT)"); });
  }
  static void write_megabyte(Connection& connection) {
    connection.execute("INSERT INTO scratch (body) VALUES ($1)", {std::string(1 << 20, 'x')});
  }
  [[nodiscard]] std::uintmax_t megabytes() const { return fs::file_size(file_ + "-wal") >> 20U; }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("x.db");
  std::unique_ptr<Database> database_ = Database::open(patient(file_));
};

TEST_F(DatabaseLog, StaysSmallWhereOneWritesAfterTheOther) {
  for (int i = 0; i < 40; ++i) {
    database_->write_now(write_megabyte);
    ASSERT_LE(megabytes(), 10U) << i;
  }
}

TEST_F(DatabaseLog, IsSmallAgainAfterManyHaveWrittenAtOnce) {
  std::latch begun(1);
  std::latch queued(1);
  std::latch done(41);
  const auto count_down = [&](const std::exception_ptr&) { done.count_down(); };
  const auto hold_up = [&](Connection&) {
    begun.count_down();
    queued.wait();
  };
  database_->write(hold_up, count_down, nullptr);
  begun.wait();  // so that it is alone in its commit, and the others are together
  for (int i = 0; i < 40; ++i) database_->write(write_megabyte, count_down, nullptr);
  queued.count_down();
  done.wait();
  EXPECT_GE(megabytes(), 30U) << "a busy server is not kept from its work";
  for (int i = 0; i < 3; ++i) database_->write_now(write_megabyte);
  EXPECT_LE(megabytes(), 10U);
}

/// What is folded into the file makes the file grow; folding holds up everybody who waits for a commit.
TEST(BusyLog, IsNotFoldedForALoneCommitAmongMany) {
  const TemporaryFolder folder;
  SqliteConnection writer(folder.file("x.db"), SqliteMode::Create);
  writer.script("CREATE TABLE scratch (body TEXT)");
  writer.take_over_log();
  const auto commit = [&](std::size_t kilobytes, std::size_t jobs) {
    ASSERT_TRUE(writer.begin(""));
    writer.execute("INSERT INTO scratch (body) VALUES ($1)", {std::string(kilobytes << 10U, 'x')});
    writer.commit();
    writer.tend_log(jobs);
  };
  const auto megabytes = [&] { return fs::file_size(folder.file("x.db")) >> 20U; };
  for (int i = 0; i < 100; ++i) commit(200, i % 5 == 4 ? 1 : 20);
  EXPECT_LE(megabytes(), 10U) << "beside what was folded while nobody knew yet that many write";
  for (int i = 0; i < 200; ++i) commit(1, 1);
  EXPECT_GE(megabytes(), 19U) << "few write again";
}

/// Whatever others may do with the files of such a name.
[[nodiscard]] int open_to_others(const std::string& file) {
  int found = 0;
  for (const char* suffix : {"", "-wal", "-shm", ".lock"}) {
    struct stat status {};
    if (stat((file + suffix).c_str(), &status) == 0) found |= static_cast<int>(status.st_mode) & 0007;
  }
  return found;
}

class WithUmask : public testing::Test {
 protected:
  ~WithUmask() override { umask(before_); }

  TemporaryFolder folder_;
  const mode_t before_ = umask(0);  // everybody may do everything, if nobody objects
};

TEST_F(WithUmask, NewFilesAreForTheirOwnerAlone) {
  const std::string file = folder_.file("x.db");
  const auto database = Database::open(patient(file));
  create(*database, new_game("g1", "anna", "bert"));
  EXPECT_TRUE(fs::exists(file + "-wal"));
  EXPECT_EQ(open_to_others(file), 0);
  back_up(file, folder_.file("backup"), [](std::string_view, std::int64_t) {});
  EXPECT_EQ(open_to_others(folder_.file("backup")), 0);
  restore(folder_.file("backup"), folder_.file("restored"), [](std::string_view, std::int64_t) {});
  EXPECT_EQ(open_to_others(folder_.file("restored")), 0);
}

TEST_F(WithUmask, AnOldFileIsClosedToOthersButNotToItsGroup) {
  const std::string file = folder_.file("x.db");
  (void)Database::open(patient(file));
  fs::permissions(file, fs::perms(0664));
  const auto database = Database::open(patient(file));
  EXPECT_EQ(open_to_others(file), 0);
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0660));
}

}  // namespace
}  // namespace ordo::store
