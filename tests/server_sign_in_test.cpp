// Signing up and in under attack: two at once, wrong passwords from everywhere, secrets that must not live
// on.
#include <array>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/sqlite_connection.h"
#include "support/http_client.h"
#include "support/server_fixture.h"

namespace ordo::server {
namespace {

using namespace ordo::support;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kWrong = R"({"name":"Carla","password":"wrong"})";

TEST(SignUp, OfTwoByOneGuestOneWinsAndTheOtherIsRefused) {
  const RunningServer server;
  for (int round = 0; round < 10; ++round) {
    Browser guest(server.port());
    ASSERT_EQ(guest.post("/api/guest").status, 200);
    const std::string before = guest.session();
    std::array<Reply, 2> replies;
    {
      std::array<std::jthread, 2> both;
      for (std::size_t i = 0; i < 2; ++i) {
        both[i] = std::jthread([&, i] {
          Browser copy = guest;
          replies[i] = copy.post(
              "/api/signup", fmt::format(R"({{"name":"Name{}x{}","password":"password {}"}})", round, i, i));
        });
      }
    }
    const std::size_t winner = replies[0].status == 201 ? 0 : 1;
    EXPECT_EQ(replies[winner].status, 201) << replies[winner].body;
    // Who comes so late that the guest's cookie is void already is a stranger, and gets an account as such.
    const bool is_stranger = replies[1 - winner].status == 201;
    if (!is_stranger) {
      EXPECT_EQ(replies[1 - winner].status, 409) << replies[1 - winner].body;
      EXPECT_EQ(replies[1 - winner].error_code(), "has-account");
      EXPECT_FALSE(replies[1 - winner].session()) << "who is refused gets no session";
    }

    Browser thief(server.port());
    thief.set_session(before);
    EXPECT_EQ(thief.get("/api/me").body, R"({"user":null})") << "the guest's cookie is void";
    Browser owner(server.port());
    owner.set_session(*replies[winner].session());
    EXPECT_EQ(json_text(owner.get("/api/me").body, "name"), fmt::format("Name{}x{}", round, winner));
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string body = fmt::format(R"({{"name":"Name{}x{}","password":"password {}"}})", round, i, i);
      EXPECT_EQ(Browser(server.port(), fmt::format("127.0.{}.1", 1 + round)).post("/api/login", body).status,
                i == winner || is_stranger ? 200 : 401);
    }
  }
}

TEST(SignUp, TheNameOfADeletedAccountIsNotFreeAtOnce) {
  const RunningServer server;
  Browser carla(server.port());
  ASSERT_EQ(carla.post("/api/signup", kCarla).status, 201);
  ASSERT_EQ(carla.remove("/api/account", R"({"password":"correct horse"})").status, 200);
  const std::string other = R"({"name":"CARLA","password":"another one"})";
  EXPECT_EQ(Browser(server.port()).post("/api/signup", other).error_code(), "name-taken");
  Browser guest(server.port());
  ASSERT_EQ(guest.post("/api/guest").status, 200);
  EXPECT_EQ(guest.post("/api/signup", other).error_code(), "name-taken");
}

/// Wrong passwords from many networks until each of them has to wait.
void attack(const RunningServer& server, int networks) {
  for (int n = 0; n < networks; ++n) {
    Browser attacker(server.port(), fmt::format("127.66.{}.{}", n, 1 + n));
    int status = 401;
    for (int tries = 0; tries < 30 && status == 401; ++tries) {
      attacker.move_to(fmt::format("127.66.{}.{}", n, 1 + tries));
      status = attacker.post("/api/login", kWrong).status;
    }
    EXPECT_EQ(status, 429) << "a network is throttled whichever of its addresses are used";
  }
}

TEST(SignIn, WrongPasswordsFromElsewhereDoNotLockTheOwnerOut) {
  const RunningServer server;
  ASSERT_EQ(Browser(server.port()).post("/api/signup", kCarla).status, 201);
  attack(server, 6);
  Browser anywhere(server.port(), "127.9.9.9");
  EXPECT_EQ(anywhere.post("/api/login", kCarla).status, 200) << "a browser never seen, from another network";
}

TEST(SignIn, ABrowserThatHasSignedInBeforeIsLetInWhateverItsNeighboursTry) {
  const RunningServer server;
  Browser home(server.port(), "127.66.0.200");
  ASSERT_EQ(home.post("/api/signup", kCarla).status, 201);
  EXPECT_EQ(home.device().size(), 43U);
  ASSERT_EQ(home.post("/api/logout").status, 200);
  attack(server, 1);
  Browser stranger(server.port(), "127.66.0.200");
  EXPECT_EQ(stranger.post("/api/login", kCarla).status, 429) << "never seen, and of the attacker's network";
  EXPECT_EQ(home.post("/api/login", kCarla).status, 200);
  EXPECT_EQ(json_text(home.get("/api/me").body, "name"), "Carla");
}

TEST(SignIn, AKnownBrowserMayNotGuessForEver) {
  const RunningServer server;
  Browser home(server.port());
  ASSERT_EQ(home.post("/api/signup", kCarla).status, 201);
  int tries = 0;
  Reply reply;
  for (; tries < 30 && reply.status != 429; ++tries) {
    home.move_to(fmt::format("127.7.{}.1", tries));
    reply = home.post("/api/login", kWrong);
  }
  EXPECT_EQ(tries, 11) << "wherever it goes";
  EXPECT_EQ(Browser(server.port(), "127.8.8.8").post("/api/login", kCarla).status, 200);
}

TEST(SignIn, TheSecretOfABrowserIsAnotherOneAfterEachSignIn) {
  const RunningServer server;
  Browser home(server.port(), "127.66.0.200");
  ASSERT_EQ(home.post("/api/signup", kCarla).status, 201);
  Browser thief(server.port(), "127.66.0.201");
  thief.set_device(home.device());
  ASSERT_EQ(home.post("/api/login", kCarla).status, 200);
  EXPECT_NE(home.device(), thief.device());
  attack(server, 1);
  EXPECT_EQ(thief.post("/api/login", kCarla).status, 429) << "what was copied before is worth nothing";
  Browser inventor(server.port(), "127.66.0.202");
  inventor.set_device(std::string(43, 'A'));
  EXPECT_EQ(inventor.post("/api/login", kCarla).status, 429) << "nor is what somebody made up";
  EXPECT_EQ(home.post("/api/login", kCarla).status, 200);
}

TEST(SignIn, ABrowserStaysKnownToEachOfItsAccounts) {
  const RunningServer server;
  Browser shared(server.port(), "127.66.0.200");
  ASSERT_EQ(shared.post("/api/signup", kCarla).status, 201);
  ASSERT_EQ(shared.post("/api/logout").status, 200);
  ASSERT_EQ(shared.post("/api/signup", R"({"name":"Dora","password":"another one"})").status, 201);
  ASSERT_EQ(shared.post("/api/logout").status, 200);
  attack(server, 1);
  EXPECT_EQ(shared.post("/api/login", kCarla).status, 200);
}

TEST(Password, ANewOneEndsTokensOtherSessionsAndWhatOtherBrowsersWereKnownBy) {
  const RunningServer server;
  Browser home(server.port());
  ASSERT_EQ(home.post("/api/signup", kCarla).status, 201);
  const std::string token = json_text(home.post("/api/tokens", R"({"label":"bot"})").body, "token");
  const Headers bot = {{"Authorization", "Bearer " + token}, {"Origin", ""}};
  ASSERT_EQ(Browser(server.port()).get("/api/me", bot).status, 200);
  Browser away(server.port(), "127.66.0.200");
  ASSERT_EQ(away.post("/api/login", kCarla).status, 200);
  ASSERT_EQ(home.post("/api/password", R"({"old":"correct horse","new":"battery staple"})").status, 200);
  EXPECT_EQ(Browser(server.port()).get("/api/me", bot).error_code(), "bad-token");
  EXPECT_EQ(away.get("/api/me").body, R"({"user":null})");
  EXPECT_EQ(json_text(home.get("/api/me").body, "name"), "Carla");
  attack(server, 1);
  const std::string now = R"({"name":"Carla","password":"battery staple"})";
  EXPECT_EQ(away.post("/api/login", now).status, 429) << "it knew the old password";
  home.move_to("127.66.0.201");
  EXPECT_EQ(home.post("/api/login", now).status, 200);
}

TEST(Cookie, IsRenewedByUseAndNotByEveryUse) {
  std::string file;
  const RunningServer server([&](ServerConfig& config) { file = config.database.address; });
  const auto used_long_ago = [&] {
    store::SqliteConnection connection(file, store::SqliteMode::Create);
    connection.execute(
        "UPDATE credentials SET used_at = used_at - 7200000, expires_at = expires_at - 7200000");
  };
  Browser carla(server.port());
  ASSERT_EQ(carla.post("/api/signup", kCarla).status, 201);
  used_long_ago();
  const std::string secret = carla.session();
  const Reply reply = carla.get("/api/me");
  EXPECT_EQ(reply.session(), secret);
  EXPECT_THAT(reply.header("set-cookie"), HasSubstr("Max-Age=7776000; HttpOnly"));
  EXPECT_FALSE(carla.get("/api/me").session()) << "once an hour is enough";

  Browser dora(server.port());
  ASSERT_EQ(dora.post("/api/signup", R"({"name":"Dora","password":"another one"})").status, 201);
  used_long_ago();
  EXPECT_EQ(WebSocket(dora).reply().session(), dora.session()) << "opening a WebSocket is use";
  Browser erna(server.port());
  ASSERT_EQ(erna.post("/api/signup", R"({"name":"Erna","password":"another one"})").status, 201);
  used_long_ago();
  EXPECT_EQ(erna.post("/api/logout").session(), "") << "what is ended is not renewed";
}

TEST(Export, HasOnesOwnPlans) {
  const RunningServer server;
  Browser carla(server.port());
  ASSERT_EQ(carla.post("/api/signup", kCarla).status, 201);
  const std::string game =
      json_text(carla.post("/api/games", R"({"variant":"ordo","color":"black","time":"3d"})").body, "id");
  Browser guest(server.port());
  ASSERT_EQ(guest.post("/api/games/" + game + "/join").status, 200);
  WebSocket socket(carla);
  socket.send(
      fmt::format(R"({{"t":"plan","game":"{}","ply":1,"plan":[{{"if":"a3-a4","answer":"a6-a5"}}]}})", game));
  ASSERT_FALSE(socket.receive_with(R"("t":"plan")").empty());
  EXPECT_THAT(carla.get("/api/export").body, HasSubstr(R"("plan":[{"if":"a3-a4","answer":"a6-a5"}])"));
  EXPECT_THAT(guest.get("/api/export").body, Not(HasSubstr("a6-a5"))) << "not the opponent's";
}

}  // namespace
}  // namespace ordo::server
