// Frames of a WebSocket (RFC 6455) as the server writes and reads them: no sockets, and hardly any memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <boost/beast/websocket/rfc6455.hpp>

#include "util/result.h"
#include "util/utf8.h"

namespace ordo::server {

enum class WsOpcode : std::uint8_t { Continuation = 0, Text = 1, Binary = 2, Close = 8, Ping = 9, Pong = 10 };

/// What stands before a payload that the server sends: messages of one frame, which are not masked.
class WsHead {
 public:
  WsHead(WsOpcode opcode, std::size_t payload) noexcept;
  [[nodiscard]] std::string_view bytes() const noexcept { return {bytes_.data(), size_}; }

 private:
  std::array<char, 10> bytes_{};
  std::size_t size_ = 2;
};

/// A text, something binary, or a control frame. A text is UTF-8; what a Close carries is nothing, or a code
/// that may be sent and a reason in UTF-8.
struct WsMessage {
  WsOpcode kind;
  std::string_view payload;
};

/// Puts messages together from bytes that come in pieces of any size. Nothing is kept but what is not whole
/// yet: with 10,000 connections that count, and nearly all messages come in one piece.
class WsReader {
 public:
  using CloseCode = boost::beast::websocket::close_code;
  using Next = util::Result<std::optional<WsMessage>, CloseCode>;

  explicit WsReader(std::size_t most) noexcept : most_(most) {}

  /// Takes from the front of `bytes`, which it unmasks in place, up to the end of a message. Nothing: all is
  /// taken, and there is more to come. The payload is there until the next call, or `bytes` are gone.
  /// Failing: what the connection is to be closed with; nothing can be read any more. A text that can be no
  /// UTF-8 whatever follows fails at once.
  [[nodiscard]] Next next(std::span<char>& bytes);

 private:
  [[nodiscard]] bool is_control() const noexcept { return opcode_ >= WsOpcode::Close; }
  /// False: there is more of it to come.
  [[nodiscard]] util::Result<bool, CloseCode> take_head(std::span<char>& bytes);
  [[nodiscard]] std::size_t head_size() const noexcept;
  [[nodiscard]] bool is_head_right() const noexcept;
  [[nodiscard]] util::Result<bool, CloseCode> begin_payload();
  [[nodiscard]] std::span<char> take_payload(std::span<char>& bytes);
  [[nodiscard]] Next whole(WsOpcode kind, std::string_view payload) const;
  [[nodiscard]] bool is_text() const noexcept { return !is_control() && kind_ == WsOpcode::Text; }

  static constexpr std::size_t kMostHead = 14;

  std::array<unsigned char, kMostHead> head_{};
  std::uint8_t head_got_ = 0;
  std::uint8_t mask_at_ = 0;  ///< of the four bytes that end the head
  bool is_in_payload_ = false;
  bool is_final_ = false;
  bool is_given_ = false;  ///< what is kept was the last message
  WsOpcode opcode_ = WsOpcode::Continuation;
  WsOpcode kind_ = WsOpcode::Continuation;  ///< of the message in fragments; Continuation: there is none
  std::size_t left_ = 0;                    ///< of the payload
  std::size_t most_;                        ///< bytes of a message
  util::Utf8Reader text_;                   ///< of a text, as far as it has come
  std::string message_;                     ///< the pieces so far
  std::string control_;                     ///< those of a control frame, which may come between fragments
};

}  // namespace ordo::server
