// Endgame tables handed out by range: the parts are those of the file, and the rest is refused properly.
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/api/table_downloads.h"
#include "support/http_client.h"
#include "support/server_fixture.h"
#include "tablebase/builtin.h"
#include "tablebase/table_file.h"

namespace ordo::server {
namespace {

using namespace ordo::support;
using testing::HasSubstr;

/// A folder with one table, cut out of those that are built in, and one that is none.
class TableFolder : public testing::Test {
 protected:
  TableFolder() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    const auto source = std::make_shared<tablebase::MemorySource>(tablebase::builtin_bytes());
    bytes_.resize(static_cast<std::size_t>(tablebase::TableFile::open(source, 0)->size()));
    const auto all = tablebase::builtin_bytes();
    std::copy_n(all.begin(), bytes_.size(), bytes_.begin());
    std::ofstream(folder_ / "ordo_1v1.values", std::ios::binary) << bytes_;
    std::ofstream(folder_ / "ordo_2v1.values", std::ios::binary) << bytes_.substr(0, bytes_.size() / 2);
    std::ofstream(folder_ / "secret.txt") << "not for everybody";
  }
  ~TableFolder() override { std::filesystem::remove_all(folder_); }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("downloads" + std::to_string(::getpid()));
  std::string bytes_;
};

TEST_F(TableFolder, IsListedWithoutWhatIsNotWhole) {
  const TableDownloads downloads(folder_.string());
  ASSERT_EQ(downloads.files().size(), 1U);
  EXPECT_THAT(downloads.files()[0].path, testing::EndsWith("/ordo_1v1.values"));
  EXPECT_TRUE(TableDownloads("builtin").files().empty());
  EXPECT_TRUE(TableDownloads("/nowhere/at/all").files().empty());
}

TEST_F(TableFolder, IsHandedOutByRange) {
  const RunningServer server([this](ServerConfig& config) { config.tables = folder_.string(); });
  Browser browser(server.port());
  const Reply list = browser.get("/api/tablebase/files");
  EXPECT_EQ(list.status, 200);
  EXPECT_THAT(list.body, HasSubstr(R"("variant":"ordo","kind":"values","own":1,"enemy":1,"bytes":)"));
  const auto at = list.body.find("/tables/");
  ASSERT_NE(at, std::string::npos);
  const std::string path = list.body.substr(at, list.body.find('"', at) - at);

  const Reply whole = browser.get(path);
  EXPECT_EQ(whole.status, 200);
  EXPECT_EQ(whole.body, bytes_);
  EXPECT_EQ(whole.header("accept-ranges"), "bytes");
  EXPECT_EQ(whole.header("cache-control"), "public, max-age=31536000, immutable");

  const std::string size = std::to_string(bytes_.size());
  const Reply part = browser.get(path, {{"Range", "bytes=8-11"}});
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.body, bytes_.substr(8, 4));
  EXPECT_EQ(part.header("content-range"), "bytes 8-11/" + size);
  EXPECT_EQ(part.header("etag"), whole.header("etag"));
  EXPECT_EQ(browser.get(path, {{"Range", "bytes=-5"}}).body, bytes_.substr(bytes_.size() - 5));
  EXPECT_EQ(browser.get(path, {{"Range", "bytes=20-"}}).body, bytes_.substr(20));
  EXPECT_EQ(browser.get(path, {{"Range", "bytes=20-99999999"}}).body, bytes_.substr(20));

  const Reply beyond = browser.get(path, {{"Range", "bytes=" + size + "-"}});
  EXPECT_EQ(beyond.status, 416);
  EXPECT_EQ(beyond.header("content-range"), "bytes */" + size);
  EXPECT_EQ(browser.get(path, {{"Range", "bytes=-0"}}).status, 416);
  for (const char* nonsense : {"bytes=9-8", "bytes=a-b", "lines=1-2", "bytes=0-1,4-5", "bytes=", "bytes=-"})
    EXPECT_EQ(browser.get(path, {{"Range", nonsense}}).body, bytes_) << nonsense;
}

TEST_F(TableFolder, IsSentOnceToWhoHasIt) {
  const TableDownloads downloads(folder_.string());
  const TableDownloads::File& file = downloads.files()[0];
  EXPECT_EQ(downloads.answer(file.path, {"", "", file.etag}).status, 304);
  EXPECT_EQ(downloads.answer(file.path, {"bytes=0-3", file.etag, ""}).status, 206);
  // Other bytes than those he has parts of: all of it.
  EXPECT_EQ(downloads.answer(file.path, {"bytes=0-3", "\"other\"", ""}).status, 200);
  EXPECT_EQ(downloads.answer("/tables/0-0/ordo_1v1.values", {}).status, 404);
  EXPECT_EQ(downloads.answer("/tables/../secret.txt", {}).status, 404);
}

}  // namespace
}  // namespace ordo::server
