// The cases of the Autobahn test suite (crossbar.io/autobahn) that are about what a server reads, by their
// numbers there: framing, control frames, reserved bits and opcodes, fragments, UTF-8, goodbyes, limits.
//
// Where the suite expects an echo, the message must be read as it was sent; where it expects a failed
// connection, reading must end with the code that is to be sent. Each case is given whole, frame by frame and
// byte by byte ("octet-wise" in the suite). Not here: 12 and 13, compression, which is not offered.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "server/net/ws_frame.h"
#include "support/http_client.h"

namespace ordo::server::autobahn {
namespace {

using Code = WsReader::CloseCode;
using support::client_frame;

constexpr std::size_t kMost = std::size_t{16} << 20;
constexpr int kMore = 0;
constexpr int kText = 1;
constexpr int kBinary = 2;
constexpr int kClose = 8;
constexpr int kPing = 9;
constexpr int kPong = 10;

using Message = std::pair<WsOpcode, std::string>;

struct Outcome {
  std::vector<Message> messages;
  std::optional<Code> failed;
  std::size_t taken = 0;  ///< bytes until it failed, or all

  friend bool operator==(const Outcome& a, const Outcome& b) {
    return a.messages == b.messages && a.failed == b.failed;
  }
};

Outcome read(const std::vector<std::string>& chunks) {
  Outcome outcome;
  WsReader reader(kMost);
  for (std::string chunk : chunks) {
    std::span<char> bytes(chunk);
    for (;;) {
      const auto next = reader.next(bytes);
      if (!next) {
        outcome.failed = next.error();
        outcome.taken += chunk.size() - bytes.size();
        return outcome;
      }
      if (!*next) break;
      outcome.messages.emplace_back((*next)->kind, std::string((*next)->payload));
    }
    outcome.taken += chunk.size();
  }
  return outcome;
}

std::vector<std::string> bytes_of(const std::string& text) {
  std::vector<std::string> bytes;
  for (const char c : text) bytes.emplace_back(1, c);
  return bytes;
}

/// The same however the bytes come.
Outcome read_in_all_ways(const std::vector<std::string>& frames) {
  std::string all;
  for (const std::string& frame : frames) all += frame;
  Outcome whole = read({all});
  EXPECT_EQ(whole, read(frames));
  if (all.size() < 10'000) {
    EXPECT_EQ(whole, read(bytes_of(all)));
  }
  return whole;
}

std::vector<Message> messages(const std::vector<std::string>& frames) {
  const Outcome outcome = read_in_all_ways(frames);
  EXPECT_EQ(outcome.failed, std::nullopt);
  return outcome.messages;
}

std::optional<Code> failure(const std::vector<std::string>& frames) {
  return read_in_all_ways(frames).failed;
}

TEST(Autobahn, Case1FramesOfEveryLength) {
  for (const std::size_t size : {0U, 125U, 126U, 127U, 128U, 65535U, 65536U}) {
    const std::string text(size, '*');
    const std::string bytes(size, '\xfe');
    EXPECT_EQ(messages({client_frame(kText, text)}), (std::vector<Message>{{WsOpcode::Text, text}})) << size;
    EXPECT_EQ(messages({client_frame(kBinary, bytes)}), (std::vector<Message>{{WsOpcode::Binary, bytes}}))
        << size;
  }
}

TEST(Autobahn, Case2PingsAndPongs) {
  const std::string longest(125, '\xfe');
  EXPECT_EQ(
      messages({client_frame(kPing, ""), client_frame(kPing, "Hello"), client_frame(kPing, longest)}),
      (std::vector<Message>{{WsOpcode::Ping, ""}, {WsOpcode::Ping, "Hello"}, {WsOpcode::Ping, longest}}));
  EXPECT_EQ(failure({client_frame(kPing, longest + "x")}), Code::protocol_error) << "2.5";
  EXPECT_EQ(messages({client_frame(kPong, "unsolicited"), client_frame(kPing, "p")}),
            (std::vector<Message>{{WsOpcode::Pong, "unsolicited"}, {WsOpcode::Ping, "p"}}));
  std::vector<std::string> ten;
  for (int i = 0; i < 10; ++i) ten.push_back(client_frame(kPing, std::to_string(i)));
  EXPECT_EQ(messages(ten).size(), 10U) << "2.10, 2.11";
}

TEST(Autobahn, Case3ReservedBitsFailAtOnce) {
  for (const int bits : {0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70}) {
    for (const int opcode : {kText, kBinary, kPing, kClose}) {
      EXPECT_EQ(failure({client_frame(opcode | bits, "x")}), Code::protocol_error) << bits;
    }
  }
  const Outcome after = read({client_frame(kText, "first") + client_frame(kText | 0x20, "second")});
  EXPECT_EQ(after.messages.size(), 1U) << "what came before is read";
  const std::string bad = client_frame(kText | 0x40, std::string(1000, 'x'));
  EXPECT_EQ(read(bytes_of(bad)).taken, 2U) << "with the second byte";
}

TEST(Autobahn, Case4ReservedOpcodesFail) {
  for (const int opcode : {3, 4, 5, 6, 7, 11, 12, 13, 14, 15}) {
    EXPECT_EQ(failure({client_frame(opcode, "")}), Code::protocol_error) << opcode;
    EXPECT_EQ(failure({client_frame(kText, "Hello"), client_frame(opcode, "x"), client_frame(kPing, "")}),
              Code::protocol_error)
        << opcode;
  }
}

TEST(Autobahn, Case5Fragments) {
  EXPECT_EQ(failure({client_frame(kPing, "a", false), client_frame(kMore, "b")}), Code::protocol_error)
      << "5.1";
  EXPECT_EQ(failure({client_frame(kPong, "a", false), client_frame(kMore, "b")}), Code::protocol_error)
      << "5.2";
  const std::vector<Message> both = {{WsOpcode::Text, "fragment1fragment2"}};
  EXPECT_EQ(messages({client_frame(kText, "fragment1", false), client_frame(kMore, "fragment2")}), both)
      << "5.3";
  EXPECT_EQ(messages({client_frame(kText, "fragment1", false), client_frame(kPing, "ping"),
                      client_frame(kMore, "fragment2")}),
            (std::vector<Message>{{WsOpcode::Ping, "ping"}, both.front()}))
      << "5.6";
  for (const bool is_last : {true, false}) {
    EXPECT_EQ(failure({client_frame(kMore, "non-continuation", is_last), client_frame(kText, "Hello")}),
              Code::protocol_error)
        << "5.9 to 5.14";
  }
  EXPECT_EQ(failure({client_frame(kText, "fragment1", false), client_frame(kText, "fragment2")}),
            Code::protocol_error)
      << "5.18";
  std::vector<std::string> many = {client_frame(kText, "fragment1", false),
                                   client_frame(kMore, "fragment2", false),
                                   client_frame(kPing, "1"),
                                   client_frame(kMore, "fragment3", false),
                                   client_frame(kMore, "fragment4", false),
                                   client_frame(kPing, "2"),
                                   client_frame(kMore, "fragment5")};
  EXPECT_EQ(messages(many),
            (std::vector<Message>{{WsOpcode::Ping, "1"},
                                  {WsOpcode::Ping, "2"},
                                  {WsOpcode::Text, "fragment1fragment2fragment3fragment4fragment5"}}))
      << "5.19";
}

TEST(Autobahn, Case6Utf8) {
  const std::string greek = "Hello-\xc2\xb5@\xc3\x9f\xc3\xb6\xc3\xa4\xc3\xbc\xc3\xa0\xc3\xa1-UTF-8!!";
  EXPECT_EQ(
      messages({client_frame(kText, "", false), client_frame(kMore, "", false), client_frame(kMore, "")}),
      (std::vector<Message>{{WsOpcode::Text, ""}}))
      << "6.1.2";
  EXPECT_EQ(messages({client_frame(kText, greek)}), (std::vector<Message>{{WsOpcode::Text, greek}}));
  std::vector<std::string> by_byte;
  for (std::size_t i = 0; i < greek.size(); ++i) {
    by_byte.push_back(client_frame(i == 0 ? kText : kMore, greek.substr(i, 1), i + 1 == greek.size()));
  }
  EXPECT_EQ(messages(by_byte), (std::vector<Message>{{WsOpcode::Text, greek}})) << "6.2.3";
}

TEST(Autobahn, Case6ValidSequences) {
  for (const std::string good :
       {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbd",
        "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "\xef\xbf\xbe", "\xef\xb7\x90",
        "\xf0\x9f\xbf\xbe", "\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5"}) {
    EXPECT_EQ(messages({client_frame(kText, good)}).size(), 1U) << good;
  }
  EXPECT_EQ(messages({client_frame(kText, std::string(1, '\0'))}).size(), 1U);
}

TEST(Autobahn, Case6InvalidSequences) {
  for (const std::string bad :
       {"\x80",
        "\xbf",
        "\x80\xbf",
        "\xc0\x80",
        "\xc0\xaf",
        "\xc1\xbf",
        "\xe0\x80\x80",
        "\xe0\x80\xaf",
        "\xe0\x9f\xbf",
        "\xf0\x80\x80\xaf",
        "\xf0\x8f\xbf\xbf",
        "\xf8\x80\x80\x80\xaf",
        "\xfc\x80\x80\x80\x80\xaf",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\xed\xa0\x80",
        "\xed\xad\xbf",
        "\xed\xae\x80",
        "\xed\xbf\xbf",
        "\xed\xa0\x80\xed\xb0\x80",
        "\xfe",
        "\xff",
        "\xc2",
        "\xe0\xa0",
        "\xf0\x90\x80",
        "\xc2 ",
        "\xe1\xbd ",
        "a\xf0\x90\x80z",
        "\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80\x65\x64\x69\x74\x65\x64"}) {
    EXPECT_EQ(failure({client_frame(kText, bad)}), Code::bad_payload) << bad;
    EXPECT_EQ(failure({client_frame(kText, bad.substr(0, 1), false), client_frame(kMore, bad.substr(1))}),
              Code::bad_payload)
        << bad;
  }
}

TEST(Autobahn, Case6Point4FailsFast) {
  const std::string valid = "\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5";
  // 6.4.1: the second fragment is wrong, and the third never comes.
  const std::vector<std::string> fragments = {client_frame(kText, valid, false),
                                              client_frame(kMore, "\xf4\x90\x80\x80", false)};
  EXPECT_EQ(failure(fragments), Code::bad_payload);
  // 6.4.2: even before the character is whole.
  EXPECT_EQ(failure({client_frame(kText, valid + "\xf4", false), client_frame(kMore, "\x90", false)}),
            Code::bad_payload);
  // 6.4.3, 6.4.4: and within a frame, with the very byte that decides.
  const std::string frame = client_frame(kText, valid + "\xf4\x90\x80\x80" + "edited");
  const std::size_t head = 6;
  EXPECT_EQ(read(bytes_of(frame)).taken, head + valid.size() + 2);
}

std::string closing(unsigned code, const std::string& reason = "") {
  return client_frame(kClose,
                      std::string{static_cast<char>(code >> 8U), static_cast<char>(code & 0xFFU)} + reason);
}

TEST(Autobahn, Case7Goodbyes) {
  EXPECT_EQ(messages({client_frame(kText, "Hello"), closing(1000)}).size(), 2U) << "7.1.1";
  EXPECT_EQ(messages({client_frame(kText, "fragment1", false), closing(1000)}).size(), 1U)
      << "7.1.5: in the middle of a message";
  EXPECT_EQ(messages({client_frame(kClose, "")}).size(), 1U) << "7.3.1";
  EXPECT_EQ(failure({client_frame(kClose, "a")}), Code::protocol_error) << "7.3.2";
  EXPECT_EQ(messages({closing(1000, std::string(123, '*'))}).size(), 1U) << "7.3.5";
  EXPECT_EQ(failure({closing(1000, std::string(124, '*'))}), Code::protocol_error) << "7.3.6";
  EXPECT_EQ(failure({closing(1000, "\xce\xba\xe1\xbd\xb9\xed\xa0\x80")}), Code::bad_payload) << "7.5.1";
  for (const unsigned code : {1000U, 1001U, 1002U, 1003U, 1007U, 1008U, 1009U, 1010U, 1011U, 1012U, 1013U,
                              3000U, 3999U, 4000U, 4999U}) {
    EXPECT_EQ(messages({closing(code)}).size(), 1U) << "7.7: " << code;
  }
  for (const unsigned code :
       {0U, 999U, 1004U, 1005U, 1006U, 1015U, 1016U, 1100U, 2000U, 2999U, 5000U, 65535U}) {
    EXPECT_EQ(failure({closing(code)}), Code::protocol_error) << "7.9, 7.13: " << code;
  }
}

TEST(Autobahn, Case9LargeMessages) {
  const std::string large(std::size_t{1} << 20, '*');
  EXPECT_EQ(messages({client_frame(kText, large)}).front().second, large);
  std::vector<std::string> fragments;
  for (std::size_t at = 0; at < large.size(); at += 4096) {
    fragments.push_back(
        client_frame(at == 0 ? kText : kMore, large.substr(at, 4096), at + 4096 == large.size()));
  }
  EXPECT_EQ(messages(fragments).front().second, large);
}

/// RFC 6455, 5.1 and 5.2, which the suite takes for granted.
TEST(Autobahn, MasksAndLengthsAreAsTheStandardSays) {
  EXPECT_EQ(failure({std::string("\x81\x05Hello")}), Code::protocol_error) << "not masked";
  const std::string masked = client_frame(kText, std::string(300, 'x'));
  std::string other_mask = masked;
  for (std::size_t i = 4; i < 8; ++i) other_mask[i] = static_cast<char>(other_mask[i] ^ 0x55);
  for (std::size_t i = 8; i < other_mask.size(); ++i) other_mask[i] = static_cast<char>(other_mask[i] ^ 0x55);
  EXPECT_EQ(messages({other_mask}), messages({masked}));
  const auto with_length = [](std::string_view length) {
    return std::string("\x82", 1) + std::string(length) + std::string(4, '\0') + "Hello";
  };
  using namespace std::string_view_literals;
  EXPECT_EQ(failure({with_length("\xfe\x00\x05"sv)}), Code::protocol_error) << "five in two bytes";
  EXPECT_EQ(failure({with_length("\xff\x00\x00\x00\x00\x00\x00\x00\x05"sv)}), Code::protocol_error)
      << "in eight";
  EXPECT_EQ(failure({with_length("\xff\x00\x00\x00\x00\x00\x00\xff\xff"sv)}), Code::protocol_error);
  EXPECT_EQ(failure({with_length("\xff\x80\x00\x00\x00\x00\x00\x00\x00"sv)}), Code::protocol_error)
      << "no sign";
  EXPECT_EQ(failure({with_length("\xff\x7f\xff\xff\xff\xff\xff\xff\xff"sv)}), Code::too_big);
}

}  // namespace
}  // namespace ordo::server::autobahn
