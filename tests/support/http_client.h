// A small HTTP and WebSocket client over plain sockets, which can also misbehave.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ordo::support {

using Headers = std::vector<std::pair<std::string, std::string>>;

/// A connection to 127.0.0.1. Reading waits for a minute at most, then says that nothing came.
class Connection {
 public:
  /// `from`: an address of this machine, as all of 127.0.0.0/8 are; empty: whichever.
  explicit Connection(std::uint16_t port, const std::string& from = {});
  Connection(Connection&& other) noexcept;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  /// False: the other side has closed.
  bool write(std::string_view bytes);
  /// So many bytes; nothing: the connection ended before, or took too long.
  [[nodiscard]] std::optional<std::string> read_exactly(std::size_t size);
  [[nodiscard]] std::optional<std::string> read_until(std::string_view end);
  /// Whether the other side closes within this time.
  [[nodiscard]] bool is_closed_within(std::chrono::milliseconds time);

 private:
  [[nodiscard]] bool read_more();

  int socket_ = -1;
  std::string buffer_;
};

struct Reply {
  int status = 0;                                   ///< 0: there was no answer
  std::multimap<std::string, std::string> headers;  ///< names in small letters
  std::string body;

  [[nodiscard]] std::string header(const std::string& name) const;
  /// The value that Set-Cookie gives to this cookie, or nothing.
  [[nodiscard]] std::optional<std::string> cookie(std::string_view name) const;
  [[nodiscard]] std::optional<std::string> session() const { return cookie("ordo_session"); }
  /// Of {"error":{"code":"…"}}.
  [[nodiscard]] std::string error_code() const;
};

[[nodiscard]] std::string request_text(std::string_view method, std::string_view target,
                                       const Headers& headers, std::string_view body);
[[nodiscard]] Reply read_reply(Connection& connection, bool is_head = false);

/// Somebody with a browser: keeps the cookies and sends the right Origin.
class Browser {
 public:
  explicit Browser(std::uint16_t port, std::string from = {}) : port_(port), from_(std::move(from)) {}

  Reply get(std::string_view target, const Headers& more = {}) { return ask("GET", target, "", more); }
  Reply post(std::string_view target, std::string_view body = "", const Headers& more = {}) {
    return ask("POST", target, body, more);
  }
  Reply remove(std::string_view target, std::string_view body = "", const Headers& more = {}) {
    return ask("DELETE", target, body, more);
  }
  /// `more` replaces what would be sent otherwise; an empty value leaves the header out.
  Reply ask(std::string_view method, std::string_view target, std::string_view body, const Headers& more);

  [[nodiscard]] Headers headers(const Headers& more = {}) const;
  [[nodiscard]] const std::string& session() const noexcept { return session_; }
  void set_session(std::string secret) { session_ = std::move(secret); }
  [[nodiscard]] const std::string& device() const noexcept { return device_; }
  void set_device(std::string secret) { device_ = std::move(secret); }
  void move_to(std::string address) { from_ = std::move(address); }
  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

 private:
  std::uint16_t port_;
  std::string from_;
  std::string session_;
  std::string device_;
};

struct WsFrame {
  int opcode = 0;  ///< 1 text, 8 close, 9 ping, 10 pong
  std::string payload;

  /// Of a closing frame.
  [[nodiscard]] int close_code() const;
};

/// A WebSocket; answers no pings unless it is reading.
class WebSocket {
 public:
  /// Nothing but the reply if the server refuses.
  WebSocket(std::uint16_t port, const Headers& headers);
  explicit WebSocket(const Browser& browser) : WebSocket(browser.port(), browser.headers()) {}

  [[nodiscard]] const Reply& reply() const noexcept { return reply_; }
  [[nodiscard]] bool is_open() const noexcept { return reply_.status == 101; }

  bool send(std::string_view text) { return send_frame(1, text); }
  bool send_frame(int opcode, std::string_view payload, bool is_last = true);
  bool send_raw(std::string_view bytes) { return connection_.write(bytes); }
  /// The next frame that is not a ping, which is answered.
  [[nodiscard]] std::optional<WsFrame> receive();
  /// The next text in which `part` occurs; others are skipped.
  [[nodiscard]] std::string receive_with(std::string_view part);
  [[nodiscard]] Connection& connection() noexcept { return connection_; }

 private:
  Connection connection_;
  Reply reply_;
};

/// A frame as clients send it: masked.
[[nodiscard]] std::string client_frame(int opcode, std::string_view payload, bool is_last = true);

/// The text after "name": in a JSON text, of a string without escapes.
[[nodiscard]] std::string json_text(std::string_view json, std::string_view name);

}  // namespace ordo::support
