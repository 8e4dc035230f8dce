// People among themselves over real sockets: who is here, challenges, and whom somebody does not want to
// meet.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/http_client.h"
#include "support/server_fixture.h"

namespace ordo::server {
namespace {

using namespace ordo::support;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kPassword = "correct horse";

/// Somebody with an account, connected.
struct Person {
  explicit Person(const RunningServer& server, const std::string& name) : browser(server.port()) {
    const Reply made =
        browser.post("/api/signup", R"({"name":")" + name + R"(","password":")" + kPassword + "\"}");
    EXPECT_EQ(made.status, 201) << made.body;
    socket.emplace(browser);
    EXPECT_TRUE(socket->is_open());
  }
  Reply challenge(const std::string& to, const std::string& time = "300+3", const std::string& more = "") {
    return browser.post("/api/challenges",
                        R"({"variant":"ordo","to":")" + to + R"(","time":")" + time + "\"" + more + "}");
  }

  Browser browser;
  std::optional<WebSocket> socket;
};

TEST(Social, AChallengeIsToldToTheChallengedAndAcceptedWithOnePress) {
  const RunningServer server;
  Person anna(server, "Anna");
  Person bert(server, "Bert");
  for (Person* one : {&anna, &bert}) {
    one->socket->send(R"({"t":"challenges","on":true})");
    EXPECT_THAT(one->socket->receive_with("challenges"), HasSubstr(R"("in":[],"out":[])"));
  }
  const Reply made = anna.challenge("bert", "300+3", R"(,"rated":true,"color":"white")");
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_THAT(made.body, HasSubstr(R"("to":"Bert")"));
  const std::string id = json_text(made.body, "id");
  EXPECT_THAT(bert.socket->receive_with(id), HasSubstr(R"("out":[])"));
  EXPECT_THAT(anna.socket->receive_with(id), HasSubstr(R"("in":[])"));
  EXPECT_THAT(bert.browser.get("/api/challenges").body, HasSubstr(id));
  EXPECT_THAT(bert.browser.get("/api/seeks").body, Not(HasSubstr(id))) << "it is nobody else's business";
  const Reply taken = bert.browser.post("/api/challenges/" + id + "/accept", "{}");
  ASSERT_EQ(taken.status, 200) << taken.body;
  EXPECT_THAT(anna.socket->receive_with("game-start"), HasSubstr(json_text(taken.body, "game")));
  EXPECT_EQ(bert.browser.post("/api/challenges/" + id + "/accept", "{}").status, 404);
  EXPECT_EQ(anna.browser.get("/api/challenges").body, R"({"in":[],"out":[]})");
}

TEST(Social, ADeclinedChallengeIsGoneAndTheChallengerHearsOfIt) {
  const RunningServer server;
  Person anna(server, "Anna");
  Person bert(server, "Bert");
  anna.socket->send(R"({"t":"challenges","on":true})");
  const std::string id = json_text(anna.challenge("Bert").body, "id");
  EXPECT_EQ(bert.browser.post("/api/challenges/" + id + "/decline", "{}").status, 200);
  EXPECT_EQ(anna.socket->receive_with("challenge-declined"), R"({"t":"challenge-declined","name":"Bert"})");
  EXPECT_EQ(bert.browser.post("/api/challenges/" + id + "/accept", "{}").error_code(), "no-such-seek");
  const std::string other = json_text(anna.challenge("Bert").body, "id");
  EXPECT_EQ(anna.browser.remove("/api/challenges/" + other).status, 200);
  EXPECT_EQ(bert.browser.get("/api/challenges").body, R"({"in":[],"out":[]})");
}

TEST(Social, NobodyAnswersTakesOrSeesAChallengeOfOthers) {
  const RunningServer server;
  Person anna(server, "Anna");
  Person bert(server, "Bert");
  Person carl(server, "Carl");
  Browser nobody(server.port());
  const std::string id = json_text(anna.challenge("Bert").body, "id");
  EXPECT_EQ(carl.browser.post("/api/challenges/" + id + "/accept", "{}").status, 404);
  EXPECT_EQ(carl.browser.post("/api/seeks/" + id + "/accept", "{}").status, 404);
  EXPECT_EQ(carl.browser.post("/api/challenges/" + id + "/decline", "{}").status, 404);
  EXPECT_EQ(carl.browser.remove("/api/challenges/" + id).status, 404);
  EXPECT_EQ(anna.browser.post("/api/challenges/" + id + "/accept", "{}").error_code(), "own-seek");
  EXPECT_EQ(anna.browser.post("/api/challenges/" + id + "/decline", "{}").status, 404);
  EXPECT_EQ(bert.browser.remove("/api/challenges/" + id).status, 404);
  EXPECT_EQ(carl.browser.get("/api/challenges").body, R"({"in":[],"out":[]})");
  EXPECT_EQ(nobody.get("/api/challenges").status, 401);
  EXPECT_EQ(nobody.post("/api/challenges/" + id + "/accept", "{}").status, 401);
  EXPECT_EQ(nobody.get("/api/blocks").status, 401);
  EXPECT_EQ(nobody.post("/api/guest").status, 200);
  EXPECT_EQ(nobody.get("/api/blocks").error_code(), "needs-account");
  EXPECT_EQ(nobody.post("/api/blocks", R"({"names":["Anna"]})").error_code(), "needs-account");
  EXPECT_EQ(bert.browser.post("/api/challenges/" + id + "/accept", "{}").status, 200);
}

TEST(Social, ChallengesThatMakeNoSenseAreRefusedAndTooManyToo) {
  const RunningServer server([](ServerConfig& config) { config.limits.seeks_of_a_user = 100; });
  Person anna(server, "Anna");
  Person bert(server, "Bert");
  EXPECT_EQ(anna.challenge("Anna").error_code(), "own-seek");
  EXPECT_EQ(anna.challenge("Nobody1").error_code(), "no-such-player");
  EXPECT_EQ(anna.browser.post("/api/challenges", R"({"variant":"ordo"})").status, 400);
  EXPECT_EQ(anna.browser.post("/api/challenges", R"({"variant":"ordo","to":7})").status, 400);
  EXPECT_EQ(anna.challenge("Bert", "none", R"(,"rated":true)").status, 400);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(anna.challenge("Bert").status, 201);
  const Reply more = anna.challenge("Bert");
  EXPECT_EQ(more.status, 429);
  EXPECT_EQ(more.error_code(), "too-many-challenges");
}

TEST(Social, ABlockedPlayerCanNeitherChallengeNorTakeSeeksNorChat) {
  const RunningServer server;
  Person anna(server, "Anna");
  Person bert(server, "Bert");
  const Reply blocked = anna.browser.post("/api/blocks", R"({"names":["bert","Whoever"]})");
  EXPECT_EQ(blocked.status, 200);
  EXPECT_THAT(blocked.body, HasSubstr(R"({"blocks":[{"name":"Bert","since":)"));
  EXPECT_EQ(bert.browser.get("/api/blocks").body, R"({"blocks":[]})") << "nobody is told";
  EXPECT_EQ(bert.challenge("Anna").error_code(), "blocked");
  const std::string seek =
      json_text(anna.browser.post("/api/seeks", R"({"variant":"ordo","time":"3d"})").body, "id");
  EXPECT_EQ(bert.browser.post("/api/seeks/" + seek + "/accept", "{}").error_code(), "blocked");
  // By her link he may play.
  const std::string game =
      json_text(anna.browser.post("/api/games", R"({"variant":"ordo","color":"white"})").body, "id");
  EXPECT_EQ(bert.browser.post("/api/games/" + game + "/join", "{}").status, 200);
  const std::string command = "/api/games/" + game + "/command";
  EXPECT_EQ(bert.browser.post(command, R"({"t":"say","text":"hello"})").error_code(), "blocked");
  EXPECT_EQ(anna.browser.post(command, R"({"t":"say","text":"hello"})").status, 200);
  EXPECT_EQ(anna.browser.post(command, R"({"t":"move","ply":1,"turn":"e3-d3"})").status, 200)
      << "the game goes on";
  EXPECT_EQ(anna.browser.remove("/api/blocks/BERT").body, R"({"blocks":[]})");
  EXPECT_EQ(bert.browser.post(command, R"({"t":"say","text":"hello"})").status, 200);
}

TEST(Social, BlocksAreInTheExportAndGoWithTheAccount) {
  const RunningServer server;
  Person anna(server, "Anna");
  Person bert(server, "Bert");
  EXPECT_EQ(anna.browser.post("/api/blocks", R"({"names":["Bert"]})").status, 200);
  EXPECT_EQ(bert.browser.post("/api/blocks", R"({"names":["Anna"]})").status, 200);
  EXPECT_THAT(anna.browser.get("/api/export").body, HasSubstr(R"("blocks":[{"name":"Bert")"));
  EXPECT_EQ(bert.browser.remove("/api/account", std::string(R"({"password":")") + kPassword + "\"}").status,
            200);
  EXPECT_EQ(anna.browser.get("/api/blocks").body, R"({"blocks":[]})");
}

TEST(Social, ThoseWhoAreHereAreListedToWhoeverLooks) {
  const RunningServer server;
  Browser nobody(server.port());
  WebSocket looking(nobody);
  looking.send(R"({"t":"people","on":true})");
  EXPECT_EQ(looking.receive_with("people"), R"({"t":"people","n":0,"people":[]})");
  Person anna(server, "Anna");
  EXPECT_THAT(looking.receive_with("Anna"),
              HasSubstr(R"("n":1,"people":[{"name":"Anna","kind":"account","ratings":{}}])"));
  EXPECT_THAT(nobody.get("/api/people").body, HasSubstr(R"({"n":1,"people":[{"name":"Anna")"));
}

}  // namespace
}  // namespace ordo::server
