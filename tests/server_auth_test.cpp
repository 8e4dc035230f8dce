// Accounts, sessions and tokens over a real connection: who is let in, and who is not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/http_client.h"
#include "support/machine.h"
#include "support/server_fixture.h"

namespace ordo::server {
namespace {

using namespace ordo::support;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kAnna = R"({"name":"Anna","password":"correct horse"})";

TEST(Auth, AGuestGetsASessionInACookieThatScriptsCannotRead) {
  const RunningServer server;
  Browser browser(server.port());
  const Reply reply = browser.post("/api/guest");
  EXPECT_EQ(reply.status, 200) << reply.body;
  EXPECT_EQ(json_text(reply.body, "kind"), "guest");
  const std::string cookie = reply.header("set-cookie");
  EXPECT_THAT(cookie, HasSubstr("HttpOnly"));
  EXPECT_THAT(cookie, HasSubstr("SameSite=Lax"));
  EXPECT_THAT(cookie, HasSubstr("Path=/"));
  EXPECT_THAT(cookie, Not(HasSubstr("Secure"))) << "this was no TLS";
  EXPECT_EQ(browser.session().size(), 43U);
  const std::string name = json_text(browser.get("/api/me").body, "name");
  EXPECT_THAT(name, testing::StartsWith("Guest "));
  EXPECT_EQ(json_text(browser.post("/api/guest").body, "name"), name) << "once a guest, the same guest";
}

TEST(Auth, BehindTlsTheCookieIsSecureAndBoundToTheHost) {
  const RunningServer server(
      [](ServerConfig& config) { config.proxies.push_back(Network::from("127.0.0.1").value()); });
  Browser browser(server.port());
  const std::string origin = "https://127.0.0.1:" + std::to_string(server.port());
  const Headers tls = {{"X-Forwarded-Proto", "https"}, {"Origin", origin}};
  const Reply reply = browser.post("/api/guest", "", tls);
  const std::string cookie = reply.header("set-cookie");
  EXPECT_THAT(cookie, testing::StartsWith("__Host-ordo_session="));
  EXPECT_THAT(cookie, HasSubstr("; Secure"));
  EXPECT_THAT(cookie, HasSubstr("; Path=/"));
  EXPECT_THAT(cookie, Not(HasSubstr("Domain")));
  const std::string name = json_text(reply.body, "name");
  Headers with_cookie = tls;
  with_cookie.emplace_back("Cookie", cookie.substr(0, cookie.find(';')));
  EXPECT_EQ(json_text(Browser(server.port()).get("/api/me", with_cookie).body, "name"), name);
  const Reply out = Browser(server.port()).post("/api/logout", "", with_cookie);
  EXPECT_EQ(out.headers.count("set-cookie"), 2U) << "the one from before TLS goes as well";
}

TEST(Auth, ASessionFromBeforeTlsGoesOn) {
  const RunningServer server(
      [](ServerConfig& config) { config.proxies.push_back(Network::from("127.0.0.1").value()); });
  Browser browser(server.port());
  const std::string name = json_text(browser.post("/api/guest").body, "name");
  EXPECT_EQ(json_text(browser.get("/api/me", {{"X-Forwarded-Proto", "https"}}).body, "name"), name);
}

TEST(Auth, AForgedCookieIsNobody) {
  const RunningServer server;
  Browser browser(server.port());
  browser.set_session(std::string(43, 'A'));
  EXPECT_EQ(browser.get("/api/me").body, R"({"user":null})");
  EXPECT_EQ(browser.get("/api/sessions").status, 401);
  browser.set_session("short");
  EXPECT_EQ(browser.get("/api/sessions").error_code(), "nobody");
}

TEST(Auth, AGuestWhoSignsUpKeepsGamesAndGetsAnotherSession) {
  const RunningServer server;
  Browser browser(server.port());
  const std::string game = json_text(browser.post("/api/games", R"({"variant":"ordo"})").body, "id");
  ASSERT_EQ(game.size(), 12U);
  const std::string before = browser.session();
  const Reply reply = browser.post("/api/signup", kAnna);
  EXPECT_EQ(reply.status, 201) << reply.body;
  EXPECT_NE(browser.session(), before);
  EXPECT_THAT(browser.get("/api/games?player=me").body, HasSubstr(game));
  Browser thief(server.port());
  thief.set_session(before);
  EXPECT_EQ(thief.get("/api/me").body, R"({"user":null})");
}

TEST(Auth, NamesAreTakenWhateverTheirCase) {
  const RunningServer server;
  Browser anna(server.port());
  EXPECT_EQ(anna.post("/api/signup", kAnna).status, 201);
  Browser other(server.port());
  const Reply reply = other.post("/api/signup", R"({"name":"ANNA","password":"another one"})");
  EXPECT_EQ(reply.status, 409);
  EXPECT_EQ(reply.error_code(), "name-taken");
  EXPECT_EQ(anna.post("/api/signup", R"({"name":"Bert","password":"another one"})").error_code(),
            "has-account");
}

TEST(Auth, LoggingInOnAnotherMachineAndRevokingIt) {
  const RunningServer server;
  Browser home(server.port());
  ASSERT_EQ(home.post("/api/signup", kAnna).status, 201);
  Browser away(server.port());
  ASSERT_EQ(away.post("/api/login", R"({"name":"anna","password":"correct horse"})").status, 200);
  EXPECT_EQ(json_text(away.get("/api/me").body, "name"), "Anna");

  const std::string list = home.get("/api/sessions").body;
  EXPECT_THAT(list, HasSubstr("\"current\":true"));
  EXPECT_THAT(list, Not(HasSubstr(home.session())));
  EXPECT_EQ(home.remove("/api/sessions").status, 200);
  EXPECT_EQ(away.get("/api/me").body, R"({"user":null})") << "at once, whatever is remembered";
  EXPECT_EQ(json_text(home.get("/api/me").body, "name"), "Anna");
  EXPECT_EQ(home.remove("/api/sessions/abcdefGHIJ12").error_code(), "no-such-session");
  EXPECT_EQ(home.post("/api/logout").status, 200);
  EXPECT_EQ(home.get("/api/sessions").status, 401);
}

/// What took by far the most of the server's time, counted.
int hashes(const RunningServer& server) {
  constexpr std::string_view kName = "\nordo_passwords_hashed_total ";
  const std::string metrics = Browser(server.port()).get("/metrics").body;
  const std::size_t found = metrics.find(kName);
  return found == std::string::npos ? -1 : std::stoi(metrics.substr(found + kName.size()));
}

TEST(Auth, AWrongNameAndAWrongPasswordAreAnsweredTheSame) {
  Machine machine;  // at the same second, too
  const RunningServer server({}, machine.clocks());
  Browser browser(server.port());
  ASSERT_EQ(Browser(server.port()).post("/api/signup", kAnna).status, 201);
  const int before = hashes(server);
  const Reply wrong_password = browser.post("/api/login", R"({"name":"Anna","password":"wrong"})");
  const int between = hashes(server);
  const Reply wrong_name = browser.post("/api/login", R"({"name":"Nobody7","password":"wrong"})");
  EXPECT_EQ(wrong_password.status, 401);
  EXPECT_EQ(wrong_name.status, 401);
  EXPECT_EQ(wrong_password.body, wrong_name.body);
  EXPECT_EQ(wrong_password.headers, wrong_name.headers);
  EXPECT_EQ(between, before + 1);
  EXPECT_EQ(hashes(server), between + 1) << "nobody's password is compared as well";
}

TEST(Auth, WrongPasswordsAreThrottledByNameAndThenTheRightOneToo) {
  const RunningServer server;
  ASSERT_EQ(Browser(server.port()).post("/api/signup", kAnna).status, 201);
  Browser browser(server.port());
  Reply reply;
  int tries = 0;
  for (; tries < 30 && reply.status != 429; ++tries) {
    reply = browser.post("/api/login", R"({"name":"Anna","password":"wrong"})");
  }
  EXPECT_EQ(tries, 11);
  EXPECT_EQ(reply.error_code(), "too-many-logins");
  EXPECT_GE(std::stoi(reply.header("retry-after")), 1);
  EXPECT_EQ(browser.post("/api/login", kAnna).status, 429);
  EXPECT_EQ(browser.post("/api/login", R"({"name":"Bert","password":"wrong"})").status, 401);
}

TEST(Auth, WrongPasswordsForManyNamesAreThrottledByAddress) {
  const RunningServer server;
  Browser browser(server.port());
  Reply reply;
  int tries = 0;
  for (; tries < 40 && reply.status != 429; ++tries) {
    reply =
        browser.post("/api/login", R"({"name":"name)" + std::to_string(tries) + R"(","password":"wrong"})");
  }
  EXPECT_EQ(tries, 21);
}

TEST(Auth, CostlyRequestsAreLimited) {
  const RunningServer server([](ServerConfig& config) { config.limits.costly = {0.001, 3}; });
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Browser(server.port()).post("/api/guest").status, 200);
  const Reply reply = Browser(server.port()).post("/api/guest");
  EXPECT_EQ(reply.status, 429);
  EXPECT_FALSE(reply.header("retry-after").empty());
}

TEST(Auth, ChangingThePasswordEndsTheOtherSessions) {
  const RunningServer server;
  Browser home(server.port());
  ASSERT_EQ(home.post("/api/signup", kAnna).status, 201);
  Browser away(server.port());
  ASSERT_EQ(away.post("/api/login", kAnna).status, 200);
  EXPECT_EQ(home.post("/api/password", R"({"old":"wrong","new":"battery staple"})").error_code(),
            "wrong-password");
  EXPECT_EQ(home.post("/api/password", R"({"old":"correct horse","new":"battery staple"})").status, 200);
  EXPECT_EQ(away.get("/api/sessions").status, 401);
  EXPECT_EQ(home.get("/api/sessions").status, 200);
  EXPECT_EQ(away.post("/api/login", kAnna).status, 401);
  EXPECT_EQ(away.post("/api/login", R"({"name":"Anna","password":"battery staple"})").status, 200);
}

TEST(Auth, ATokenPlaysButDoesNotTouchTheAccount) {
  const RunningServer server;
  Browser anna(server.port());
  ASSERT_EQ(anna.post("/api/signup", kAnna).status, 201);
  const Reply made = anna.post("/api/tokens", R"({"label":"my bot"})");
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string token = json_text(made.body, "token");
  EXPECT_TRUE(token.starts_with("ordo_"));
  EXPECT_THAT(anna.get("/api/tokens").body, Not(HasSubstr(token)));

  const Headers bot = {{"Authorization", "Bearer " + token}, {"Origin", ""}};
  Browser program(server.port());
  EXPECT_EQ(json_text(program.get("/api/me", bot).body, "kind"), "bot");
  EXPECT_EQ(program.post("/api/games", R"({"variant":"ordo"})", bot).status, 201);
  for (const char* path : {"/api/sessions", "/api/tokens", "/api/export"}) {
    EXPECT_EQ(program.get(path, bot).error_code(), "not-by-token") << path;
  }
  EXPECT_EQ(program.remove("/api/account", "", bot).error_code(), "not-by-token");
  program.set_session(token);
  EXPECT_EQ(program.get("/api/me").body, R"({"user":null})") << "a token is no cookie";

  WebSocket socket(server.port(),
                   program.headers({{"Authorization", "Bearer " + token}, {"Origin", ""}, {"Cookie", ""}}));
  ASSERT_TRUE(socket.is_open());
  EXPECT_EQ(anna.remove("/api/tokens/" + json_text(made.body, "id")).status, 200);
  EXPECT_EQ(program.get("/api/me", bot).error_code(), "bad-token");
  std::optional<WsFrame> frame;
  while ((frame = socket.receive()) && frame->opcode != 8) {
  }
  ASSERT_TRUE(frame) << "an open WebSocket of a revoked token is closed";
  EXPECT_EQ(frame->close_code(), 1008);
}

TEST(Auth, MyDataCanBeTakenAlongAndDeleted) {
  const RunningServer server;
  Browser anna(server.port());
  ASSERT_EQ(anna.post("/api/signup", kAnna).status, 201);
  const std::string game =
      json_text(anna.post("/api/games", R"({"variant":"ordo","color":"white"})").body, "id");
  Browser guest(server.port());
  ASSERT_EQ(guest.post("/api/games/" + game + "/join").status, 200);
  ASSERT_EQ(anna.post("/api/games/" + game + "/command", R"({"t":"say","text":"good luck"})").status, 200);
  const Reply data = anna.get("/api/export");
  EXPECT_EQ(data.status, 200);
  EXPECT_THAT(data.body, HasSubstr("[White \\\"Anna\\\"]"));
  EXPECT_THAT(data.body, HasSubstr("good luck"));
  EXPECT_THAT(guest.get("/api/export").body, Not(HasSubstr("good luck"))) << "what others said is theirs";
  EXPECT_THAT(data.body, Not(HasSubstr(anna.session())));
  EXPECT_THAT(data.body, Not(HasSubstr("argon2")));

  EXPECT_EQ(anna.remove("/api/account", R"({"password":"wrong"})").error_code(), "wrong-password");
  EXPECT_EQ(anna.get("/api/players/Anna").status, 200);
  EXPECT_EQ(anna.remove("/api/account", R"({"password":"correct horse"})").status, 200);
  EXPECT_EQ(anna.get("/api/players/Anna").status, 404);
  EXPECT_EQ(Browser(server.port()).post("/api/login", kAnna).status, 401);
}

TEST(Auth, NothingSecretIsLogged) {
  std::string log;
  std::vector<std::string> secrets = {"correct horse", "battery staple", "argon2", "good luck"};
  {
    RunningServer server;
    Browser anna(server.port());
    anna.post("/api/guest");
    secrets.push_back(anna.session());
    ASSERT_EQ(anna.post("/api/signup", kAnna).status, 201);
    secrets.push_back(anna.session());
    anna.post("/api/login", R"({"name":"Anna","password":"battery staple"})");
    const std::string token = json_text(anna.post("/api/tokens", R"({"label":"bot"})").body, "token");
    secrets.push_back(token.substr(5));
    const std::string game = json_text(anna.post("/api/games", R"({"variant":"ordo"})").body, "id");
    WebSocket socket(anna);
    socket.send(R"({"t":"watch","game":")" + game + R"("})");
    ASSERT_FALSE(socket.receive_with("snapshot").empty());
    socket.send(R"({"t":"say","game":")" + game + R"(","text":"good luck"})");
    socket.send("garbage");
    ASSERT_FALSE(socket.receive_with("bad-message").empty());
    anna.get("/api/export");
    anna.post("/api/logout");
    server.finish();
    log = server.log_text();
  }
  EXPECT_THAT(log, HasSubstr("listening"));
  for (const std::string& secret : secrets) EXPECT_THAT(log, Not(HasSubstr(secret)));
}

}  // namespace
}  // namespace ordo::server
