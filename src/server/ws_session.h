// One WebSocket: messages in, frames out, and as little memory as can be, since there are many.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "server/client.h"
#include "server/config.h"
#include "server/gate.h"
#include "server/hub.h"
#include "server/limits.h"
#include "server/net.h"

namespace ordo::server {

class WsSession;

/// All WebSockets that are open, for those who must end them. Thread-safe.
class WsRegistry {
 public:
  void add(const std::shared_ptr<WsSession>& session);
  void remove(const WsSession* session);
  /// Ends those of this user that were opened with this credential, or all of them (kAllCredentials).
  void hang_up(const online::UserId& user, const std::string& credential);
  /// Tells all to come back: the server is about to stop.
  void close_all();
  [[nodiscard]] std::size_t count() const;

 private:
  [[nodiscard]] std::vector<std::shared_ptr<WsSession>> all() const;

  mutable std::mutex mutex_;
  std::unordered_map<const WsSession*, std::weak_ptr<WsSession>> sessions_;  // guarded by mutex_
};

/// What all sessions share; outlives them.
struct WsServices {
  const Limits& limits;
  Hub& hub;
  Metrics& metrics;
  WsRegistry& registry;
  std::function<online::Instant()> clock;
};

class WsSession final : public Client, public std::enable_shared_from_this<WsSession> {
 public:
  using Upgrade = boost::beast::http::request<boost::beast::http::string_body>;

  WsSession(Socket socket, Identity identity, ConnectionCounter::Place place, WsServices& services);
  WsSession(const WsSession&) = delete;
  WsSession& operator=(const WsSession&) = delete;
  ~WsSession() override;

  /// Answers the request to change from HTTP and goes on from there. On the strand of the socket.
  void start(const Upgrade& request);

  [[nodiscard]] const Identity& identity() const noexcept override { return identity_; }
  void send(Frame frame) override;
  [[nodiscard]] online::Duration lag() const noexcept override { return online::Duration(lag_.load()); }

  /// After what is queued has been written. Thread-safe; the reason is a literal.
  void close(boost::beast::websocket::close_code code, std::string_view reason);

 private:
  using Error = boost::beast::error_code;

  void accepted(Error error);
  void read();
  void was_read(Error error, std::size_t size);
  void take_message(std::string_view text);
  void complain(std::string_view code, std::string_view message, std::optional<std::int64_t> re = {});
  void write_next();
  void written(Error error);
  void ping();
  void tick();
  void heard_pong(std::string_view payload);
  void start_closing(boost::beast::websocket::close_code code, std::string_view reason);
  void say_goodbye();
  /// Without a word.
  void drop();
  /// The reading has ended, and everything with it.
  void ended();

  boost::beast::websocket::stream<Socket> stream_;
  WsServices& services_;
  const Identity identity_;
  ConnectionCounter::Place place_;
  boost::asio::steady_timer timer_;
  TokenBucket bucket_;
  Ticks heard_at_;
  Ticks pinged_at_;
  std::uint32_t pings_ = 0;
  int bad_messages_ = 0;
  bool is_entered_ = false;
  bool is_closing_ = false;
  boost::beast::websocket::close_code close_code_{};
  std::string_view close_reason_;
  std::atomic<int> lag_{0};        ///< milliseconds
  std::array<char, 256> piece_{};  ///< what was read last
  std::string long_;               ///< the pieces before, of a message that is longer

  std::mutex mutex_;
  std::vector<Frame> queue_;      // from next_ on; guarded by mutex_
  std::size_t next_ = 0;          // guarded by mutex_
  std::size_t queued_bytes_ = 0;  // guarded by mutex_
  bool is_writing_ = false;       // guarded by mutex_
  bool is_over_ = false;          // guarded by mutex_
};

}  // namespace ordo::server
