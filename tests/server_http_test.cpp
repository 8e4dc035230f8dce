// HTTP over real sockets: statuses, limits, headers, files, and requests nobody should send.
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/http_client.h"
#include "support/server_fixture.h"

namespace ordo::server {
namespace {

using namespace std::chrono_literals;
using namespace ordo::support;
using testing::HasSubstr;
using testing::Not;

TEST(Http, EveryAnswerHasTheSecurityHeaders) {
  const RunningServer server;
  Browser browser(server.port());
  for (const char* path : {"/", "/api/server", "/api/nothing", "/healthz"}) {
    const Reply reply = browser.get(path);
    EXPECT_THAT(reply.header("content-security-policy"), HasSubstr("default-src 'self'")) << path;
    EXPECT_THAT(reply.header("content-security-policy"), Not(HasSubstr("unsafe-inline"))) << path;
    EXPECT_EQ(reply.header("x-content-type-options"), "nosniff") << path;
    EXPECT_EQ(reply.header("x-frame-options"), "DENY") << path;
    EXPECT_EQ(reply.header("cross-origin-opener-policy"), "same-origin") << path;
    EXPECT_EQ(reply.header("cross-origin-embedder-policy"), "require-corp") << path;
    EXPECT_FALSE(reply.header("referrer-policy").empty() || reply.header("permissions-policy").empty())
        << path;
  }
  EXPECT_EQ(browser.get("/api/server").header("cache-control"), "no-store");
}

TEST(Http, EndgameTablesAnswerWithEveryTurn) {
  const RunningServer server;
  Browser browser(server.port());
  const Reply known = browser.get("/api/tablebase?variant=ordo&fen=bb8/10/10/w9/w9/10/10/10%20w");
  EXPECT_EQ(known.status, 200);
  EXPECT_THAT(known.body,
              HasSubstr(R"("value":"win","plies":17,"turns":[{"turn":"a4-b4","value":"win","plies":17})"));
  EXPECT_THAT(known.body, HasSubstr(R"("value":"loss","plies":)"));
  const Reply unknown = browser.get("/api/tablebase?variant=ordo&fen=bb8/10/10/w9/w9/w9/w9/w9%20w");
  EXPECT_THAT(unknown.body, HasSubstr(R"("value":null,"turns":[])"));
  EXPECT_EQ(browser.get("/api/tablebase?variant=ordo").status, 400);
  EXPECT_EQ(browser.get("/api/tablebase?variant=chess&fen=10").status, 400);
  EXPECT_EQ(browser.get("/api/tablebase?fen=10/10%20w").status, 400);
}

TEST(Http, UnknownPathsAndMethodsAreAnsweredAsJson) {
  const RunningServer server;
  Browser browser(server.port());
  EXPECT_EQ(browser.get("/api/nothing").status, 404);
  EXPECT_EQ(browser.get("/api/games/abcdefGHIJ12").error_code(), "no-such-game");
  EXPECT_EQ(browser.get("/api/games/..%2f..%2fx").error_code(), "not-found");
  EXPECT_EQ(browser.get("/api/games/%2e%2e").error_code(), "no-such-game");
  const Reply wrong = browser.ask("PUT", "/api/games", "", {});
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(wrong.header("allow"), "GET, HEAD, POST");
  EXPECT_EQ(browser.ask("BREW", "/api/games", "", {}).status, 405);
  EXPECT_EQ(browser.post("/").status, 405);
  EXPECT_EQ(browser.get("/ws").status, 426);
  EXPECT_EQ(browser.get("/%zz").error_code(), "bad-target");
}

TEST(Http, HeadHasTheHeaderOfGetAndNoBody) {
  const RunningServer server;
  Browser browser(server.port());
  const Reply head = browser.ask("HEAD", "/healthz", "", {});
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("content-length"), std::to_string(browser.get("/healthz").body.size()));
  EXPECT_EQ(head.body, "");
}

TEST(Http, AConnectionServesManyRequestsAlsoPipelined) {
  const RunningServer server;
  Connection connection(server.port());
  const std::string one = request_text("GET", "/healthz", {{"Host", "x"}}, "");
  for (int i = 0; i < 3; ++i) {
    connection.write(one);
    EXPECT_EQ(read_reply(connection).status, 200);
  }
  connection.write(one + one);
  EXPECT_EQ(read_reply(connection).status, 200);
  EXPECT_EQ(read_reply(connection).status, 200);
  connection.write(request_text("GET", "/healthz", {{"Host", "x"}, {"Connection", "close"}}, ""));
  EXPECT_EQ(read_reply(connection).header("connection"), "close");
  EXPECT_TRUE(connection.is_closed_within(60s));
}

TEST(Http, WhatIsTooLargeIsRefused) {
  const RunningServer server;
  Browser browser(server.port());
  const Reply body = browser.post("/api/login", std::string(70'000, 'x'));
  EXPECT_EQ(body.status, 413);
  EXPECT_EQ(body.error_code(), "body-too-large");
  EXPECT_EQ(browser.get("/healthz", {{"X-Bomb", std::string(20'000, 'x')}}).status, 431);
  Headers many;
  for (int i = 0; i < 2000; ++i) many.emplace_back("X-" + std::to_string(i), "bomb");
  EXPECT_EQ(browser.get("/healthz", many).status, 431);
  EXPECT_EQ(browser.get("/" + std::string(3000, 'a')).status, 400);
  Connection chunked(server.port());
  chunked.write("POST /api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 20 && chunked.write("1000\r\n" + std::string(4096, 'x') + "\r\n"); ++i) {
  }
  EXPECT_EQ(read_reply(chunked).status, 413);
  EXPECT_EQ(browser.get("/healthz").status, 200);
}

TEST(Http, GarbageIsAnsweredAndTheConnectionClosed) {
  const RunningServer server;
  for (const char* garbage :
       {"\r\n\r\nhello\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\r\n"}) {
    Connection connection(server.port());
    connection.write(garbage);
    EXPECT_EQ(read_reply(connection).status, 400) << garbage;
    EXPECT_TRUE(connection.is_closed_within(60s)) << garbage;
  }
}

TEST(Http, SlowSendersAreNotWaitedFor) {
  const RunningServer server([](ServerConfig& config) {
    config.limits.request_time = 200ms;
    config.limits.idle_time = 400ms;
  });
  Connection slow(server.port());
  slow.write("GET /healthz HT");
  std::this_thread::sleep_for(100ms);
  slow.write("TP/1.1\r\nHos");
  EXPECT_TRUE(slow.is_closed_within(60s));
  Connection silent(server.port());
  EXPECT_TRUE(silent.is_closed_within(60s));
}

TEST(Http, AChangeNeedsTheRightOrigin) {
  const RunningServer server([](ServerConfig& config) { config.origins = {"https://friend.example"}; });
  Browser browser(server.port());
  ASSERT_EQ(browser.post("/api/guest").status, 200);
  const char* game = R"({"variant":"ordo"})";
  EXPECT_EQ(browser.post("/api/games", game, {{"Origin", "https://evil.example"}}).error_code(),
            "wrong-origin");
  EXPECT_EQ(browser.post("/api/games", game, {{"Origin", "null"}}).error_code(), "wrong-origin");
  EXPECT_EQ(browser.post("/api/games", game, {{"Origin", ""}}).error_code(), "no-origin");
  EXPECT_EQ(browser.remove("/api/account", "", {{"Origin", "https://evil.example"}}).error_code(),
            "wrong-origin");
  EXPECT_EQ(browser.post("/api/games", game, {{"Origin", "https://friend.example"}}).status, 201);
  EXPECT_EQ(
      browser.get("/api/me", {{"Origin", "https://evil.example"}}).header("access-control-allow-origin"), "");
  EXPECT_EQ(Browser(server.port())
                .post("/api/login", R"({"name":"A","password":"b"})", {{"Origin", "https://evil.example"}})
                .status,
            403);
}

TEST(Http, AFormCannotPost) {
  const RunningServer server;
  Browser browser(server.port());
  for (const char* type :
       {"application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"}) {
    EXPECT_EQ(browser.post("/api/games", R"({"variant":"ordo"})", {{"Content-Type", type}}).error_code(),
              "not-json")
        << type;
  }
  EXPECT_EQ(
      browser
          .post("/api/games", R"({"variant":"ordo"})", {{"Content-Type", "application/json; charset=utf-8"}})
          .status,
      201);
}

TEST(Http, TooManyRequestsOfAnAddressAreRefusedButNotHealthChecksAndFiles) {
  const RunningServer server([](ServerConfig& config) { config.limits.requests = {0.001, 5}; });
  Browser browser(server.port());
  for (int i = 0; i < 5; ++i) EXPECT_EQ(browser.get("/api/server").status, 200);
  const Reply reply = browser.get("/api/server");
  EXPECT_EQ(reply.status, 429);
  EXPECT_FALSE(reply.header("retry-after").empty());
  EXPECT_EQ(browser.get("/healthz").status, 200);
  EXPECT_EQ(browser.get("/readyz").status, 200);
  EXPECT_NE(browser.get("/assets/app.js").status, 429);
}

TEST(Http, TooManyConnectionsOfAnAddressAreClosed) {
  const RunningServer server([](ServerConfig& config) { config.limits.connections_per_address = 2; });
  {
    Connection first(server.port());
    Connection second(server.port());
    first.write(request_text("GET", "/healthz", {{"Host", "x"}}, ""));
    second.write(request_text("GET", "/healthz", {{"Host", "x"}}, ""));
    EXPECT_EQ(read_reply(first).status, 200);
    EXPECT_EQ(read_reply(second).status, 200);
    Connection third(server.port());
    EXPECT_TRUE(third.is_closed_within(60s));
  }
  Reply reply;
  for (int i = 0; i < 3000 && reply.status != 200; ++i) {
    std::this_thread::sleep_for(20ms);
    reply = Browser(server.port()).get("/healthz");
  }
  EXPECT_EQ(reply.status, 200) << "places are given back";
}

TEST(Http, MetricsAreForThisMachine) {
  const RunningServer server;
  Browser browser(server.port());
  browser.get("/api/server");
  const Reply reply = browser.get("/metrics");
  EXPECT_EQ(reply.status, 200);
  EXPECT_THAT(reply.body, HasSubstr("ordo_requests_total{status=\"200\"} "));
  EXPECT_EQ(browser.get("/metrics", {{"X-Forwarded-For", "9.9.9.9"}}).status, 403)
      << "somebody else, through a proxy";
}

TEST(Http, GamesAreMadeJoinedPlayedAndShown) {
  const RunningServer server;
  Browser anna(server.port());
  Browser bert(server.port());
  const Reply made = anna.post("/api/games", R"({"variant":"ordo","color":"white","time":"3d"})");
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_TRUE(made.session()) << "who makes a game becomes a guest";
  const std::string game = json_text(made.body, "id");
  EXPECT_THAT(bert.get("/api/games").body, Not(HasSubstr(game))) << "who has no link does not see it";
  EXPECT_THAT(anna.get("/api/games?player=me").body, HasSubstr(game));
  const std::string command = "/api/games/" + game + "/command";
  EXPECT_EQ(bert.post(command, R"({"t":"resign"})").status, 401);
  EXPECT_EQ(bert.post("/api/games/" + game + "/join").status, 200);
  EXPECT_EQ(anna.post(command, R"({"t":"move","ply":1,"turn":"e3-e4"})").status, 200);
  EXPECT_EQ(bert.post(command, R"({"t":"move","ply":1,"turn":"e3-e4"})").error_code(), "stale-ply");
  EXPECT_EQ(anna.post(command, R"({"t":"move","ply":2,"turn":"e6-e5"})").error_code(), "not-your-turn");
  EXPECT_EQ(anna.post(command, R"({"t":"nonsense"})").status, 400);
  Browser stranger(server.port());
  ASSERT_EQ(stranger.post("/api/guest").status, 200);
  EXPECT_EQ(stranger.post(command, R"({"t":"resign"})").error_code(), "not-a-player");
  ASSERT_EQ(anna.post(command, R"({"t":"say","text":"hello there"})").status, 200);
  EXPECT_THAT(bert.get("/api/games/" + game + "/events").body, HasSubstr("hello there"));
  const std::string seen = stranger.get("/api/games/" + game + "/events").body;
  EXPECT_THAT(seen, HasSubstr(R"("turn":"e3-e4")"));
  EXPECT_THAT(seen, HasSubstr(R"({"e":"hidden"})"));
  EXPECT_THAT(seen, Not(HasSubstr("hello there")));
  EXPECT_THAT(stranger.get("/api/games/" + game + "/events?from=3").body, Not(HasSubstr("\"seq\":2,")));
  EXPECT_THAT(stranger.get("/api/games/" + game).body, HasSubstr("\"seat\":null"));
  EXPECT_THAT(anna.get("/api/games/" + game).body, HasSubstr("\"seat\":\"white\""));
  const Reply record = stranger.get("/api/games/" + game + "/record");
  EXPECT_EQ(record.header("content-type"), "text/plain; charset=utf-8");
  EXPECT_THAT(record.body, HasSubstr("1. e3-e4"));
}

TEST(Http, SeeksAreOpenedAndTaken) {
  const RunningServer server;
  Browser anna(server.port());
  Browser bert(server.port());
  const Reply made = anna.post("/api/seeks", R"({"variant":"ordox","time":"300+3"})");
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string seek = json_text(made.body, "id");
  EXPECT_THAT(bert.get("/api/seeks").body, HasSubstr(seek));
  const Reply taken = bert.post("/api/seeks/" + seek + "/accept");
  ASSERT_EQ(taken.status, 200) << taken.body;
  EXPECT_THAT(anna.get("/api/games?player=me&live=true").body, HasSubstr(json_text(taken.body, "game")));
  EXPECT_EQ(bert.get("/api/seeks").body, R"({"seeks":[]})");
  const std::string other = json_text(anna.post("/api/seeks", R"({"variant":"ordo"})").body, "id");
  EXPECT_EQ(anna.remove("/api/seeks/" + other).status, 200);
  EXPECT_EQ(anna.remove("/api/seeks/" + other).status, 404);
}

TEST(Http, ADrainingServerSaysSoAndEnds) {
  RunningServer server([](ServerConfig& config) { config.limits.drain_time = 60s; });
  const std::string ready = request_text("GET", "/readyz", {{"Host", "x"}}, "");
  Connection connection(server.port());
  connection.write(ready);
  EXPECT_EQ(read_reply(connection).status, 200);
  const WebSocket deaf(server.port(), {{"Host", "x"}});
  ASSERT_TRUE(deaf.is_open());
  server.stop();
  connection.write(ready);
  const Reply reply = read_reply(connection);
  EXPECT_EQ(reply.status, 503);
  EXPECT_EQ(reply.error_code(), "draining");
  EXPECT_EQ(reply.header("connection"), "close");
  server.finish();  // a client that does not answer is not waited for
  EXPECT_THROW(Connection(server.port()), std::runtime_error);
}

TEST(Http, ABadConfigurationIsExplained) {
  const RunningServer server;
  const auto why = [](const RunningServer::Change& change) -> std::string {
    try {
      const RunningServer other(change);
      return "it works";
    } catch (const std::exception& error) {
      return error.what();
    }
  };
  EXPECT_THAT(why([&](ServerConfig& config) { config.port = server.port(); }), HasSubstr("in use"));
  EXPECT_THAT(why([](ServerConfig& config) { config.address = "no.such.host.invalid"; }),
              HasSubstr("no.such.host"));
  EXPECT_THAT(why([](ServerConfig& config) { config.address = "192.0.2.1"; }), HasSubstr("cannot listen"));
  EXPECT_THAT(why([](ServerConfig& config) { config.web = "/nonexistent"; }), HasSubstr("web folder"));
  EXPECT_THAT(why([](ServerConfig& config) { config.database.address = "/nonexistent/x.db"; }),
              HasSubstr("/nonexistent"));
}

}  // namespace
}  // namespace ordo::server
