// What stands between a client and us: proxies that are believed, and requests that two may read differently.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/http_client.h"
#include "support/server_fixture.h"

namespace ordo::server {
namespace {

using namespace ordo::support;

void trust(ServerConfig& config, const char* proxy) {
  config.proxies.push_back(Network::from(proxy).value());
}

/// One request from each address, and this proxy is believed.
RunningServer::Change one_request_each(const char* proxy) {
  return [proxy](ServerConfig& config) {
    config.limits.requests = {0.001, 1};
    trust(config, proxy);
  };
}

TEST(Http, BehindAProxyEachClientHasItsOwnRate) {
  const RunningServer server(one_request_each("127.0.0.1"));
  Browser browser(server.port());
  EXPECT_EQ(browser.get("/api/server", {{"X-Forwarded-For", "9.9.9.9, 1.1.1.1"}}).status, 200);
  EXPECT_EQ(browser.get("/api/server", {{"X-Forwarded-For", "8.8.8.8, 1.1.1.1"}}).status, 429)
      << "not what the client invents";
  EXPECT_EQ(browser.get("/api/server", {{"X-Forwarded-For", "2.2.2.2"}}).status, 200);
}

TEST(Http, AProxyMayAddALineOfItsOwn) {
  const RunningServer server(one_request_each("127.0.0.1"));
  const auto status = [&](const std::string& forged) {
    Connection connection(server.port());
    connection.write(
        request_text("GET", "/api/server",
                     {{"Host", "x"}, {"X-Forwarded-For", forged}, {"X-Forwarded-For", "1.1.1.1"}}, ""));
    return read_reply(connection).status;
  };
  EXPECT_EQ(status("9.9.9.9"), 200);
  EXPECT_EQ(status("8.8.8.8"), 429) << "as HAProxy does: the first line is the client's invention";
}

TEST(Http, WhoIsNoProxyOfOursIsNotBelieved) {
  const RunningServer server(one_request_each("10.0.0.0/8"));
  Browser browser(server.port());
  const Reply first =
      browser.get("/api/server", {{"X-Forwarded-For", "1.1.1.1"}, {"X-Forwarded-Proto", "https"}});
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.header("strict-transport-security"), "");
  EXPECT_EQ(browser.get("/api/server", {{"X-Forwarded-For", "2.2.2.2"}}).status, 429);
}

TEST(Http, WhatFollowsABodyIsNoHeader) {
  const RunningServer server(one_request_each("127.0.0.1"));
  const auto status = [&](const std::string& forged) {
    Connection connection(server.port());
    connection.write(
        "POST /api/nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTrailer: "
        "X-Forwarded-For\r\n\r\n2\r\n{}\r\n0\r\nX-Forwarded-For: " +
        forged + "\r\n\r\n");
    return read_reply(connection).status;
  };
  EXPECT_EQ(status("9.9.9.9"), 404);
  EXPECT_EQ(status("8.8.8.8"), 429);
}

/// A request as it is written here, with a second one behind it that must never be answered.
void expect_refused_and_closed(const RunningServer& server, const std::string& text) {
  Connection connection(server.port());
  connection.write(text + "GET /api/server HTTP/1.1\r\nHost: x\r\n\r\n");
  const Reply reply = read_reply(connection);
  EXPECT_EQ(reply.status, 400) << text;
  EXPECT_EQ(reply.header("connection"), "close") << text;
  EXPECT_EQ(read_reply(connection).status, 0) << text;
}

TEST(Http, ATransferCodingThatIsNotUnderstoodIsNotTakenForNoBody) {
  const RunningServer server;
  for (const char* coding :
       {"gzip", "gzip, chunked", "chunked, gzip", "identity", "xchunked", "chunked, chunked", ""}) {
    expect_refused_and_closed(
        server,
        std::string("POST /api/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ") + coding + "\r\n\r\n");
  }
  expect_refused_and_closed(server,
                            "POST /api/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                            "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
  expect_refused_and_closed(server,
                            "POST /api/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                            "Content-Length: 5\r\n\r\n0\r\n\r\n");
  expect_refused_and_closed(server,
                            "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n"
                            "Content-Length: 6\r\n\r\n");
  expect_refused_and_closed(
      server, "POST /api/guest HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
}

TEST(Http, ARequestHasOneHost) {
  const RunningServer server;
  for (const char* hosts : {"", "Host: a\r\nHost: a\r\n", "Host: a\r\nHost: b\r\n", "Host: a b\r\n",
                            "Host: user@a\r\n", "Host: a/b\r\n"}) {
    expect_refused_and_closed(server, std::string("GET /healthz HTTP/1.1\r\n") + hosts + "\r\n");
  }
  expect_refused_and_closed(server,
                            "POST /api/guest HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\n"
                            "Origin: http://evil\r\n\r\n");
  Connection old(server.port());
  old.write("GET /healthz HTTP/1.0\r\n\r\n");
  EXPECT_EQ(read_reply(old).status, 200) << "HTTP/1.0 knew no such header";
}

TEST(Http, AServerThatKnowsItsNamesAnswersToNoOther) {
  const RunningServer server([](ServerConfig& config) { config.host_names = {"ordo.example"}; });
  Browser browser(server.port());
  EXPECT_EQ(browser.get("/api/server", {{"Host", "ordo.example"}}).status, 200);
  EXPECT_EQ(browser.get("/", {{"Host", "ORDO.example:8080"}}).status, 200);
  for (const char* other : {"evil.example", "127.0.0.1", "ordo.example.evil"}) {
    const Reply reply = browser.get("/api/server", {{"Host", other}});
    EXPECT_EQ(reply.status, 421) << other;
    EXPECT_EQ(reply.error_code(), "wrong-host");
  }
  EXPECT_EQ(WebSocket(server.port(), {{"Host", "evil.example"}}).reply().status, 421);
  EXPECT_EQ(browser.get("/healthz").status, 200) << "balancers ask by address";
}

TEST(Http, AnswersAreDated) {
  const RunningServer server;
  EXPECT_THAT(Browser(server.port()).get("/healthz").header("date"),
              testing::MatchesRegex("(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9][0-9] [A-Z][a-z][a-z] 20[0-9][0-9] "
                                    "[0-9][0-9]:[0-9][0-9]:[0-9][0-9] GMT"));
}

TEST(Http, BehindTlsBrowsersAreToldToStayThere) {
  const RunningServer server([](ServerConfig& config) { trust(config, "127.0.0.1"); });
  Browser browser(server.port());
  EXPECT_EQ(browser.get("/", {{"X-Forwarded-Proto", "https"}}).header("strict-transport-security"),
            "max-age=31536000");
  EXPECT_EQ(browser.get("/", {{"X-Forwarded-Proto", "http"}}).header("strict-transport-security"), "");
  EXPECT_EQ(browser.get("/").header("strict-transport-security"), "");
}

}  // namespace
}  // namespace ordo::server
