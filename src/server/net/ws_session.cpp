// Reading messages from a WebSocket and writing frames to it.
#include "server/net/ws_session.h"

#include <algorithm>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "online/message.h"

namespace ordo::server {
namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
namespace {

constexpr std::chrono::seconds kHandshakeTime{10};
constexpr std::chrono::seconds kClosingTime{5};

/// The bytes that a frame becomes.
[[nodiscard]] std::size_t size_of(WsOpcode opcode, const Frame& payload) {
  return WsHead(opcode, payload->size()).bytes().size() + payload->size();
}

}  // namespace

void WsRegistry::add(const std::shared_ptr<WsSession>& session) {
  const std::lock_guard lock(mutex_);
  sessions_.emplace(session.get(), session);
}

void WsRegistry::remove(const WsSession* session) {
  const std::lock_guard lock(mutex_);
  sessions_.erase(session);
}

std::vector<std::shared_ptr<WsSession>> WsRegistry::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<WsSession>> sessions;
  sessions.reserve(sessions_.size());
  for (const auto& [key, session] : sessions_) {
    if (auto alive = session.lock()) sessions.push_back(std::move(alive));
  }
  return sessions;
}

void WsRegistry::hang_up(const online::UserId& user, const std::string& credential) {
  for (const auto& session : all()) {
    const Identity& who = session->identity();
    if (who.user != user || (credential != kAllCredentials && who.credential != credential)) continue;
    session->close(websocket::close_code::policy_error, "signed out");
  }
}

void WsRegistry::close_all() {
  for (const auto& session : all()) session->close(websocket::close_code::service_restart, "reconnect");
}

std::size_t WsRegistry::count() const {
  const std::lock_guard lock(mutex_);
  return sessions_.size();
}

WsSession::WsSession(Socket socket, Identity identity, ConnectionCounter::Place place, bool is_proxied,
                     WsServices& services)
    : services_(services),
      identity_(std::move(identity)),
      place_(std::move(place)),
      is_proxied_(is_proxied),
      timer_(socket.get_executor()),
      bucket_(services.limits.messages, services.time.ticks()),
      heard_at_(services.time.ticks()),
      reader_(online::kMaxMessage),
      socket_(std::move(socket)) {
  services_.metrics.connection_opened();
}

WsSession::~WsSession() {
  services_.registry.remove(this);
  services_.metrics.connection_closed();
}

/// Beast shakes hands; its stream would then keep two kilobytes for each connection, so the frames are ours.
void WsSession::start(const Upgrade& request, std::string cookie) {
  websocket::stream_base::timeout timeout{};
  timeout.handshake_timeout = kHandshakeTime;
  timeout.idle_timeout = websocket::stream_base::none();
  timeout.keep_alive_pings = false;
  // Before anybody can know that it is open, so that whoever revokes its credential finds it.
  services_.registry.add(shared_from_this());
  const auto handshake = std::make_shared<websocket::stream<Socket&>>(socket_);
  handshake->set_option(timeout);
  if (!cookie.empty()) {
    handshake->set_option(
        websocket::stream_base::decorator([cookie = std::move(cookie)](websocket::response_type& answer) {
          answer.set(boost::beast::http::field::set_cookie, cookie);
        }));
  }
  handshake->async_accept(request,
                          [self = shared_from_this(), handshake](Error error) { self->accepted(error); });
}

void WsSession::accepted(Error error) {
  if (!error) socket_.non_blocking(true, error);
  if (error) return;
  services_.hub.enter(shared_from_this());
  is_entered_ = true;
  ping();
  if (early_close_) start_closing(early_close_->first, early_close_->second);
  read();
}

void WsSession::read() {
  socket_.async_read_some(asio::buffer(piece_), [self = shared_from_this()](Error error, std::size_t size) {
    self->was_read(error, size);
  });
}

void WsSession::was_read(Error error, std::size_t size) {
  if (error) return ended();
  heard_at_ = services_.time.ticks();
  std::span<char> bytes(piece_.data(), size);
  while (!is_deaf_) {
    const auto next = reader_.next(bytes);
    if (!next) {
      is_deaf_ = true;
      start_closing(next.error(), "this is no frame we read");
    } else if (*next) {
      take(**next);
    } else {
      break;
    }
  }
  read();
}

void WsSession::take(const WsMessage& message) {
  switch (message.kind) {
    case WsOpcode::Ping:
      return enqueue({WsOpcode::Pong, frame_of(std::string(message.payload))});
    case WsOpcode::Pong:
      return lag_.heard(message.payload, heard_at_, round_trip());
    case WsOpcode::Close:
      return heard_close(message.payload);
    default:
      break;
  }
  if (is_closing_) return;
  services_.metrics.message_received();
  if (!bucket_.take(services_.limits.messages, heard_at_)) {
    services_.metrics.limited("messages");
    return complain("too-fast", "too many messages; this one was not read");
  }
  if (message.kind != WsOpcode::Text) return complain("bad-message", "messages are text, not binary");
  take_text(message.payload);
}

void WsSession::take_text(std::string_view text) {
  auto message = online::parse_message(text);
  if (!message) return complain("bad-message", message.error().message, message.error().re);
  services_.hub.receive(shared_from_this(), *std::move(message), services_.time.now());
}

void WsSession::complain(std::string_view code, std::string_view message, std::optional<std::int64_t> re) {
  services_.metrics.message_refused();
  if (++bad_messages_ > services_.limits.bad_messages) {
    return start_closing(websocket::close_code::policy_error, "too many bad messages");
  }
  send(frame_of(online::error_message(code, message, nullptr, re)));
}

void WsSession::send(Frame frame) { enqueue({WsOpcode::Text, std::move(frame)}); }

void WsSession::enqueue(Outgoing frame) {
  Fate fate = Fate::Done;
  {
    const std::lock_guard lock(mutex_);
    if (is_over_) return;
    fate = put(std::move(frame));
    if (fate == Fate::TooSlow || fate == Fate::Broken) is_over_ = true;
  }
  see_to(fate);
}

/// Under mutex_. Nearly always the socket takes the whole frame at once, and then nothing is kept.
WsSession::Fate WsSession::put(Outgoing frame) {
  const std::size_t size = size_of(frame.opcode, frame.payload);
  if (queue_.empty()) {
    const auto written = write(frame, 0);
    if (!written) return Fate::Broken;
    if (*written == size) return Fate::Done;
    sent_ = *written;
    queued_bytes_ = size;
    queue_.push_back(std::move(frame));
    return Fate::Blocked;
  }
  if (queue_.size() >= services_.limits.queue_frames || queued_bytes_ + size > services_.limits.queue_bytes) {
    return Fate::TooSlow;
  }
  queued_bytes_ += size;
  queue_.push_back(std::move(frame));
  return Fate::Done;
}

/// Under mutex_.
WsSession::Fate WsSession::write_queue() {
  Fate fate = Fate::Done;
  auto next = queue_.begin();
  for (; next != queue_.end(); ++next) {
    const std::size_t size = size_of(next->opcode, next->payload);
    const auto written = write(*next, sent_);
    if (!written) return Fate::Broken;
    sent_ += *written;
    if (sent_ < size) {
      fate = Fate::Blocked;
      break;
    }
    sent_ = 0;
    queued_bytes_ -= size;
  }
  queue_.erase(queue_.begin(), next);
  if (queue_.empty()) queue_.shrink_to_fit();
  return fate;
}

/// Under mutex_: how many bytes of the frame the socket took after those it has already; nothing: it is
/// broken.
std::optional<std::size_t> WsSession::write(const Outgoing& frame, std::size_t already) {
  const WsHead head(frame.opcode, frame.payload->size());
  std::array<asio::const_buffer, 2> parts = {asio::buffer(head.bytes()), asio::buffer(*frame.payload)};
  for (asio::const_buffer& part : parts) {
    const std::size_t skipped = std::min(already, part.size());
    part += skipped;
    already -= skipped;
  }
  Error error;
  const std::size_t size = socket_.write_some(parts, error);
  if (error == asio::error::would_block || error == asio::error::try_again) return 0;
  return error ? std::nullopt : std::optional(size);
}

/// Never at once: who sends may hold locks of his own.
void WsSession::see_to(Fate fate) {
  if (fate == Fate::Done) return;
  if (fate == Fate::TooSlow) services_.metrics.client_dropped();
  asio::post(timer_.get_executor(), [self = shared_from_this(), fate] {
    if (fate == Fate::Blocked) {
      self->wait_until_writable();
    } else {
      self->drop();
    }
  });
}

void WsSession::wait_until_writable() {
  socket_.async_wait(Socket::wait_write, [self = shared_from_this()](Error error) {
    Fate fate = Fate::Broken;
    bool is_finished = false;
    if (!error) {
      const std::lock_guard lock(self->mutex_);
      fate = self->write_queue();
      is_finished = fate == Fate::Done && self->is_peer_done_;
    }
    if (fate == Fate::Blocked) return self->wait_until_writable();
    if (fate == Fate::Broken || is_finished) self->drop();
  });
}

void WsSession::ping() {
  enqueue({WsOpcode::Ping, frame_of(lag_.ping(services_.time.ticks()))});
  timer_.expires_after(services_.limits.ping_every);
  timer_.async_wait([self = shared_from_this()](Error error) {
    if (!error) self->tick();
  });
}

void WsSession::tick() {
  if (services_.time.ticks() - heard_at_ > services_.limits.silent_for) return drop();
  ping();
}

std::optional<std::chrono::microseconds> WsSession::round_trip() {
  if (is_proxied_) return std::nullopt;  // that would be the way to the proxy
  tcp_info info{};
  socklen_t size = sizeof info;
  const std::lock_guard lock(mutex_);
  if (getsockopt(socket_.native_handle(), IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return std::nullopt;
  return std::chrono::microseconds(info.tcpi_rtt);
}

void WsSession::close(websocket::close_code code, std::string_view reason) {
  asio::post(timer_.get_executor(), [self = shared_from_this(), code, reason] {
    if (self->is_entered_) {
      self->start_closing(code, reason);
    } else {
      self->early_close_ = {code, reason};
    }
  });
}

void WsSession::start_closing(websocket::close_code code, std::string_view reason) {
  std::string payload = {static_cast<char>(code >> 8U), static_cast<char>(code & 0xFFU)};
  payload += reason;
  start_closing(frame_of(std::move(payload)));
}

void WsSession::start_closing(Frame payload) {
  if (std::exchange(is_closing_, true)) return;
  // Whoever does not answer is not waited for.
  timer_.expires_after(kClosingTime);
  timer_.async_wait([self = shared_from_this()](Error error) {
    if (!error) self->drop();
  });
  Fate fate = Fate::Done;
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_over_, true)) return;
    fate = put({WsOpcode::Close, std::move(payload)});
  }
  see_to(fate);
}

/// The answer to a goodbye is the same goodbye; the answer to ours ends the connection.
void WsSession::heard_close(std::string_view payload) {
  is_deaf_ = true;
  start_closing(frame_of(std::string(payload)));
  bool is_written = false;
  {
    const std::lock_guard lock(mutex_);
    is_peer_done_ = true;
    is_written = queue_.empty();
  }
  if (is_written) drop();
}

void WsSession::drop() {
  const std::lock_guard lock(mutex_);
  is_over_ = true;
  Error ignored;
  socket_.close(ignored);  // ends the reading, which ends all
}

void WsSession::ended() {
  timer_.cancel();
  drop();
  if (std::exchange(is_entered_, false)) services_.hub.leave(shared_from_this());
  services_.registry.remove(this);
}

}  // namespace ordo::server
