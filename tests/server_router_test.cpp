// Targets, routes, cookies and origins: what a request says about itself.
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/api/request.h"
#include "server/api/router.h"
#include "server/api/session_cookie.h"

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

TEST(Cookies, ThatAreBoundToTheHostComeFirstBehindTls) {
  const std::string_view both = "ordo_session=planted; __Host-ordo_session=own";
  EXPECT_EQ(session_secret(both, true), "own");
  EXPECT_EQ(session_secret(both, false), "planted") << "without TLS there is no other";
  EXPECT_EQ(session_secret("ordo_session=old", true), "old") << "from before";
  EXPECT_EQ(session_secret("__Host-ordo_session=own", false), std::nullopt);
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

std::vector<Network> networks(std::initializer_list<const char*> texts) {
  std::vector<Network> all;
  for (const char* text : texts) all.push_back(Network::from(text).value());
  return all;
}

TEST(Addresses, AreThoseThatOurProxiesSay) {
  const auto local = networks({"127.0.0.1"});
  EXPECT_EQ(client_address("1.2.3.4, 5.6.7.8", "127.0.0.1", local), "5.6.7.8") << "the rest may be invented";
  EXPECT_EQ(client_address("2001:db8::1", "127.0.0.1", local), "2001:db8::1");
  EXPECT_EQ(client_address("5.6.7.8", "::ffff:127.0.0.1", local), "5.6.7.8");
  EXPECT_EQ(client_address("", "127.0.0.1", local), "127.0.0.1");
  EXPECT_EQ(client_address("nonsense", "127.0.0.1", local), "127.0.0.1");
  EXPECT_EQ(client_address("5.6.7.8", "10.0.0.1", local), "10.0.0.1") << "no proxy of ours";
  EXPECT_EQ(client_address("5.6.7.8", "127.0.0.1", {}), "127.0.0.1");
}

TEST(Addresses, AreLookedForBehindSeveralProxies) {
  const auto ours = networks({"127.0.0.0/8", "10.0.0.0/8", "fd00::/8"});
  EXPECT_EQ(client_address("9.9.9.9, 5.6.7.8, 10.1.2.3, fd00::7", "127.0.0.1", ours), "5.6.7.8");
  EXPECT_EQ(client_address("10.0.0.9, 10.0.0.8", "127.0.0.1", ours), "10.0.0.9") << "all of them are ours";
  EXPECT_EQ(client_address("5.6.7.8, unknown, 10.0.0.8", "127.0.0.1", ours), "10.0.0.8");
}

TEST(Networks, ArePrefixesOfAddresses) {
  const auto contains = [](const char* network, const char* address) {
    return Network::from(network).value().contains(address_from(address).value());
  };
  EXPECT_TRUE(contains("10.0.0.0/8", "10.255.0.1"));
  EXPECT_FALSE(contains("10.0.0.0/8", "11.0.0.1"));
  EXPECT_TRUE(contains("192.168.4.0/22", "192.168.7.255"));
  EXPECT_FALSE(contains("192.168.4.0/22", "192.168.8.0"));
  EXPECT_TRUE(contains("0.0.0.0/0", "1.2.3.4"));
  EXPECT_FALSE(contains("0.0.0.0/0", "2001:db8::1")) << "those of IPv4 only";
  EXPECT_TRUE(contains("::/0", "2001:db8::1"));
  EXPECT_TRUE(contains("2001:db8::/33", "2001:db8:7fff::1"));
  EXPECT_FALSE(contains("2001:db8::/33", "2001:db8:8000::1"));
  EXPECT_TRUE(contains("127.0.0.1", "127.0.0.1"));
  EXPECT_FALSE(contains("127.0.0.1", "127.0.0.2"));
  for (const char* bad : {"", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8x",
                          "10.0.0.1/8", "2001:db8::/129", "1.2.3", "1.2.3.4:80", "/8"}) {
    EXPECT_FALSE(Network::from(bad)) << bad;
  }
}

TEST(Hosts, AreComparedWithoutCaseAndPort) {
  const std::vector<std::string> names = {"ordo.example"};
  EXPECT_TRUE(is_host_named("ordo.example", names));
  EXPECT_TRUE(is_host_named("Ordo.Example:8443", names));
  EXPECT_FALSE(is_host_named("evil.example", names));
  EXPECT_FALSE(is_host_named("ordo.example.evil", names));
  EXPECT_FALSE(is_host_named("", names));
  EXPECT_TRUE(is_host_named("whatever", {}));
  EXPECT_TRUE(is_host_named("[::1]:80", {"[::1]"}));
  EXPECT_TRUE(is_host_named("[::1]", {"[::1]"}));
  EXPECT_TRUE(is_host("127.0.0.1:80"));
  EXPECT_FALSE(is_host("a b"));
  EXPECT_FALSE(is_host("user@ordo.example"));
  EXPECT_FALSE(is_host("ordo.example/path"));
}

TEST(Addresses, AreCountedByNetwork) {
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
