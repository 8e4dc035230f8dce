// Targets, routes, cookies and origins: what a request says about itself.
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/api/request.h"
#include "server/api/router.h"

namespace ordo::server {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr std::array<RoutePattern, 4> kRoutes = {{{Method::Get, "/api/games"},
                                                  {Method::Post, "/api/games"},
                                                  {Method::Get, "/api/games/{id}"},
                                                  {Method::Delete, "/api/seeks/{id}"}}};

TEST(Router, FindsTheRouteAndItsArguments) {
  const RouteMatch match = match_route(kRoutes, Method::Get, "/api/games/abc");
  EXPECT_EQ(match.kind, RouteMatch::Kind::Found);
  EXPECT_EQ(match.index, 2U);
  EXPECT_THAT(match.arguments, ElementsAre("abc"));
  EXPECT_EQ(match_route(kRoutes, Method::Post, "/api/games").index, 1U);
}

TEST(Router, HeadIsAnsweredByGet) {
  EXPECT_EQ(match_route(kRoutes, Method::Head, "/api/games").kind, RouteMatch::Kind::Found);
  EXPECT_EQ(match_route(kRoutes, Method::Head, "/api/seeks/x").kind, RouteMatch::Kind::WrongMethod);
}

TEST(Router, TellsWrongMethodsFromUnknownPaths) {
  const RouteMatch wrong = match_route(kRoutes, Method::Delete, "/api/games");
  EXPECT_EQ(wrong.kind, RouteMatch::Kind::WrongMethod);
  EXPECT_EQ(wrong.allow, "GET, HEAD, POST");
  for (const char* path :
       {"", "api", "/", "/api", "/api/games/", "/api/games//", "/api/games/a/b", "/api/seeks"}) {
    EXPECT_EQ(match_route(kRoutes, Method::Get, path).kind, RouteMatch::Kind::NoSuchPath) << path;
  }
}

TEST(Target, IsSplitAndDecoded) {
  const auto target = parse_target("/a%20b/%C3%A9?x=1&y=a+b%26c&z&&x=2");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/a b/é");
  EXPECT_THAT(target->query, ElementsAre(Pair("x", "1"), Pair("y", "a b&c"), Pair("z", ""), Pair("x", "2")));
}

TEST(Target, NeedNotEscapeWhatItShould) {
  const auto target = parse_target("/é|\"?x=[1]&y=a=b");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/é|\"");
  EXPECT_THAT(target->query, ElementsAre(Pair("x", "[1]"), Pair("y", "a=b")));
}

TEST(Target, ThatMakesNoSenseIsRefused) {
  for (const char* bad : {"", "a", "http://x/", "/%", "/%4", "/%zz", "/%00", "/a%0ab", "/%ff", "/%c0%af",
                          "/?a=%ed%a0%80", "/?%1f=1", "/\x7f"}) {
    EXPECT_FALSE(parse_target(bad)) << bad;
  }
  EXPECT_FALSE(parse_target("/" + std::string(3000, 'a')));
  std::string many = "/?";
  for (int i = 0; i < 40; ++i) many += "a=1&";
  EXPECT_FALSE(parse_target(many));
}

TEST(Cookies, AreFoundByTheirWholeName) {
  EXPECT_EQ(cookie_value("a=1; ordo_session=x; b=2", "ordo_session"), "x");
  EXPECT_EQ(cookie_value("xordo_session=1", "ordo_session"), std::nullopt);
  EXPECT_EQ(cookie_value("ordo_session", "ordo_session"), std::nullopt);
  EXPECT_EQ(cookie_value("", "ordo_session"), std::nullopt);
  EXPECT_EQ(bearer_token("Bearer abc"), "abc");
  EXPECT_EQ(bearer_token("bearer abc"), "abc");
  EXPECT_EQ(bearer_token("Basic abc"), std::nullopt);
  EXPECT_EQ(bearer_token("Bearer "), std::nullopt);
}

TEST(Origin, MustBeTheHostOrListed) {
  const std::vector<std::string> listed = {"https://friend.example"};
  EXPECT_TRUE(is_origin_allowed("http://ordo.example:8080", "ordo.example:8080", false, listed));
  EXPECT_TRUE(is_origin_allowed("https://ORDO.example", "ordo.example", false, listed));
  EXPECT_TRUE(is_origin_allowed("https://friend.example", "ordo.example", true, listed));
  EXPECT_FALSE(is_origin_allowed("http://ordo.example", "ordo.example", true, listed));  // not over TLS
  EXPECT_FALSE(is_origin_allowed("https://ordo.example.evil", "ordo.example", false, listed));
  EXPECT_FALSE(is_origin_allowed("https://ordo.example:444", "ordo.example", false, listed));
  EXPECT_FALSE(is_origin_allowed("null", "ordo.example", false, listed));
  EXPECT_FALSE(is_origin_allowed("https://", "", false, listed));
  EXPECT_FALSE(is_origin_allowed("", "", false, listed));
}

TEST(Addresses, ComeFromTheNearestProxyAndAreCountedByNetwork) {
  EXPECT_EQ(client_address("1.2.3.4, 5.6.7.8", "127.0.0.1"),
            "5.6.7.8");  // what came before could be invented
  EXPECT_EQ(client_address("2001:db8::1", "127.0.0.1"), "2001:db8::1");
  EXPECT_EQ(client_address("", "127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(client_address("nonsense", "127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(limit_key("2001:db8:1:2:3:4:5:6"), limit_key("2001:db8:1:2::9"));
  EXPECT_NE(limit_key("2001:db8:1:2::1"), limit_key("2001:db8:1:3::1"));
  EXPECT_EQ(limit_key("::ffff:1.2.3.4"), "1.2.3.4");
  EXPECT_EQ(network_of("1.2.3.4"), network_of("::ffff:1.2.3.250"));
  EXPECT_NE(network_of("1.2.3.4"), network_of("1.2.4.4"));
  EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), network_of("2001:db8:1:2::9"));
  EXPECT_NE(network_of("2001:db8:1:2::1"), network_of("2001:db8:1:3::1"));
  EXPECT_TRUE(is_loopback("127.0.0.1"));
  EXPECT_FALSE(is_loopback("128.0.0.1"));
}

}  // namespace
}  // namespace ordo::server
