// Games of a device on the server: over HTTP, by two devices of one account.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/http_client.h"
#include "support/server_fixture.h"

namespace ordo::server {
namespace {

using namespace ordo::support;
using testing::HasSubstr;
using testing::Not;

[[nodiscard]] std::string kept_body(const std::string& base, std::string_view turns) {
  return R"({"base":)" + base + R"(,"game":{"variant":"ordo","turns":)" + std::string(turns) + "}}";
}
Reply put_kept(Browser& browser, std::string_view path, const std::string& body) {
  return browser.ask("PUT", path, body, {});
}
/// Of {"version":1700000000001}.
[[nodiscard]] std::string kept_version(const Reply& reply) {
  const std::size_t at = reply.body.find("\"version\":");
  return at == std::string::npos ? reply.body
                                 : reply.body.substr(at + 10, reply.body.find_first_of(",}", at) - at - 10);
}

class KeptOnServer : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(phone_.post("/api/signup", kCarla).status, 201);
    ASSERT_EQ(desk_.post("/api/login", kCarla).status, 200);
  }
  RunningServer server_{[](ServerConfig& config) { config.limits.kept_games_of_a_user = 3; }};
  Browser phone_{server_.port()};
  Browser desk_{server_.port()};
};

TEST_F(KeptOnServer, IsOffUntilTheAccountAsksForIt) {
  EXPECT_EQ(phone_.get("/api/kept").body, R"({"on":false})");
  EXPECT_EQ(put_kept(phone_, "/api/kept/a", kept_body("0", "[]")).error_code(), "keeps-no-games");
  EXPECT_EQ(put_kept(phone_, "/api/kept", R"({"on":true})").body, R"({"on":true})");
  EXPECT_THAT(desk_.get("/api/kept").body, HasSubstr(R"("on":true)"));
  Browser guest(server_.port());
  EXPECT_EQ(guest.get("/api/kept").status, 401);
  ASSERT_EQ(guest.post("/api/guest").status, 200);
  EXPECT_EQ(guest.get("/api/kept").error_code(), "needs-account");
  EXPECT_EQ(put_kept(guest, "/api/kept", R"({"on":true})").error_code(), "needs-account");
}

TEST_F(KeptOnServer, AGameBegunOnOneDeviceGoesOnOnAnother) {
  ASSERT_EQ(put_kept(phone_, "/api/kept", R"({"on":true})").status, 200);
  const Reply first = put_kept(phone_, "/api/kept/a", kept_body("0", R"(["c2-c4"])"));
  ASSERT_EQ(first.status, 200) << first.body;
  const std::string seen = desk_.get("/api/kept?after=0").body;
  EXPECT_THAT(seen, HasSubstr(R"("game":{"variant":"ordo","turns":["c2-c4"]})"));
  EXPECT_THAT(seen, HasSubstr(R"("more":false)"));
  const Reply second = put_kept(desk_, "/api/kept/a", kept_body(kept_version(first), R"(["c2-c4","c7-c5"])"));
  ASSERT_EQ(second.status, 200) << second.body;
  const Reply late = put_kept(phone_, "/api/kept/a", kept_body(kept_version(first), R"(["c2-c4","d7-d5"])"));
  EXPECT_EQ(late.status, 409);
  EXPECT_EQ(late.error_code(), "changed");
  EXPECT_THAT(phone_.get("/api/kept?after=" + kept_version(first)).body, HasSubstr(R"(["c2-c4","c7-c5"])"));
  EXPECT_EQ(phone_.remove("/api/kept/a?base=" + kept_version(first)).error_code(), "changed");
  EXPECT_EQ(phone_.remove("/api/kept/a?base=" + kept_version(second)).status, 200);
  const std::string after = desk_.get("/api/kept?after=" + kept_version(second)).body;
  EXPECT_THAT(after, HasSubstr(R"("id":"a")"));
  EXPECT_THAT(after, Not(HasSubstr(R"("game")")));
}

TEST_F(KeptOnServer, WhatIsNoGameIsRefusedWithTheReason) {
  ASSERT_EQ(put_kept(phone_, "/api/kept", R"({"on":true})").status, 200);
  const auto refused = [&](const std::string& path, const std::string& body) {
    const Reply reply = put_kept(phone_, path, body);
    return std::to_string(reply.status) + " " + reply.body;
  };
  EXPECT_THAT(refused("/api/kept/a", kept_body("0", R"(["c2-c9"])")), HasSubstr("turn 1: "));
  EXPECT_THAT(refused("/api/kept/a", kept_body("-1", "[]")), HasSubstr("400"));
  EXPECT_THAT(refused("/api/kept/a", R"({"base":0})"), HasSubstr("game"));
  EXPECT_THAT(refused("/api/kept/a%20b", kept_body("0", "[]")), HasSubstr("404"));
  EXPECT_THAT(refused("/api/kept/" + std::string(41, 'x'), kept_body("0", "[]")), HasSubstr("404"));
  EXPECT_THAT(refused("/api/kept", R"({"on":1})"), HasSubstr("400"));
  EXPECT_THAT(refused("/api/kept/a", kept_body("0", R"([")" + std::string(70'000, 'x') + R"("])")),
              HasSubstr("413"));
  EXPECT_EQ(phone_.get("/api/kept?after=x").status, 400);
  EXPECT_EQ(phone_.get("/api/kept?before=1").status, 400);
  EXPECT_EQ(phone_.remove("/api/kept/a?base=-1").status, 400);
}

TEST_F(KeptOnServer, ThereAreOnlySoManyAndTheListComesInPages) {
  ASSERT_EQ(put_kept(phone_, "/api/kept", R"({"on":true})").status, 200);
  for (const char* id : {"a", "b", "c"})
    ASSERT_EQ(put_kept(phone_, std::string("/api/kept/") + id, kept_body("0", "[]")).status, 200);
  const Reply full = put_kept(phone_, "/api/kept/d", kept_body("0", "[]"));
  EXPECT_EQ(full.status, 409);
  EXPECT_EQ(full.error_code(), "too-many-kept");
  EXPECT_THAT(phone_.get("/api/server").body, HasSubstr(R"("kept":3)"));
}

TEST(KeptPages, AreReadOneAfterTheOther) {
  const RunningServer server;
  Browser browser(server.port());
  ASSERT_EQ(browser.post("/api/signup", kCarla).status, 201);
  ASSERT_EQ(put_kept(browser, "/api/kept", R"({"on":true})").status, 200);
  std::string last = "0";
  for (int i = 0; i < 25; ++i)
    last = kept_version(put_kept(browser, "/api/kept/g" + std::to_string(i), kept_body("0", "[]")));
  const std::string first = browser.get("/api/kept").body;
  EXPECT_THAT(first, HasSubstr(R"("more":true)"));
  EXPECT_THAT(first, HasSubstr(R"("id":"g19")"));
  EXPECT_THAT(first, Not(HasSubstr(R"("id":"g20")")));
  const std::string second = browser.get("/api/kept?after=" + std::to_string(std::stoll(last) - 5)).body;
  EXPECT_THAT(second, HasSubstr(R"("more":false)"));
  EXPECT_THAT(second, HasSubstr(R"("id":"g24")"));
}

TEST_F(KeptOnServer, GamesAreInTheExportAndGoWithTheAccountOrTheSwitch) {
  ASSERT_EQ(put_kept(phone_, "/api/kept", R"({"on":true})").status, 200);
  ASSERT_EQ(put_kept(phone_, "/api/kept/a", kept_body("0", R"(["c2-c4"])")).status, 200);
  const Reply gone = put_kept(phone_, "/api/kept/b", kept_body("0", R"(["d2-d4"])"));
  ASSERT_EQ(phone_.remove("/api/kept/b?base=" + kept_version(gone)).status, 200);
  const std::string exported = desk_.get("/api/export").body;
  EXPECT_THAT(exported, HasSubstr(R"("kept":[{"id":"a")"));
  EXPECT_THAT(exported, HasSubstr("1. c2-c4"));
  EXPECT_THAT(exported, Not(HasSubstr("d2-d4"))) << "what was deleted is gone";
  ASSERT_EQ(put_kept(desk_, "/api/kept", R"({"on":false})").status, 200);
  EXPECT_EQ(phone_.get("/api/kept").body, R"({"on":false})");
  EXPECT_THAT(desk_.get("/api/export").body, HasSubstr(R"("kept":[])"));
  ASSERT_EQ(put_kept(phone_, "/api/kept", R"({"on":true})").status, 200);
  EXPECT_THAT(phone_.get("/api/kept").body, HasSubstr(R"("games":[])"));
  ASSERT_EQ(put_kept(phone_, "/api/kept/a", kept_body("0", "[]")).status, 200);
  ASSERT_EQ(phone_.remove("/api/account", R"({"password":"correct horse"})").status, 200);
  EXPECT_EQ(desk_.get("/api/kept").status, 401);
}

}  // namespace
}  // namespace ordo::server
