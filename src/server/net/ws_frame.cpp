// Reading and writing frames of a WebSocket.
#include "server/net/ws_frame.h"

#include <algorithm>
#include <utility>

#include "util/utf8.h"

namespace ordo::server {
namespace {

using CloseCode = WsReader::CloseCode;

constexpr unsigned kFinal = 0x80;
constexpr unsigned kReserved = 0x70;
constexpr unsigned kMasked = 0x80;
constexpr std::size_t kShort = 125;
constexpr std::size_t kTwoBytes = 126;
constexpr std::size_t kEightBytes = 127;
constexpr std::uint64_t kMostInTwoBytes = 0xFFFF;
constexpr std::size_t kMaskSize = 4;
constexpr std::size_t kCloseCodeSize = 2;

/// Those that may be sent (RFC 6455, 7.4, and what IANA has registered since): not those that stand for the
/// absence of one, and not those that nobody has defined. From 3000 on they are the applications' own.
[[nodiscard]] bool is_close_code(unsigned code) noexcept {
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

/// Nothing, or a code and a reason in words.
[[nodiscard]] std::optional<CloseCode> trouble_with_goodbye(std::string_view payload) {
  if (payload.empty()) return std::nullopt;
  if (payload.size() < kCloseCodeSize) return CloseCode::protocol_error;
  const auto byte = [payload](std::size_t at) -> unsigned { return static_cast<unsigned char>(payload[at]); };
  const unsigned code = byte(0) << 8U | byte(1);
  if (!is_close_code(code)) return CloseCode::protocol_error;
  if (!util::is_utf8(payload.substr(kCloseCodeSize))) return CloseCode::bad_payload;
  return std::nullopt;
}

}  // namespace

WsHead::WsHead(WsOpcode opcode, std::size_t payload) noexcept {
  bytes_[0] = static_cast<char>(kFinal | static_cast<unsigned>(opcode));
  if (payload <= kShort) {
    bytes_[1] = static_cast<char>(payload);
    return;
  }
  const std::size_t wide = payload <= 0xFFFF ? 2 : 8;
  bytes_[1] = static_cast<char>(wide == 2 ? kTwoBytes : kEightBytes);
  for (std::size_t i = wide; i > 0; --i) {
    bytes_[1 + i] = static_cast<char>(payload & 0xFFU);
    payload >>= 8U;
  }
  size_ += wide;
}

std::size_t WsReader::head_size() const noexcept {
  if (head_got_ < 2) return 2;
  const std::size_t length = head_[1] & ~kMasked;
  return 2 + (length == kTwoBytes ? 2 : length == kEightBytes ? 8 : 0) + kMaskSize;
}

/// As far as the first two bytes say. Clients mask, there are no extensions, and control frames are short and
/// whole.
bool WsReader::is_head_right() const noexcept {
  const auto opcode = static_cast<WsOpcode>(head_[0] & 0x0FU);
  const bool is_last = (head_[0] & kFinal) != 0;
  if ((head_[0] & kReserved) != 0 || (head_[1] & kMasked) == 0) return false;
  switch (opcode) {
    case WsOpcode::Continuation:
      return kind_ != WsOpcode::Continuation;
    case WsOpcode::Text:
    case WsOpcode::Binary:
      return kind_ == WsOpcode::Continuation;
    case WsOpcode::Close:
    case WsOpcode::Ping:
    case WsOpcode::Pong:
      return is_last && (head_[1] & ~kMasked) <= kShort;
  }
  return false;
}

util::Result<bool, CloseCode> WsReader::take_head(std::span<char>& bytes) {
  while (head_got_ < head_size()) {
    if (bytes.empty()) return false;
    head_[head_got_++] = static_cast<unsigned char>(bytes.front());
    bytes = bytes.subspan(1);
    if (head_got_ == 2 && !is_head_right()) return util::failure(CloseCode::protocol_error);
  }
  return begin_payload();
}

util::Result<bool, CloseCode> WsReader::begin_payload() {
  opcode_ = static_cast<WsOpcode>(head_[0] & 0x0FU);
  is_final_ = (head_[0] & kFinal) != 0;
  std::uint64_t length = head_[1] & ~kMasked;
  if (length > kShort) {
    length = 0;
    for (std::size_t i = 2; i < head_size() - kMaskSize; ++i) length = length << 8U | head_[i];
    // Only the shortest form is one (RFC 6455, 5.2), and no length has its highest bit set.
    const bool is_wide = (head_[1] & ~kMasked) == kEightBytes;
    if (length <= (is_wide ? kMostInTwoBytes : kShort) || length >> 63U != 0) {
      return util::failure(CloseCode::protocol_error);
    }
  }
  if (!is_control()) {
    if (length > most_ - message_.size()) return util::failure(CloseCode::too_big);
    if (opcode_ != WsOpcode::Continuation) {
      kind_ = opcode_;
      text_ = {};
    }
  }
  left_ = static_cast<std::size_t>(length);
  mask_at_ = 0;
  is_in_payload_ = true;
  return true;
}

std::span<char> WsReader::take_payload(std::span<char>& bytes) {
  const std::span<char> part = bytes.first(std::min(left_, bytes.size()));
  bytes = bytes.subspan(part.size());
  left_ -= part.size();
  const unsigned char* const mask = &head_[head_size() - kMaskSize];
  for (char& c : part) c = static_cast<char>(static_cast<unsigned char>(c) ^ mask[mask_at_++ % kMaskSize]);
  mask_at_ %= kMaskSize;
  return part;
}

WsReader::Next WsReader::whole(WsOpcode kind, std::string_view payload) const {
  if (kind == WsOpcode::Text && !text_.is_whole()) return util::failure(CloseCode::bad_payload);
  if (kind == WsOpcode::Close) {
    if (const auto trouble = trouble_with_goodbye(payload)) return util::failure(*trouble);
  }
  return std::optional(WsMessage{kind, payload});
}

WsReader::Next WsReader::next(std::span<char>& bytes) {
  if (is_given_) {
    std::string().swap(is_control() ? control_ : message_);
    is_given_ = false;
  }
  for (;;) {
    if (!is_in_payload_) {
      const auto begun = take_head(bytes);
      if (!begun) return util::failure(begun.error());
      if (!*begun) return std::optional<WsMessage>();
    }
    const std::span<char> part = take_payload(bytes);
    if (is_text() && !text_.take({part.data(), part.size()})) return util::failure(CloseCode::bad_payload);
    std::string& kept = is_control() ? control_ : message_;
    const bool is_end = left_ == 0 && is_final_;
    const bool is_in_one_piece = is_end && kept.empty();
    if (!is_in_one_piece) kept.append(part.data(), part.size());
    if (left_ > 0) return std::optional<WsMessage>();
    is_in_payload_ = false;
    head_got_ = 0;
    if (!is_end) continue;
    const WsOpcode kind = is_control() ? opcode_ : std::exchange(kind_, WsOpcode::Continuation);
    if (is_in_one_piece) return whole(kind, {part.data(), part.size()});
    is_given_ = true;
    return whole(kind, kept);
  }
}

}  // namespace ordo::server
