// /readyz of a whole server whose database is sick, and what its log says.
#include <fstream>
#include <iterator>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/databases.h"
#include "support/faulty_disk.h"
#include "support/http_client.h"
#include "support/postgres.h"
#include "support/server_fixture.h"

namespace ordo::server {
namespace {

using namespace ordo::tests;
using namespace std::chrono_literals;
using support::Browser;
using support::RunningServer;

/// Asks until the answer is this one, since a server needs a moment to notice; the last answer.
[[nodiscard]] int readiness(const RunningServer& server, int wanted) {
  Browser browser(server.port());
  int status = 0;
  for (int i = 0; i < 600 && status != wanted; ++i) {
    status = browser.get("/readyz").status;
    if (status != wanted) std::this_thread::sleep_for(50ms);
  }
  return status;
}

[[nodiscard]] std::ptrdiff_t count(const std::string& text, std::string_view what) {
  std::ptrdiff_t found = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++found;
  return found;
}

TEST(ReadyZ, FailsWhileTheDiskIsFullAndSaysWhyOnce) {
  FaultyDisk disk;
  {
    const RunningServer server;
    EXPECT_EQ(readiness(server, 200), 200);
    disk.arm(DiskFault::NoSpace, 1, true);
    EXPECT_EQ(readiness(server, 503), 503);
    Browser browser(server.port());
    EXPECT_EQ(browser.get("/readyz").error_code(), "database");
    EXPECT_EQ(browser.get("/healthz").status, 200);
    for (int i = 0; i < 40; ++i) EXPECT_EQ(browser.post("/api/guest").status, 503);
    EXPECT_EQ(count(server.log_text(), "database-sick"), 1);
    EXPECT_THAT(server.log_text(), testing::HasSubstr("full"));
    EXPECT_LE(count(server.log_text(), "request failed"), 5) << "not a line for each";
    disk.mend();
    EXPECT_EQ(readiness(server, 200), 200);
    EXPECT_EQ(count(server.log_text(), "database-well"), 1);
    EXPECT_EQ(browser.post("/api/guest").status, 200);
  }
}

TEST(ReadyZ, FailsOnceTheFileIsFoundDamaged) {
  const TemporaryFolder folder;
  const std::string file = folder.file("x.db");
  {
    const auto database = store::Database::open(patient(file));
    for (int i = 0; i < 50; ++i)
      tests::create(*database, tests::new_game("g" + std::to_string(i), "anna", "bert"));
  }
  {
    // The page with this row of games: its id is followed by the variant.
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(bytes), {}};
    const std::size_t row = text.find("g30ordo");
    ASSERT_NE(row, std::string::npos);
    bytes.seekp(static_cast<std::streamoff>(row / 4096 * 4096));
    bytes << std::string(4096, 'x');
  }
  const RunningServer server([&](ServerConfig& config) { config.database.address = file; });
  Browser browser(server.port());
  EXPECT_EQ(browser.get("/api/games?limit=100").status, 500);
  EXPECT_EQ(readiness(server, 503), 503);
  EXPECT_THAT(server.log_text(), testing::HasSubstr("ordo db check"));
}

TEST(ReadyZ, FailsWhilePostgresDoesNotAnswerAndSoDoesEverythingElse) {
  const std::string address = PostgresServer::instance().fresh_database();
  RunningServer server([&](ServerConfig& config) {
    config.database.address = address;
    config.database.answer_within = 1s;
    config.database.read_within = 1s;
    config.database.write_wait = 1s;
    config.database.reconnect_for = 1s;
    config.limits.ready_within = 500ms;
  });
  EXPECT_EQ(readiness(server, 200), 200);
  PostgresServer::instance().freeze();
  EXPECT_EQ(readiness(server, 503), 503);
  Browser browser(server.port());
  EXPECT_EQ(browser.get("/api/games").status, 503);
  EXPECT_EQ(browser.post("/api/guest").status, 503);
  EXPECT_EQ(browser.get("/healthz").status, 200);
  PostgresServer::instance().thaw();
  EXPECT_EQ(readiness(server, 200), 200);
  EXPECT_EQ(browser.get("/api/games").status, 200);
  PostgresServer::instance().freeze();
  server.finish();  // does not wait for it
  PostgresServer::instance().thaw();
}

TEST(SparingLog, SaysTheSameAFewTimesOnlyAndThenHowOften) {
  support::RememberingLog inner;
  std::chrono::steady_clock::time_point now;
  SparingLog log(inner, [&now] { return now; });
  const auto fail = [&log](std::string_view reason) {
    log.write(LogLevel::Error, "append-failed", {{"game", std::string_view("g1")}, {"reason", reason}});
  };
  for (int i = 0; i < 1000; ++i) {
    fail("the disk is full");
    log.write(LogLevel::Info, "listening", {});
  }
  EXPECT_EQ(count(inner.text(), "append-failed"), 5);
  EXPECT_EQ(count(inner.text(), "listening"), 1000) << "only complaints are spared";
  fail("something else");
  EXPECT_EQ(count(inner.text(), "something else"), 1);
  now += 10s;
  fail("the disk is full");
  EXPECT_THAT(inner.text(), testing::HasSubstr("left-out of=append-failed lines=995"));
  EXPECT_EQ(count(inner.text(), "the disk is full"), 6);
}

}  // namespace
}  // namespace ordo::server
