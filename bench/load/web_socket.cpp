// Frames of RFC 6455 on a bare socket, one system call each way.
#include "bench/load/web_socket.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace ordo::load {
namespace {

[[noreturn]] void fail(std::string_view what) {
  throw std::runtime_error(fmt::format("{}: {}", what, std::generic_category().message(errno)));
}

[[nodiscard]] int connected(std::uint16_t port) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) fail("socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail("connect");
  const int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return descriptor;
}

struct Header {
  std::size_t size;     ///< of the header itself
  std::size_t payload;  ///< bytes after it
};

/// Nothing: there is more to come. Servers do not mask.
[[nodiscard]] std::optional<Header> header_of(std::string_view bytes) {
  if (bytes.size() < 2) return std::nullopt;
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i]));
  };
  const std::size_t length = byte(1);
  if (length < 126) return Header{2, length};
  const std::size_t wide = length == 126 ? 2 : 8;
  if (bytes.size() < 2 + wide) return std::nullopt;
  Header header{2 + wide, 0};
  for (std::size_t i = 0; i < wide; ++i) header.payload = header.payload << 8U | byte(2 + i);
  return header;
}

}  // namespace

WebSocket::WebSocket(std::uint16_t port, std::string_view cookie)
    : descriptor_(connected(port)), mask_(0x9E3779B9U * static_cast<std::uint32_t>(descriptor_ + 1)) {
  write(fmt::format(
      "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{0}\r\nOrigin: http://127.0.0.1:{0}\r\n"
      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{1}{2}\r\n",
      port, cookie.empty() ? "" : "Cookie: ", cookie.empty() ? "" : std::string(cookie) + "\r\n"));
}

WebSocket::~WebSocket() { close(descriptor_); }

void WebSocket::write(std::string_view bytes) {
  // What does not fit into the buffer of the socket is waited for: messages are small, and the server reads.
  while (!bytes.empty()) {
    const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0) fail("write");
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void WebSocket::send(std::string_view text) { send_frame(Opcode::Text, text); }

void WebSocket::send_frame(Opcode opcode, std::string_view payload) {
  constexpr std::size_t kLongest = 512;
  constexpr std::size_t kMaskSize = 4;
  if (payload.size() > kLongest) throw std::logic_error("the players of the load test say little");
  mask_ = mask_ * 1664525U + 1013904223U;
  std::array<char, kLongest + 8> frame{};
  std::size_t size = 0;
  frame[size++] = static_cast<char>(0x80U | static_cast<unsigned>(opcode));
  if (payload.size() < 126) {
    frame[size++] = static_cast<char>(0x80U | payload.size());
  } else {
    frame[size++] = static_cast<char>(0x80U | 126U);
    frame[size++] = static_cast<char>(payload.size() >> 8U);
    frame[size++] = static_cast<char>(payload.size() & 0xFFU);
  }
  std::array<char, kMaskSize> mask{};
  std::memcpy(mask.data(), &mask_, kMaskSize);
  std::memcpy(&frame[size], mask.data(), kMaskSize);
  size += kMaskSize;
  for (std::size_t i = 0; i < payload.size(); ++i)
    frame[size + i] = static_cast<char>(payload[i] ^ mask[i % kMaskSize]);
  write({frame.data(), size + payload.size()});
}

void WebSocket::read(const std::function<void(std::string_view)>& received) {
  std::array<char, 16384> buffer;  // NOLINT(*-member-init): what is not read into is not looked at
  const ssize_t size = recv(descriptor_, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (size < 0 && errno == EAGAIN) return;
  if (size < 0) fail("read");
  if (size == 0) throw std::runtime_error("the server has closed a connection");
  std::string_view bytes(buffer.data(), static_cast<std::size_t>(size));
  const std::string kept = std::exchange(rest_, {});
  const std::string joined = kept.empty() ? std::string() : kept + std::string(bytes);
  if (!kept.empty()) bytes = joined;
  if (!is_open_) bytes.remove_prefix(take_handshake(bytes));
  if (is_open_) bytes.remove_prefix(take_frames(bytes, received));
  rest_ = bytes;
}

std::size_t WebSocket::take_handshake(std::string_view bytes) {
  constexpr std::string_view kEnd = "\r\n\r\n";
  const std::size_t end = bytes.find(kEnd);
  if (end == std::string_view::npos) return 0;
  if (!bytes.starts_with("HTTP/1.1 101")) {
    throw std::runtime_error(fmt::format("handshake: {}", bytes.substr(0, bytes.find('\r'))));
  }
  is_open_ = true;
  return end + kEnd.size();
}

std::size_t WebSocket::take_frames(std::string_view bytes,
                                   const std::function<void(std::string_view)>& received) {
  std::size_t taken = 0;
  for (;;) {
    const std::string_view rest = bytes.substr(taken);
    const auto header = header_of(rest);
    if (!header || rest.size() < header->size + header->payload) return taken;
    const auto first = static_cast<unsigned char>(rest[0]);
    const std::string_view payload = rest.substr(header->size, header->payload);
    switch (static_cast<Opcode>(first & 0x0FU)) {
      case Opcode::Text:
        if ((first & 0x80U) == 0) throw std::runtime_error("messages in pieces are not expected");
        received(payload);
        break;
      case Opcode::Ping:
        send_frame(Opcode::Pong, payload);
        break;
      case Opcode::Close:
        throw std::runtime_error("the server has said goodbye");
      default:
        break;
    }
    taken += header->size + header->payload;
  }
}

}  // namespace ordo::load
