// One WebSocket: messages in, frames out, and as little memory as can be, since there are many.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/beast/core/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "server/base/config.h"
#include "server/base/limits.h"
#include "server/base/timekeeper.h"
#include "server/games/client.h"
#include "server/games/hub.h"
#include "server/net/gate.h"
#include "server/net/lag_meter.h"
#include "server/net/socket.h"
#include "server/net/ws_frame.h"

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
  const Timekeeper& time;
};

class WsSession final : public Client, public std::enable_shared_from_this<WsSession> {
 public:
  using Upgrade = boost::beast::http::request<boost::beast::http::string_body>;

  /// `is_proxied`: what is at the other end of the socket is not the client.
  WsSession(Socket socket, Identity identity, ConnectionCounter::Place place, bool is_proxied,
            WsServices& services);
  WsSession(const WsSession&) = delete;
  WsSession& operator=(const WsSession&) = delete;
  ~WsSession() override;

  /// Answers the request to change from HTTP and goes on from there. On the strand of the socket.
  /// `cookie`: to be set with the handshake; empty: none.
  void start(const Upgrade& request, std::string cookie);

  [[nodiscard]] const Identity& identity() const noexcept override { return identity_; }
  void send(Frame frame) override;
  [[nodiscard]] online::Duration lag() const noexcept override { return lag_.lag(); }

  /// After what is queued has been written. Thread-safe; the reason is a literal.
  void close(boost::beast::websocket::close_code code, std::string_view reason);

 private:
  using Error = boost::beast::error_code;
  struct Outgoing {
    WsOpcode opcode;
    Frame payload;
  };
  /// What became of a frame.
  enum class Fate : std::uint8_t {
    Done,     ///< written, or waiting behind others
    Blocked,  ///< the socket takes no more now: somebody must wait until it does
    TooSlow,  ///< the other side has not read for too long
    Broken,
  };

  void accepted(Error error);
  void read();
  void was_read(Error error, std::size_t size);
  void take(const WsMessage& message);
  void take_text(std::string_view text);
  void complain(std::string_view code, std::string_view message, std::optional<std::int64_t> re = {});
  void enqueue(Outgoing frame);
  [[nodiscard]] Fate put(Outgoing frame);
  [[nodiscard]] Fate write_queue();
  [[nodiscard]] std::optional<std::size_t> write(const Outgoing& frame, std::size_t already);
  void see_to(Fate fate);
  void wait_until_writable();
  void ping();
  void tick();
  /// As TCP has measured it.
  [[nodiscard]] std::optional<std::chrono::microseconds> round_trip();
  void heard_close(std::string_view payload);
  void start_closing(boost::beast::websocket::close_code code, std::string_view reason);
  void start_closing(Frame payload);
  /// Without a word.
  void drop();
  /// The reading has ended, and everything with it.
  void ended();

  WsServices& services_;
  const Identity identity_;
  ConnectionCounter::Place place_;
  const bool is_proxied_;

  // On the strand of the socket only.
  Timer timer_;
  TokenBucket bucket_;
  Ticks heard_at_;
  LagMeter lag_;
  int bad_messages_ = 0;
  bool is_entered_ = false;
  /// Asked for while hands are still being shaken.
  std::optional<std::pair<boost::beast::websocket::close_code, std::string_view>> early_close_;
  bool is_closing_ = false;
  bool is_deaf_ = false;  ///< what comes makes no sense any more
  WsReader reader_;
  std::array<char, 256> piece_{};  ///< what was read last

  std::mutex mutex_;             // of all below; the socket is written to and closed under it
  Socket socket_;                // read on its strand
  std::vector<Outgoing> queue_;  // what it has not taken yet
  std::size_t sent_ = 0;         // of the first one, its head included
  std::size_t queued_bytes_ = 0;
  bool is_over_ = false;       // nothing more is to be written
  bool is_peer_done_ = false;  // it has said goodbye: as soon as ours is written, all is over
};

}  // namespace ordo::server
