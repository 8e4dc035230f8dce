// WebSockets over real sockets: who may open one, what is taken, and what clients do wrong.
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "online/message.h"
#include "support/http_client.h"
#include "support/machine.h"
#include "support/server_fixture.h"

namespace ordo::server {
namespace {

using namespace std::chrono_literals;
using namespace ordo::support;
using testing::HasSubstr;

/// The close code that the server ends with; 0: it just ended.
int close_code(WebSocket& socket) {
  while (const auto frame = socket.receive()) {
    if (frame->opcode == 8) return frame->close_code();
  }
  return 0;
}

TEST(Ws, OnlyPagesOfThisServerMayOpenOne) {
  const RunningServer server;
  Browser browser(server.port());
  ASSERT_EQ(browser.post("/api/guest").status, 200);
  EXPECT_TRUE(WebSocket(browser).is_open());
  EXPECT_EQ(
      WebSocket(server.port(), browser.headers({{"Origin", "https://evil.example"}})).reply().error_code(),
      "wrong-origin");
  EXPECT_EQ(WebSocket(server.port(), browser.headers({{"Origin", ""}})).reply().status, 403)
      << "with a cookie";
  EXPECT_TRUE(WebSocket(server.port(), {{"Host", "x"}}).is_open()) << "a program that looks on";
  EXPECT_EQ(
      WebSocket(server.port(), {{"Host", "x"}, {"Authorization", "Bearer nonsense"}}).reply().error_code(),
      "bad-token");
}

TEST(Ws, AForgedCookieMayOnlyLookOn) {
  const RunningServer server;
  Browser anna(server.port());
  const std::string game =
      json_text(anna.post("/api/games", R"({"variant":"ordo","color":"white"})").body, "id");
  ASSERT_EQ(Browser(server.port()).post("/api/games/" + game + "/join").status, 200);
  Browser forger(server.port());
  forger.set_session(std::string(43, 'x'));
  WebSocket socket(forger);
  ASSERT_TRUE(socket.is_open());
  socket.send(R"({"t":"watch","game":")" + game + R"("})");
  EXPECT_THAT(socket.receive_with("snapshot"), HasSubstr(game));
  socket.send(R"({"t":"move","game":")" + game + R"(","ply":1,"turn":"e3-e4","re":5})");
  EXPECT_THAT(socket.receive_with("error"), HasSubstr("\"re\":5"));
  EXPECT_THAT(anna.get("/api/games/" + game + "/record").body, testing::Not(HasSubstr("e3-e4")));
}

TEST(Ws, AMoveReachesTheOpponentAndEverySpectator) {
  const RunningServer server;
  Browser anna(server.port());
  Browser bert(server.port());
  const std::string game =
      json_text(anna.post("/api/games", R"({"variant":"ordo","color":"white"})").body, "id");
  ASSERT_EQ(bert.post("/api/games/" + game + "/join").status, 200);
  WebSocket white(anna);
  WebSocket second_tab(anna);
  WebSocket black(bert);
  WebSocket spectator(server.port(), {{"Host", "x"}});
  for (WebSocket* socket : {&white, &second_tab, &black, &spectator}) {
    socket->send(R"({"t":"watch","game":")" + game + R"("})");
    EXPECT_THAT(socket->receive_with("snapshot"), HasSubstr(game));
  }
  white.send(R"({"t":"move","game":")" + game + R"(","ply":1,"turn":"e3-e4"})");
  for (WebSocket* socket : {&white, &second_tab, &black, &spectator}) {
    EXPECT_THAT(socket->receive_with("\"e\":\"move\""), HasSubstr("e3-e4"));
  }
}

TEST(Ws, PingsAreAnswered) {
  const RunningServer server;
  WebSocket socket(server.port(), {{"Host", "x"}});
  socket.send(R"({"t":"ping","n":7})");
  EXPECT_THAT(socket.receive_with("pong"), HasSubstr("\"n\":7"));
  socket.send_frame(9, "hello");
  const auto frame = socket.receive();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->opcode, 10);
  EXPECT_EQ(frame->payload, "hello");
}

TEST(Ws, FragmentsAndLongMessagesArePutTogether) {
  const RunningServer server;
  WebSocket socket(server.port(), {{"Host", "x"}});
  socket.send_frame(1, R"({"t":"pi)", false);
  socket.send_frame(0, R"(ng","n":)", false);
  socket.send_frame(9, "");
  socket.send_frame(0, "8}");
  EXPECT_THAT(socket.receive_with("pong"), HasSubstr("\"n\":8"));
  socket.send(R"({"t":"ping","n":)" + std::string(10'000, ' ') + "9}");
  EXPECT_THAT(socket.receive_with("pong"), HasSubstr("\"n\":9"));
}

TEST(Ws, HalfFramesAndSlowBytesAreWaitedFor) {
  const RunningServer server;
  WebSocket socket(server.port(), {{"Host", "x"}});
  for (const char byte : client_frame(1, R"({"t":"ping","n":3})")) {
    socket.send_raw(std::string_view(&byte, 1));
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_THAT(socket.receive_with("pong"), HasSubstr("\"n\":3"));
}

TEST(Ws, AnOversizedMessageClosesTheSocketAndNoOther) {
  const RunningServer server;
  WebSocket other(server.port(), {{"Host", "x"}});
  WebSocket one_frame(server.port(), {{"Host", "x"}});
  one_frame.send(std::string(online::kMaxMessage + 1, ' '));
  EXPECT_EQ(close_code(one_frame), 1009);
  WebSocket in_pieces(server.port(), {{"Host", "x"}});
  in_pieces.send_frame(1, std::string(9000, ' '), false);
  in_pieces.send_frame(0, std::string(9000, ' '), false);
  EXPECT_EQ(close_code(in_pieces), 1009);
  WebSocket huge(server.port(), {{"Host", "x"}});
  huge.send_raw(std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00", 14));
  EXPECT_EQ(close_code(huge), 1009);
  other.send(R"({"t":"ping","n":1})");
  EXPECT_THAT(other.receive_with("pong"), HasSubstr("\"n\":1"));
}

TEST(Ws, GarbageIsAnsweredUntilItIsTooMuch) {
  const RunningServer server([](ServerConfig& config) { config.limits.bad_messages = 3; });
  WebSocket socket(server.port(), {{"Host", "x"}});
  for (const char* garbage : {"", "{}", "[1,2"}) {
    socket.send(garbage);
    EXPECT_THAT(socket.receive_with("error"), HasSubstr("bad-message")) << garbage;
  }
  socket.send("\"again\"");
  EXPECT_EQ(close_code(socket), 1008);
}

TEST(Ws, FramesThatBreakTheProtocolEndTheConnection) {
  const RunningServer server;
  WebSocket unmasked(server.port(), {{"Host", "x"}});
  unmasked.send_raw(std::string("\x81\x02{}", 4));
  EXPECT_EQ(close_code(unmasked), 1002);
  WebSocket reserved(server.port(), {{"Host", "x"}});
  reserved.send_frame(0x73 & 0x7f, "x");
  EXPECT_EQ(close_code(reserved), 1002);
  WebSocket not_utf8(server.port(), {{"Host", "x"}});
  not_utf8.send("\xff\xfe");
  EXPECT_EQ(close_code(not_utf8), 1007);
  WebSocket binary(server.port(), {{"Host", "x"}});
  binary.send_frame(2, "{}");
  EXPECT_THAT(binary.receive_with("error"), HasSubstr("binary"));
}

TEST(Ws, AGoodbyeIsAnsweredInKindIfItIsOne) {
  const RunningServer server;
  WebSocket polite(server.port(), {{"Host", "x"}});
  polite.send_frame(8, "\x03\xe8thanks");
  EXPECT_EQ(close_code(polite), 1000);
  WebSocket half(server.port(), {{"Host", "x"}});
  half.send_frame(8, "\x03");
  EXPECT_EQ(close_code(half), 1002);
  WebSocket undefined(server.port(), {{"Host", "x"}});
  undefined.send_frame(8, "\x03\xed");
  EXPECT_EQ(close_code(undefined), 1002);
  WebSocket garbled(server.port(), {{"Host", "x"}});
  garbled.send_frame(8, "\x03\xe8\xff");
  EXPECT_EQ(close_code(garbled), 1007);
}

TEST(Ws, TooManyMessagesAreNotRead) {
  const RunningServer server([](ServerConfig& config) {
    config.limits.messages = {0.001, 5};
    config.limits.bad_messages = 2;
  });
  WebSocket socket(server.port(), {{"Host", "x"}});
  for (int i = 0; i < 6; ++i) socket.send(R"({"t":"ping","n":1})");
  EXPECT_THAT(socket.receive_with("too-fast"), HasSubstr("error"));
  for (int i = 0; i < 2; ++i) socket.send(R"({"t":"ping","n":1})");
  EXPECT_EQ(close_code(socket), 1008);
}

TEST(Ws, AClientThatDoesNotReadIsDropped) {
  const RunningServer server([](ServerConfig& config) {
    config.limits.messages = {1e6, 1e6};
    config.limits.queue_frames = 20;
  });
  WebSocket socket(server.port(), {{"Host", "x"}});
  const std::string ping = client_frame(1, R"({"t":"ping","n":1})");
  std::string many;
  for (int i = 0; i < 2000; ++i) many += ping;
  bool is_open = true;
  for (int i = 0; i < 2000 && is_open; ++i) is_open = socket.send_raw(many);
  EXPECT_FALSE(is_open);
  EXPECT_THAT(Browser(server.port()).get("/metrics").body, HasSubstr("ordo_clients_dropped_total 1"));
}

TEST(Ws, WhoeverIsSilentIsTakenForDead) {
  Machine machine;
  const RunningServer server([](ServerConfig& config) { config.limits.ping_every = 20ms; }, machine.clocks());
  WebSocket alive(server.port(), {{"Host", "x"}});
  WebSocket dead(server.port(), {{"Host", "x"}});
  ASSERT_TRUE(alive.is_open() && dead.is_open());
  const auto is_answered = [&](int number) {
    alive.send(fmt::format(R"({{"t":"ping","n":{}}})", number));
    return alive.receive_with(fmt::format("\"n\":{},", number)).find("pong") != std::string::npos;
  };
  machine.pass(30s);
  ASSERT_TRUE(is_answered(1)) << "whatever is heard counts";
  machine.pass(16s);
  EXPECT_TRUE(dead.connection().is_closed_within(60s)) << "silent for 46 seconds";
  EXPECT_TRUE(is_answered(2)) << "for 16";
  machine.pass(30s);
  ASSERT_TRUE(alive.send_frame(10, "not asked for"));
  ASSERT_TRUE(is_answered(3));
}

TEST(Ws, AfterAGoodbyeNothingIsAnswered) {
  const RunningServer server;
  WebSocket socket(server.port(), {{"Host", "x"}});
  socket.send_raw(client_frame(8, "\x03\xe8") + client_frame(9, "ping") +
                  client_frame(1, R"({"t":"ping","n":1})"));
  const auto frame = socket.receive();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->close_code(), 1000);
  EXPECT_FALSE(socket.receive()) << "the connection is over";
}

TEST(Ws, PingsBetweenFragmentsAreAnsweredAtOnce) {
  const RunningServer server;
  WebSocket socket(server.port(), {{"Host", "x"}});
  socket.send_frame(1, R"({"t":"ping",)", false);
  socket.send_frame(9, "between");
  const auto pong = socket.receive();
  ASSERT_TRUE(pong);
  EXPECT_EQ(pong->opcode, 10);
  EXPECT_EQ(pong->payload, "between");
  socket.send_frame(0, R"("n":4})");
  EXPECT_THAT(socket.receive_with("pong"), HasSubstr("\"n\":4"));
}

TEST(Ws, ATextThatCanBeNoneFailsBeforeItEnds) {
  const RunningServer server;
  WebSocket socket(server.port(), {{"Host", "x"}});
  socket.send_frame(1, "\xce\xba\xf4", false);
  socket.send_frame(0, "\x90", false);
  EXPECT_EQ(close_code(socket), 1007);
}

TEST(Ws, SigningOutClosesTheSocketsOfThatSessionOnly) {
  const RunningServer server;
  Browser anna(server.port());
  ASSERT_EQ(anna.post("/api/signup", R"({"name":"Anna","password":"12345678"})").status, 201);
  Browser away(server.port());
  ASSERT_EQ(away.post("/api/login", R"({"name":"Anna","password":"12345678"})").status, 200);
  WebSocket stays(anna);
  WebSocket goes(away);
  ASSERT_EQ(away.post("/api/logout").status, 200);
  EXPECT_EQ(close_code(goes), 1008);
  stays.send(R"({"t":"ping","n":1})");
  EXPECT_THAT(stays.receive_with("pong"), HasSubstr("\"n\":1"));
}

TEST(Ws, ADrainingServerTellsEverybodyToReconnect) {
  RunningServer server;
  WebSocket socket(server.port(), {{"Host", "x"}});
  socket.send(R"({"t":"ping","n":1})");
  ASSERT_FALSE(socket.receive_with("pong").empty());
  std::thread stopping([&] { server.finish(); });
  EXPECT_FALSE(socket.receive_with("reconnect").empty());
  const auto frame = socket.receive();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->close_code(), 1012);
  stopping.join();
}

}  // namespace
}  // namespace ordo::server
