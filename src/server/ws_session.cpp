// Reading messages from a WebSocket and writing frames to it.
#include "server/ws_session.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/websocket/error.hpp>
#include <boost/beast/websocket/option.hpp>

#include "online/message.h"

namespace ordo::server {
namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
namespace {

constexpr std::chrono::seconds kHandshakeTime{10};
constexpr std::chrono::seconds kClosingTime{5};

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

WsSession::WsSession(Socket socket, Identity identity, ConnectionCounter::Place place, WsServices& services)
    : stream_(std::move(socket)),
      services_(services),
      identity_(std::move(identity)),
      place_(std::move(place)),
      timer_(stream_.get_executor()),
      bucket_(services.limits.messages, std::chrono::steady_clock::now()),
      heard_at_(std::chrono::steady_clock::now()),
      pinged_at_(heard_at_) {
  services_.metrics.connection_opened();
}

WsSession::~WsSession() {
  services_.registry.remove(this);
  services_.metrics.connection_closed();
}

void WsSession::start(const Upgrade& request) {
  websocket::stream_base::timeout timeout{};
  timeout.handshake_timeout = kHandshakeTime;
  timeout.idle_timeout = websocket::stream_base::none();
  timeout.keep_alive_pings = false;
  stream_.set_option(timeout);
  stream_.read_message_max(online::kMaxMessage);
  stream_.auto_fragment(false);  // so that there is no buffer for writing
  stream_.text(true);
  stream_.control_callback([this](websocket::frame_type kind, boost::beast::string_view payload) {
    if (kind == websocket::frame_type::pong) heard_pong({payload.data(), payload.size()});
  });
  stream_.async_accept(request, [self = shared_from_this()](Error error) { self->accepted(error); });
}

void WsSession::accepted(Error error) {
  if (error) return;
  services_.registry.add(shared_from_this());
  services_.hub.enter(shared_from_this());
  is_entered_ = true;
  ping();
  read();
}

void WsSession::read() {
  stream_.async_read_some(asio::buffer(piece_), [self = shared_from_this()](Error error, std::size_t size) {
    self->was_read(error, size);
  });
}

void WsSession::was_read(Error error, std::size_t size) {
  if (error) return ended();
  heard_at_ = std::chrono::steady_clock::now();
  if (!stream_.is_message_done()) {
    long_.append(piece_.data(), size);
  } else if (long_.empty()) {
    take_message({piece_.data(), size});
  } else {
    long_.append(piece_.data(), size);
    const std::string whole = std::exchange(long_, {});
    take_message(whole);
  }
  read();
}

void WsSession::take_message(std::string_view text) {
  if (is_closing_) return;
  services_.metrics.message_received();
  if (!bucket_.take(services_.limits.messages, heard_at_)) {
    services_.metrics.limited("messages");
    return complain("too-fast", "too many messages; this one was not read");
  }
  if (!stream_.got_text()) return complain("bad-message", "messages are text, not binary");
  auto message = online::parse_message(text);
  if (!message) return complain("bad-message", message.error().message, message.error().re);
  services_.hub.receive(shared_from_this(), *std::move(message), services_.clock());
}

void WsSession::complain(std::string_view code, std::string_view message, std::optional<std::int64_t> re) {
  services_.metrics.message_refused();
  if (++bad_messages_ > services_.limits.bad_messages) {
    return start_closing(websocket::close_code::policy_error, "too many bad messages");
  }
  send(frame_of(online::error_message(code, message, nullptr, re)));
}

void WsSession::send(Frame frame) {
  bool is_too_slow = false;
  {
    const std::lock_guard lock(mutex_);
    if (is_over_) return;
    const std::size_t waiting = queue_.size() - next_;
    is_too_slow = waiting >= services_.limits.queue_frames ||
                  queued_bytes_ + frame->size() > services_.limits.queue_bytes;
    if (is_too_slow) {
      is_over_ = true;
    } else {
      queued_bytes_ += frame->size();
      queue_.push_back(std::move(frame));
      if (std::exchange(is_writing_, true)) return;
    }
  }
  if (is_too_slow) {
    services_.metrics.client_dropped();
    asio::post(stream_.get_executor(), [self = shared_from_this()] { self->drop(); });
    return;
  }
  // Never from within the call: who sends may hold locks of his own.
  asio::post(stream_.get_executor(), [self = shared_from_this()] { self->write_next(); });
}

void WsSession::write_next() {
  Frame frame;
  {
    const std::lock_guard lock(mutex_);
    if (next_ < queue_.size()) {
      frame = std::move(queue_[next_++]);
    } else {
      is_writing_ = false;
      next_ = 0;
      queue_.clear();
      constexpr std::size_t kKept = 4;
      if (queue_.capacity() > kKept) queue_.shrink_to_fit();
    }
  }
  if (!frame) {
    if (is_closing_) say_goodbye();
    return;
  }
  const auto bytes = asio::buffer(*frame);
  stream_.async_write(bytes,
                      [self = shared_from_this(), frame = std::move(frame)](Error error, std::size_t size) {
                        {
                          const std::lock_guard lock(self->mutex_);
                          self->queued_bytes_ -= std::min(self->queued_bytes_, size);
                        }
                        self->written(error);
                      });
}

void WsSession::written(Error error) {
  if (error) return drop();
  write_next();
}

void WsSession::ping() {
  std::array<char, 16> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), ++pings_).ptr;
  pinged_at_ = std::chrono::steady_clock::now();
  stream_.async_ping(websocket::ping_data(text.data(), end), [self = shared_from_this()](Error /*error*/) {});
  timer_.expires_after(services_.limits.ping_every);
  timer_.async_wait([self = shared_from_this()](Error error) {
    if (!error) self->tick();
  });
}

void WsSession::tick() {
  if (std::chrono::steady_clock::now() - heard_at_ > services_.limits.silent_for) return drop();
  ping();
}

void WsSession::heard_pong(std::string_view payload) {
  heard_at_ = std::chrono::steady_clock::now();
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(payload.data(), payload.data() + payload.size(), number);
  if (error != std::errc() || end != payload.data() + payload.size() || number != pings_) return;
  const auto way = std::chrono::duration_cast<std::chrono::milliseconds>(heard_at_ - pinged_at_).count() / 2;
  const int known = lag_.load();
  const int fresh = static_cast<int>(std::min<std::int64_t>(way, 10'000));
  lag_.store(pings_ == 1 ? fresh : (3 * known + fresh) / 4);
}

void WsSession::close(websocket::close_code code, std::string_view reason) {
  asio::post(stream_.get_executor(),
             [self = shared_from_this(), code, reason] { self->start_closing(code, reason); });
}

void WsSession::start_closing(websocket::close_code code, std::string_view reason) {
  if (std::exchange(is_closing_, true)) return;
  close_code_ = code;
  close_reason_ = reason;
  // Whoever does not answer is not waited for.
  timer_.expires_after(kClosingTime);
  timer_.async_wait([self = shared_from_this()](Error error) {
    if (!error) self->drop();
  });
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    if (is_writing_) return;
  }
  say_goodbye();
}

void WsSession::say_goodbye() {
  stream_.async_close({close_code_, boost::beast::string_view(close_reason_.data(), close_reason_.size())},
                      [self = shared_from_this()](Error error) {
                        if (error) self->drop();
                      });
}

void WsSession::drop() {
  Error ignored;
  boost::beast::get_lowest_layer(stream_).close(ignored);  // ends the reading, which ends all
}

void WsSession::ended() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  timer_.cancel();
  drop();
  if (std::exchange(is_entered_, false)) services_.hub.leave(shared_from_this());
  services_.registry.remove(this);
}

}  // namespace ordo::server
