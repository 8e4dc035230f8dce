// Frames of a WebSocket: written for every size, and read from pieces of any size.
#include <limits>
#include <rapidcheck.h>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "server/net/ws_frame.h"
#include "support/http_client.h"

namespace ordo::server {
namespace {

using CloseCode = WsReader::CloseCode;
using support::client_frame;

constexpr std::size_t kMost = 1000;
constexpr int kText = 1;
constexpr int kBinary = 2;
constexpr int kMore = 0;
constexpr int kPing = 9;
constexpr int kClose = 8;

/// All that was read, or why not.
struct Reading {
  std::vector<std::pair<WsOpcode, std::string>> messages;
  std::optional<CloseCode> failed;
};

/// Gives the bytes in pieces of these sizes, over and over.
Reading read(std::string bytes,
             const std::vector<std::size_t>& pieces = {std::numeric_limits<std::size_t>::max()}) {
  Reading reading;
  WsReader reader(kMost);
  std::span<char> rest(bytes);
  for (std::size_t i = 0; !rest.empty(); ++i) {
    const std::size_t size = std::min(rest.size(), pieces[i % pieces.size()]);
    std::span<char> piece = rest.first(size);
    rest = rest.subspan(size);
    for (;;) {
      const auto next = reader.next(piece);
      if (!next) {
        reading.failed = next.error();
        return reading;
      }
      if (!*next) break;
      reading.messages.emplace_back((*next)->kind, std::string((*next)->payload));
    }
    EXPECT_TRUE(piece.empty());
  }
  return reading;
}

std::string header(std::size_t payload) { return std::string(WsHead(WsOpcode::Text, payload).bytes()); }

TEST(WsFrame, TheHeadHasTheShortestLength) {
  EXPECT_EQ(header(0), std::string("\x81\x00", 2));
  EXPECT_EQ(header(125), std::string("\x81\x7d", 2));
  EXPECT_EQ(header(126), std::string("\x81\x7e\x00\x7e", 4));
  EXPECT_EQ(header(0xFFFF), std::string("\x81\x7e\xff\xff", 4));
  EXPECT_EQ(header(0x10000), std::string("\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10));
  EXPECT_EQ(WsHead(WsOpcode::Close, 2).bytes(), std::string("\x88\x02", 2));
}

TEST(WsFrame, MessagesAreReadFromPiecesOfAnySize) {
  rc::check([](const std::vector<std::string>& texts) {
    std::string bytes;
    std::vector<std::pair<WsOpcode, std::string>> expected;
    for (const std::string& text : texts) {
      const std::string payload = text.substr(0, kMost);
      bytes += client_frame(kBinary, payload);
      expected.emplace_back(WsOpcode::Binary, payload);
    }
    const auto pieces = *rc::gen::nonEmpty(
        rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, 40)));
    RC_ASSERT(read(bytes, pieces).messages == expected);
    RC_ASSERT(read(bytes).messages == expected);
  });
}

TEST(WsFrame, FragmentsArePutTogetherAndPingsComeBetween) {
  const std::string bytes = client_frame(kText, "one ", false) + client_frame(kPing, "are you there?") +
                            client_frame(kMore, "", false) + client_frame(kMore, "two") +
                            client_frame(kText, "three");
  const std::vector<std::pair<WsOpcode, std::string>> expected = {
      {WsOpcode::Ping, "are you there?"}, {WsOpcode::Text, "one two"}, {WsOpcode::Text, "three"}};
  for (const std::size_t size : {1U, 2U, 3U, 7U, 1000U})
    EXPECT_EQ(read(bytes, {size}).messages, expected) << size;
}

TEST(WsFrame, AMessageMayBeAsLongAsAllowedAndNoLonger) {
  const std::string half(kMost / 2, 'x');
  EXPECT_EQ(read(client_frame(kText, half + half)).messages.front().second, half + half);
  EXPECT_EQ(read(client_frame(kText, half + half + 'x')).failed, CloseCode::too_big);
  EXPECT_EQ(read(client_frame(kText, half, false) + client_frame(kMore, half)).messages.front().second,
            half + half);
  EXPECT_EQ(read(client_frame(kText, half, false) + client_frame(kMore, half + 'x')).failed,
            CloseCode::too_big);
}

TEST(WsFrame, WhatBreaksTheProtocolIsNotRead) {
  const auto code = [](const std::string& bytes) { return read(bytes).failed; };
  EXPECT_EQ(code("\x81\x02{}"), CloseCode::protocol_error) << "not masked";
  EXPECT_EQ(code(client_frame(3, "x")), CloseCode::protocol_error) << "no such kind";
  EXPECT_EQ(code(client_frame(kText | 0x40, "x")), CloseCode::protocol_error) << "a reserved bit";
  EXPECT_EQ(code(client_frame(kMore, "x")), CloseCode::protocol_error) << "more of nothing";
  EXPECT_EQ(code(client_frame(kText, "x", false) + client_frame(kText, "y")), CloseCode::protocol_error);
  EXPECT_EQ(code(client_frame(kPing, "x", false)), CloseCode::protocol_error) << "control frames are whole";
  EXPECT_EQ(code(client_frame(kPing, std::string(126, 'x'))), CloseCode::protocol_error) << "and short";
}

TEST(WsFrame, ATextIsUtf8) {
  EXPECT_EQ(read(client_frame(kText, "\xff\xfe")).failed, CloseCode::bad_payload);
  EXPECT_EQ(read(client_frame(kText, "\xed\xa0\x80")).failed, CloseCode::bad_payload) << "a surrogate";
  EXPECT_EQ(read(client_frame(kText, "\xc3", false) + client_frame(kMore, "\xa9")).messages.front().second,
            "\xc3\xa9");
  EXPECT_EQ(read(client_frame(kBinary, "\xff\xfe")).messages.front().second, "\xff\xfe");
}

std::string goodbye(unsigned code, std::string_view reason = "") {
  std::string payload = {static_cast<char>(code >> 8U), static_cast<char>(code & 0xFFU)};
  return client_frame(kClose, payload.append(reason));
}

TEST(WsFrame, AGoodbyeIsEmptyOrHasACodeThatMayBeSent) {
  EXPECT_EQ(read(client_frame(kClose, "")).messages.size(), 1U);
  EXPECT_EQ(read(client_frame(kClose, "x")).failed, CloseCode::protocol_error) << "half a code";
  for (const unsigned code : {1000U, 1001U, 1003U, 1007U, 1011U, 1014U, 3000U, 4999U}) {
    EXPECT_EQ(read(goodbye(code)).messages.size(), 1U) << code;
  }
  for (const unsigned code : {0U, 999U, 1004U, 1005U, 1006U, 1015U, 1016U, 2999U, 5000U, 65535U}) {
    EXPECT_EQ(read(goodbye(code)).failed, CloseCode::protocol_error) << code;
  }
}

TEST(WsFrame, TheReasonOfAGoodbyeIsUtf8) {
  EXPECT_EQ(read(goodbye(1000, "bis bald, d\xc3\xbc")).messages.size(), 1U);
  EXPECT_EQ(read(goodbye(1000, "\xc3")).failed, CloseCode::bad_payload);
  EXPECT_EQ(read(goodbye(1000, "\xc3"), {1}).failed, CloseCode::bad_payload) << "in pieces";
}

}  // namespace
}  // namespace ordo::server
