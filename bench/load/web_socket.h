// A client's WebSocket with next to no cost of its own: the load test shares its CPUs with what it measures.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ordo::load {

/// Speaks to this machine, without waiting: whoever owns it watches the descriptor and calls read() when
/// there is something. Throws std::runtime_error when the connection breaks.
class WebSocket {
 public:
  /// Begins to connect; `cookie` may be empty.
  WebSocket(std::uint16_t port, std::string_view cookie);
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;
  ~WebSocket();

  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  /// Whether the server has agreed to speak WebSocket; only then send().
  [[nodiscard]] bool is_open() const noexcept { return is_open_; }

  void send(std::string_view text);
  /// Takes what has come: calls back for each message, and answers pings.
  void read(const std::function<void(std::string_view)>& received);

 private:
  enum class Opcode : std::uint8_t { Continuation = 0, Text = 1, Close = 8, Ping = 9, Pong = 10 };

  void send_frame(Opcode opcode, std::string_view payload);
  void write(std::string_view bytes);
  /// How much of `bytes` was whole frames.
  [[nodiscard]] std::size_t take_frames(std::string_view bytes,
                                        const std::function<void(std::string_view)>& received);
  [[nodiscard]] std::size_t take_handshake(std::string_view bytes);

  int descriptor_;
  bool is_open_ = false;
  std::uint32_t mask_;
  std::string rest_;  ///< came, but is no whole frame yet
};

}  // namespace ordo::load
