// The web app as it is served: files with their types, and pages that are there or are not.
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/net/app_pages.h"
#include "support/http_client.h"
#include "support/server_fixture.h"

namespace ordo::server {
namespace {

using namespace ordo::support;
using testing::HasSubstr;
using testing::Not;

class WebFolder {
 public:
  WebFolder() : path_(std::filesystem::temp_directory_path() / ("ordo-web-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_ / "assets");
    write("index.html", "<p>app</p>");
    write("sw.js", "let cached;");
    write("manifest.webmanifest", "{}");
    write("robots.txt", "User-agent: *\n");
    write("favicon.ico", "icon");
    std::filesystem::create_directories(path_ / "screenshots");
    write("screenshots/phone.png", "png");
    write("assets/app-1234.js", "let a;");
    write("assets/app-1234.js.br", "BROTLI");
    write("assets/app-1234.js.gz", "GZIP");
  }
  WebFolder(const WebFolder&) = delete;
  WebFolder& operator=(const WebFolder&) = delete;
  ~WebFolder() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

  void write(const char* name, const char* content) const { std::ofstream(path_ / name) << content; }

 private:
  std::filesystem::path path_;
};

TEST(Pages, TheWebAppIsServedWithItsRoutesAndPackedFiles) {
  const WebFolder folder;
  const RunningServer server([&](ServerConfig& config) { config.web = folder.path(); });
  Browser browser(server.port());
  for (const char* path : {"/", "/index.html", "/game/abcdefGHIJ12", "/lobby?x=1"}) {
    const Reply reply = browser.get(path);
    EXPECT_EQ(reply.body, "<p>app</p>") << path;
    EXPECT_EQ(reply.header("content-type"), "text/html; charset=utf-8");
    EXPECT_EQ(reply.header("cache-control"), "no-cache");
  }
  const Reply script = browser.get("/assets/app-1234.js");
  EXPECT_EQ(script.body, "let a;");
  EXPECT_THAT(script.header("cache-control"), HasSubstr("immutable"));
  EXPECT_EQ(browser.get("/assets/app-1234.js", {{"Accept-Encoding", "gzip, deflate, br"}}).body, "BROTLI");
  const Reply packed = browser.get("/assets/app-1234.js", {{"Accept-Encoding", "gzip;q=1, br;q=0"}});
  EXPECT_EQ(packed.body, "GZIP");
  EXPECT_EQ(packed.header("content-encoding"), "gzip");
  EXPECT_EQ(packed.header("content-type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(browser.get("/assets/app-1234.js", {{"If-None-Match", script.header("etag")}}).status, 304);
  // The service worker and what it knows the app by must be asked for anew: else an old app would stay.
  for (const char* path : {"/sw.js", "/manifest.webmanifest"}) {
    EXPECT_EQ(browser.get(path).header("cache-control"), "no-cache") << path;
  }
  EXPECT_EQ(browser.get("/manifest.webmanifest").header("content-type"), "application/manifest+json");
  for (const char* path : {"/missing.js", "/assets/old-1234.js", "/assets/nothing"}) {
    EXPECT_EQ(browser.get(path).status, 404) << path;
  }
}

TEST(Pages, NoPathLeadsOutOfTheWebFolder) {
  const WebFolder folder;
  const RunningServer server([&](ServerConfig& config) { config.web = folder.path() + "/assets/.."; });
  Browser browser(server.port());
  for (const char* path : {"/../../../../etc/passwd.x", "/..%2f..%2fetc%2fpasswd", "/assets/../../x.db",
                           "/%2e%2e/test.db", "//etc/passwd", "/assets/..\\..\\x.y"}) {
    const Reply reply = browser.get(path);
    EXPECT_TRUE(reply.status == 404 || reply.status == 400 || reply.body == "<p>app</p>")
        << path << reply.body;
    EXPECT_THAT(reply.body, Not(HasSubstr("root:"))) << path;
  }
}

constexpr const char* kPages = "/\n/play\n/learn/moves\n/game/{game}\n/analysis/{game}\n/player/{player}\n";

TEST(Pages, WhatIsNoPageIsAnsweredByTheAppWith404) {
  const WebFolder folder;
  folder.write("pages.txt", kPages);
  const RunningServer server([&](ServerConfig& config) { config.web = folder.path(); });
  Browser browser(server.port());
  const std::string etag = browser.get("/").header("etag");
  for (const char* path : {"/", "/play", "/play/", "//play", "/play?opponent=friend", "/learn/moves"}) {
    const Reply reply = browser.get(path);
    EXPECT_EQ(reply.status, 200) << path;
    EXPECT_EQ(reply.header("etag"), etag) << path;
  }
  for (const char* path : {"/nothing", "/play/nobody", "/learn", "/learn/nothing", "/game", "/Play"}) {
    const Reply reply = browser.get(path, {{"If-None-Match", etag}});
    EXPECT_EQ(reply.status, 404) << path;
    EXPECT_EQ(reply.body, "<p>app</p>") << path;
    EXPECT_EQ(reply.header("content-type"), "text/html; charset=utf-8") << path;
    EXPECT_EQ(reply.header("cache-control"), "no-cache") << path;
    EXPECT_EQ(reply.header("etag"), "") << path;
    const Reply head = browser.ask("HEAD", path, "", {});
    EXPECT_EQ(head.status, 404) << path;
  }
}

TEST(Pages, OfGamesAndPlayersThatDoNotExistAreNotThere) {
  const WebFolder folder;
  folder.write("pages.txt", kPages);
  const RunningServer server([&](ServerConfig& config) { config.web = folder.path(); });
  Browser browser(server.port());
  ASSERT_EQ(browser.post("/api/signup", kCarla).status, 201);
  const std::string game =
      json_text(browser.post("/api/games", R"({"variant":"ordo","opponent":"link"})").body, "id");
  ASSERT_EQ(game.size(), 12U);
  for (const std::string& path : {"/game/" + game, "/analysis/" + game, std::string("/player/Carla"),
                                  std::string("/player/carla"), "/game/" + game + "/"}) {
    EXPECT_EQ(browser.get(path).status, 200) << path;
  }
  for (const char* path : {"/game/abcdefGHIJ12", "/analysis/abcdefGHIJ12", "/game/x", "/player/Dora",
                           "/player/guest-1234", "/player/a-name-that-is-much-too-long", "/player/%c3%a4"}) {
    EXPECT_EQ(browser.get(path).status, 404) << path;
  }
  ASSERT_EQ(browser.remove("/api/account", R"({"password":"correct horse"})").status, 200);
  EXPECT_EQ(browser.get("/player/Carla").status, 404) << "who is gone has no page";
}

TEST(Pages, WhoAsksTooMuchGetsTheAppWithoutALookAtTheDatabase) {
  const WebFolder folder;
  folder.write("pages.txt", kPages);
  const RunningServer server([&](ServerConfig& config) {
    config.web = folder.path();
    config.limits.requests = {.per_second = 0.0001, .burst = 3};
  });
  Browser browser(server.port());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(browser.get("/game/abcdefGHIJ12").status, 404);
  EXPECT_EQ(browser.get("/game/abcdefGHIJ12").status, 200) << "the app finds out for itself";
  EXPECT_EQ(browser.get("/nothing").status, 404) << "this needs no look";
}

TEST(Pages, WithoutAWebAppThereIsOnePage) {
  const RunningServer server;
  Browser browser(server.port());
  EXPECT_EQ(browser.get("/").status, 200);
  const Reply reply = browser.get("/play");
  EXPECT_EQ(reply.status, 404);
  EXPECT_THAT(reply.body, HasSubstr("without its web app"));
}

TEST(Pages, AreReadFromAListAsItComes) {
  using Kind = PageSubject::Kind;
  const AppPages pages("/\r\n\n# a word\n/a/{game}\n/b/{other}/c");
  EXPECT_EQ(pages.subject_of("/").kind, Kind::Page);
  EXPECT_EQ(pages.subject_of("").kind, Kind::NoPage);
  EXPECT_EQ(pages.subject_of("/a/x").kind, Kind::Game);
  EXPECT_EQ(pages.subject_of("/a/x").name, "x");
  EXPECT_EQ(pages.subject_of("/b/whatever/c").kind, Kind::Page);
  EXPECT_EQ(pages.subject_of("/a").kind, Kind::NoPage);
  EXPECT_EQ(AppPages().subject_of("/whatever").kind, Kind::Page);
}

TEST(Pages, WhatCrawlersAndBrowsersAskForHasItsTypeAndIsAskedForAnew) {
  const WebFolder folder;
  const RunningServer server([&](ServerConfig& config) { config.web = folder.path(); });
  Browser browser(server.port());
  for (const auto& [path, type] : std::initializer_list<std::pair<const char*, const char*>>{
           {"/robots.txt", "text/plain; charset=utf-8"},
           {"/favicon.ico", "image/x-icon"},
           {"/manifest.webmanifest", "application/manifest+json"},
           {"/screenshots/phone.png", "image/png"}}) {
    const Reply reply = browser.get(path);
    EXPECT_EQ(reply.status, 200) << path;
    EXPECT_EQ(reply.header("content-type"), type) << path;
    EXPECT_EQ(reply.header("cache-control"), "no-cache") << path;
    EXPECT_EQ(browser.get(path, {{"If-None-Match", reply.header("etag")}}).status, 304) << path;
  }
}

}  // namespace
}  // namespace ordo::server
