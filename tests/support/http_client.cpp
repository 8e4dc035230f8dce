// The client of the tests: blocking sockets with a time limit.
#include "support/http_client.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <poll.h>
#include <stdexcept>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace ordo::support {
namespace {

constexpr int kPatience = 60'000;  // milliseconds, until what should have come counts as missing

[[nodiscard]] std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

Connection::Connection(std::uint16_t port, const std::string& from)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in own{};
  own.sin_family = AF_INET;
  if (!from.empty() && (::inet_pton(AF_INET, from.c_str(), &own.sin_addr) != 1 ||
                        ::bind(socket_, reinterpret_cast<sockaddr*>(&own), sizeof own) != 0)) {
    ::close(socket_);
    throw std::runtime_error("cannot come from " + from);
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    ::close(socket_);
    throw std::runtime_error("cannot connect");
  }
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

Connection::Connection(Connection&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), buffer_(std::move(other.buffer_)) {}

Connection::~Connection() {
  if (socket_ >= 0) ::close(socket_);
}

bool Connection::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Connection::read_more() {
  pollfd waiting{socket_, POLLIN, 0};
  if (::poll(&waiting, 1, kPatience) <= 0) return false;
  std::array<char, 8192> bytes{};
  const ssize_t size = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (size <= 0) return false;
  buffer_.append(bytes.data(), static_cast<std::size_t>(size));
  return true;
}

std::optional<std::string> Connection::read_exactly(std::size_t size) {
  while (buffer_.size() < size) {
    if (!read_more()) return std::nullopt;
  }
  std::string bytes = buffer_.substr(0, size);
  buffer_.erase(0, size);
  return bytes;
}

std::optional<std::string> Connection::read_until(std::string_view end) {
  std::size_t found = 0;
  while ((found = buffer_.find(end)) == std::string::npos) {
    if (!read_more()) return std::nullopt;
  }
  return read_exactly(found + end.size());
}

bool Connection::is_closed_within(std::chrono::milliseconds time) {
  const auto until = std::chrono::steady_clock::now() + time;
  for (;;) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
    pollfd waiting{socket_, POLLIN, 0};
    if (left <= 0 || ::poll(&waiting, 1, static_cast<int>(left)) <= 0) return false;
    std::array<char, 8192> bytes{};
    if (::recv(socket_, bytes.data(), bytes.size(), 0) <= 0) return true;
  }
}

std::string Reply::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

std::optional<std::string> Reply::cookie(std::string_view name) const {
  const std::string start = std::string(name) + "=";
  for (auto [it, end] = headers.equal_range("set-cookie"); it != end; ++it) {
    if (!it->second.starts_with(start)) continue;
    return it->second.substr(start.size(), it->second.find(';') - start.size());
  }
  return std::nullopt;
}

std::string Reply::error_code() const { return json_text(body, "code"); }

std::string request_text(std::string_view method, std::string_view target, const Headers& headers,
                         std::string_view body) {
  std::string text = std::string(method) + " " + std::string(target) + " HTTP/1.1\r\n";
  for (const auto& [name, value] : headers) text += name + ": " + value + "\r\n";
  if (!body.empty()) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return text + "\r\n" + std::string(body);
}

Reply read_reply(Connection& connection, bool is_head) {
  Reply reply;
  const auto head = connection.read_until("\r\n\r\n");
  if (!head || !head->starts_with("HTTP/1.1 ")) return reply;
  std::size_t line = head->find("\r\n") + 2;
  while (line < head->size()) {
    const std::size_t end = head->find("\r\n", line);
    const std::size_t colon = head->find(": ", line);
    if (colon < end)
      reply.headers.emplace(lower(head->substr(line, colon - line)),
                            head->substr(colon + 2, end - colon - 2));
    line = end + 2;
  }
  const std::string length = reply.header("content-length");
  if (!length.empty() && !is_head) {
    const auto body = connection.read_exactly(std::stoul(length));
    if (!body) return reply;
    reply.body = *body;
  }
  reply.status = std::stoi(head->substr(9, 3));
  return reply;
}

Headers Browser::headers(const Headers& more) const {
  const std::string host = "127.0.0.1:" + std::to_string(port_);
  Headers all = {{"Host", host}, {"Origin", "http://" + host}, {"Content-Type", "application/json"}};
  std::string cookies;
  if (!session_.empty()) cookies += "; ordo_session=" + session_;
  if (!device_.empty()) cookies += "; ordo_device=" + device_;
  if (!cookies.empty()) all.emplace_back("Cookie", "other=1" + cookies);
  for (const auto& [name, value] : more) {
    std::erase_if(all, [&, &key = name](const auto& header) { return header.first == key; });
    if (!value.empty()) all.emplace_back(name, value);
  }
  return all;
}

Reply Browser::ask(std::string_view method, std::string_view target, std::string_view body,
                   const Headers& more) {
  Connection connection(port_, from_);
  connection.write(request_text(method, target, headers(more), body));
  Reply reply = read_reply(connection, method == "HEAD");
  if (auto session = reply.session()) session_ = *session;
  if (auto device = reply.cookie("ordo_device")) device_ = *device;
  return reply;
}

int WsFrame::close_code() const {
  if (opcode != 8 || payload.size() < 2) return 0;
  return static_cast<unsigned char>(payload[0]) * 256 + static_cast<unsigned char>(payload[1]);
}

WebSocket::WebSocket(std::uint16_t port, const Headers& headers) : connection_(port) {
  Headers all = headers;
  all.insert(all.end(), {{"Connection", "Upgrade"},
                         {"Upgrade", "websocket"},
                         {"Sec-WebSocket-Version", "13"},
                         {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}});
  connection_.write(request_text("GET", "/ws", all, ""));
  reply_ = read_reply(connection_);
}

std::string client_frame(int opcode, std::string_view payload, bool is_last) {
  constexpr std::array<unsigned char, 4> kMask = {0x12, 0x34, 0x56, 0x78};
  std::string frame(1, static_cast<char>((is_last ? 0x80 : 0) | opcode));
  if (payload.size() < 126) {
    frame += static_cast<char>(0x80 | payload.size());
  } else if (payload.size() < 65536) {
    frame += static_cast<char>(0x80 | 126);
    frame += static_cast<char>(payload.size() >> 8);
    frame += static_cast<char>(payload.size() & 0xff);
  } else {
    frame += static_cast<char>(0x80 | 127);
    for (int shift = 56; shift >= 0; shift -= 8) frame += static_cast<char>((payload.size() >> shift) & 0xff);
  }
  for (const unsigned char byte : kMask) frame += static_cast<char>(byte);
  for (std::size_t i = 0; i < payload.size(); ++i) {
    frame += static_cast<char>(static_cast<unsigned char>(payload[i]) ^ kMask[i % 4]);
  }
  return frame;
}

bool WebSocket::send_frame(int opcode, std::string_view payload, bool is_last) {
  return connection_.write(client_frame(opcode, payload, is_last));
}

std::optional<WsFrame> WebSocket::receive() {
  for (;;) {
    const auto head = connection_.read_exactly(2);
    if (!head) return std::nullopt;
    std::size_t size = static_cast<unsigned char>((*head)[1]) & 0x7f;
    const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (more > 0) {
      const auto length = connection_.read_exactly(more);
      if (!length) return std::nullopt;
      size = 0;
      for (const char byte : *length) size = size * 256 + static_cast<unsigned char>(byte);
    }
    auto payload = connection_.read_exactly(size);
    if (!payload) return std::nullopt;
    WsFrame frame{static_cast<unsigned char>((*head)[0]) & 0x0f, *std::move(payload)};
    if (frame.opcode != 9) return frame;
    send_frame(10, frame.payload);
  }
}

std::string WebSocket::receive_with(std::string_view part) {
  while (const auto frame = receive()) {
    if (frame->opcode == 1 && frame->payload.find(part) != std::string::npos) return frame->payload;
    if (frame->opcode == 8) break;
  }
  return "";
}

std::string json_text(std::string_view json, std::string_view name) {
  const std::string start = "\"" + std::string(name) + "\":\"";
  const std::size_t found = json.find(start);
  if (found == std::string_view::npos) return "";
  const std::string_view rest = json.substr(found + start.size());
  return std::string(rest.substr(0, rest.find('"')));
}

}  // namespace ordo::support
