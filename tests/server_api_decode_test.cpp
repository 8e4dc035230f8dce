// Bodies and queries of the HTTP interface: what is taken, and what is said about the rest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/fen.h"
#include "server/api/decode.h"

namespace ordo::server {
namespace {

using testing::HasSubstr;

constexpr std::string_view kId = "abcdefGHIJ12";

TEST(ApiDecode, NamesAreShortPlainAndNotReserved) {
  for (const char* good : {"Anna", "a-b", "x_1", "007", "Abcdefghijklmnopqrst"})
    EXPECT_FALSE(trouble_with_name(good)) << good;
  for (const char* bad : {"", "ab", "Abcdefghijklmnopqrstu", "a b", "Zoë", "_ab", "-ab", "a.b", "ADMIN",
                          "Guest", "me", "engine", "a\nbc"}) {
    EXPECT_TRUE(trouble_with_name(bad)) << bad;
  }
}

TEST(ApiDecode, NamesThatLookLikeTheHouseAreReserved) {
  for (const char* bad : {"Admin", "Admin-", "ADMIN_", "ad-min", "Engine-11", "engine11", "Guest-1234",
                          "Guest_1", "1Guest", "System--7", "m-o-d", "Deleted0", "-admin"}) {
    EXPECT_TRUE(trouble_with_name(bad)) << bad;
  }
  for (const char* good : {"Adminton", "Engineer-11", "Guestave", "Modest", "Botond", "Nemo", "1234"}) {
    EXPECT_FALSE(trouble_with_name(good)) << good;
  }
}

TEST(ApiDecode, SigningUpNeedsANameAndALongPassword) {
  const auto good = decode_signup(R"({"name":"Anna","password":"12345678"})");
  ASSERT_TRUE(good);
  EXPECT_EQ(good->name, "Anna");
  for (const char* bad :
       {"", "[]", "{}", "null", R"({"name":"Anna"})", R"({"name":"Anna","password":"1234567"})",
        R"({"name":"Anna","password":12345678})", R"({"name":"a","password":"12345678"})",
        R"({"name":"Anna","password":"12345678","admin":true})",
        R"({"name":"Anna","name":"Bert","password":"12345678"})", R"({"name":"Anna",)"}) {
    EXPECT_FALSE(decode_signup(bad)) << bad;
  }
  EXPECT_FALSE(decode_signup(R"({"name":"Anna","password":")" + std::string(201, 'x') + R"("})"));
  EXPECT_TRUE(decode_signup("{\"name\":\"Anna\",\"password\":\"ää ää ää\"}")) << "eight characters";
  EXPECT_FALSE(decode_signup("{\"name\":\"Anna\",\"password\":\"äääää\"}")) << "five, though ten bytes";
  const auto with_smiles = [](int count) {
    std::string body = R"({"name":"Anna","password":")";
    for (int i = 0; i < count; ++i) body += "\xF0\x9F\x99\x82";
    return body + R"("})";
  };
  EXPECT_TRUE(decode_signup(with_smiles(200))) << "two hundred characters, eight hundred bytes";
  EXPECT_TRUE(decode_login(with_smiles(200)));
  EXPECT_FALSE(decode_signup(with_smiles(201)));
  EXPECT_FALSE(decode_login(with_smiles(201)));
}

TEST(ApiDecode, LoginsTakeAnyShortTexts) {
  EXPECT_TRUE(decode_login(R"({"name":"x","password":""})"));
  EXPECT_FALSE(decode_login(R"({"name":"x","password":")" + std::string(5000, 'x') + R"("})"));
  EXPECT_FALSE(decode_login(R"({"name":")" + std::string(5000, 'x') + R"(","password":"y"})"));
}

TEST(ApiDecode, AGameNeedsOnlyItsVariant) {
  const auto game = decode_new_game(R"({"variant":"ordox"})");
  ASSERT_TRUE(game);
  EXPECT_EQ(game->settings.start, rules::Position::initial(rules::Variant::OrdoX));
  EXPECT_FALSE(game->settings.rated || game->color || game->engine_level);
  EXPECT_EQ(game->settings.time.kind, online::TimeControl::Kind::None);
}

TEST(ApiDecode, AGameTakesEverythingElse) {
  const auto game = decode_new_game(
      R"({"variant":"ordo","color":"black","rated":false,"time":"300+3","opponent":{"engine":5},)"
      R"("start":"2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 b"})");
  ASSERT_TRUE(game) << game.error();
  EXPECT_EQ(game->color, online::Color::Black);
  EXPECT_EQ(game->engine_level, 5);
  EXPECT_EQ(game->settings.time.initial, std::chrono::seconds(300));
  EXPECT_EQ(game->settings.start.to_move(), rules::Color::Black);
  EXPECT_TRUE(decode_new_game(R"({"variant":"ordo","color":"random","opponent":"link"})"));
}

TEST(ApiDecode, GamesThatCannotBeAreExplained) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({})", "variant"},
      {R"({"variant":"chess"})", "ordox"},
      {R"({"variant":"ordo","color":"red"})", "color"},
      {R"({"variant":"ordo","time":"5 minutes"})", "time"},
      {R"({"variant":"ordo","rated":"yes"})", "rated"},
      {R"({"variant":"ordo","start":"x"})", "start"},
      {R"({"variant":"ordo","start":"10/10/10/10/w9/10/10/b9 w"})", "over"},
      {R"({"variant":"ordo","rated":true,"start":"2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 b"})",
       "rated"},
      {R"({"variant":"ordox","start":"2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w a"})",
       "in the middle of a turn"},
      {R"({"variant":"ordo","opponent":"Anna"})", "opponent"},
      {R"({"variant":"ordo","opponent":{"engine":12}})", "engine"},
      {R"({"variant":"ordo","opponent":{"engine":5,"x":1}})", "x"},
      {R"({"variant":"ordo","rated":true,"opponent":{"engine":5}})", "rated"},
      {R"({"variant":"ordo","speed":1})", "speed"},
  };
  for (const auto& [body, part] : cases) {
    const auto game = decode_new_game(body);
    ASSERT_FALSE(game) << body;
    EXPECT_THAT(game.error(), HasSubstr(part)) << body;
  }
  EXPECT_FALSE(decode_seek(R"({"variant":"ordo","opponent":"link"})")) << "a seek is for whoever comes";
}

TEST(ApiDecode, CommandsAreThoseOfTheWebSocketWithoutTheGame) {
  const auto move = decode_command(R"({"t":"move","ply":1,"turn":"c2-c4"})", online::GameId(kId));
  ASSERT_TRUE(move) << move.error();
  EXPECT_EQ(std::get<online::Move>(*move).turn, "c2-c4");
  EXPECT_TRUE(decode_command(R"({"t":"resign"})", online::GameId(kId)));
  for (const char* bad :
       {"", "[]", R"({"t":"fly"})", R"({"t":"resign","game":"abcdefGHIJ12"})", R"({"t":"ping","n":1})",
        R"({"t":"move","turn":"c2-c4"})", R"({"t":"resign","x":1})"}) {
    EXPECT_FALSE(decode_command(bad, online::GameId(kId))) << bad;
  }
}

TEST(ApiDecode, GamesAreFilteredByGoodParametersOnly) {
  const auto query = decode_game_query({{"player", "Anna"},
                                        {"opponent", "Bert"},
                                        {"variant", "ordo"},
                                        {"result", "won"},
                                        {"rated", "true"},
                                        {"live", "false"},
                                        {"before", "1700000000000-abcdefGHIJ12"},
                                        {"limit", "100"}});
  ASSERT_TRUE(query) << query.error();
  EXPECT_EQ(query->before->second, kId);
  EXPECT_EQ(page_mark(query->before->first, query->before->second), "1700000000000-abcdefGHIJ12");
  const std::vector<Query> bad = {{{"variant", "chess"}},
                                  {{"limit", "0"}},
                                  {{"limit", "101"}},
                                  {{"limit", "x"}},
                                  {{"rated", "yes"}},
                                  {{"live", ""}},
                                  {{"before", "5"}},
                                  {{"before", "-1-abcdefGHIJ12"}},
                                  {{"before", "99999999999999999-abcdefGHIJ12"}},
                                  {{"result", "good"}},
                                  {{"result", "won"}},
                                  {{"opponent", "Bert"}},
                                  {{"player", ""}},
                                  {{"what", "x"}},
                                  {{"limit", "1"}, {"limit", "2"}}};
  for (const Query& one : bad) EXPECT_FALSE(decode_game_query(one)) << one[0].first << '=' << one[0].second;
}

TEST(ApiDecode, AChallengeNamesSomebodyAndAListHasNames) {
  const auto challenge = decode_challenge(R"({"variant":"ordox","to":"Guest 4821","time":"3d"})");
  ASSERT_TRUE(challenge.ok());
  EXPECT_EQ(challenge->to, "Guest 4821");
  EXPECT_FALSE(decode_challenge(R"({"variant":"ordo"})").ok());
  EXPECT_FALSE(decode_challenge(R"({"variant":"ordo","to":""})").ok());
  EXPECT_FALSE(decode_challenge(R"({"variant":"ordo","to":"Bert","opponent":"link"})").ok());
  EXPECT_EQ(decode_names(R"({"names":["Anna","Bert"]})")->size(), 2U);
  EXPECT_FALSE(decode_names(R"({"names":"Anna"})").ok());
  EXPECT_FALSE(decode_names(R"({"names":[7]})").ok());
  EXPECT_FALSE(decode_names(R"({})").ok());
}

TEST(ApiDecode, SmallThings) {
  EXPECT_EQ(decode_events_query({}).value(), 1);
  EXPECT_EQ(decode_events_query({{"from", "7"}}).value(), 7);
  EXPECT_FALSE(decode_events_query({{"from", "0"}}));
  EXPECT_FALSE(decode_events_query({{"to", "7"}}));
  EXPECT_TRUE(decode_token_wish(R"({"label":"my bot"})"));
  EXPECT_FALSE(decode_token_wish(R"({"label":""})"));
  EXPECT_FALSE(decode_token_wish(R"({"label":"a","days":0})"));
  EXPECT_EQ(decode_deletion("").value(), "");
  EXPECT_EQ(decode_deletion(R"({"password":"x"})").value(), "x");
  EXPECT_TRUE(decode_password_change(R"({"old":"","new":"12345678"})"));
  EXPECT_FALSE(decode_password_change(R"({"old":"12345678","new":"short"})"));
  EXPECT_TRUE(is_id(kId));
  EXPECT_FALSE(is_id("abcdefGHIJ1"));
  EXPECT_FALSE(is_id("abcdefGHIJ1/"));
}

}  // namespace
}  // namespace ordo::server
