// Reading requests and writing answers, with limits on size and time.
#include "server/net/http_session.h"

#include <array>

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <fmt/format.h>

namespace ordo::server {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace {

using Stream = beast::basic_stream<asio::ip::tcp, Strand>;
using Parser = http::request_parser<http::string_body>;
using HttpRequest = http::request<http::string_body>;

constexpr std::size_t kFirstBytes = 1024;

/// The page may load, run and reach what is of this server, and nothing else. WebAssembly with threads needs
/// the isolation.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kSecurityHeaders = {{
    {"Content-Security-Policy",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
     "frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Server", "ordo"},
}};

[[nodiscard]] Method method_of(http::verb verb) noexcept {
  switch (verb) {
    case http::verb::get:
      return Method::Get;
    case http::verb::head:
      return Method::Head;
    case http::verb::post:
      return Method::Post;
    case http::verb::put:
      return Method::Put;
    case http::verb::delete_:
      return Method::Delete;
    case http::verb::options:
      return Method::Options;
    default:
      return Method::Other;
  }
}

[[nodiscard]] std::string field(const HttpRequest& request, http::field name) {
  return std::string(request[name]);
}

/// All lines of this name as one; each proxy may have added one.
[[nodiscard]] std::string joined(const HttpRequest& request, std::string_view name,
                                 std::string_view separator) {
  std::string all;
  const auto lines = request.equal_range(name);
  for (auto line = lines.first; line != lines.second; ++line) {
    if (line != lines.first) all += separator;
    all += std::string_view(line->value().data(), line->value().size());
  }
  return all;
}

/// Everything but the body, which is yet to come.
[[nodiscard]] Incoming incoming_of(const HttpRequest& request, const std::string& peer) {
  Incoming incoming;
  incoming.method = method_of(request.method());
  incoming.target = std::string(request.target());
  incoming.peer = peer;
  incoming.host = field(request, http::field::host);
  if (request.find(http::field::origin) != request.end())
    incoming.origin = field(request, http::field::origin);
  incoming.cookie = joined(request, "Cookie", "; ");
  incoming.authorization = field(request, http::field::authorization);
  incoming.content_type = field(request, http::field::content_type);
  incoming.user_agent = field(request, http::field::user_agent);
  incoming.forwarded_for = joined(request, "X-Forwarded-For", ",");
  incoming.forwarded_proto = joined(request, "X-Forwarded-Proto", ",");
  incoming.accept_encoding = field(request, http::field::accept_encoding);
  incoming.if_none_match = field(request, http::field::if_none_match);
  incoming.range = field(request, http::field::range);
  incoming.if_range = field(request, http::field::if_range);
  return incoming;
}

/// What somebody else, a proxy before all, could understand otherwise than we do; words for people.
[[nodiscard]] std::optional<std::string_view> ambiguity(const HttpRequest& request) {
  const std::size_t hosts = request.count(http::field::host);
  if (hosts > 1 || (hosts == 0 && request.version() >= 11)) return "a request has one header Host";
  const auto host = request[http::field::host];
  if (!is_host({host.data(), host.size()})) return "the header Host is none";
  for (const http::field name :
       {http::field::origin, http::field::authorization, http::field::content_type}) {
    if (request.count(name) > 1) return "there are two headers where only one has a meaning";
  }
  if (request.count(http::field::transfer_encoding) == 0) return std::nullopt;
  // Beast takes other codings for "no body": what follows would be read as the next request.
  const std::string coding = joined(request, "Transfer-Encoding", ",");
  if (request.version() < 11 || !beast::iequals(coding, "chunked")) {
    return "the only transfer coding understood is chunked";
  }
  return std::nullopt;
}

/// As in "Sun, 06 Nov 1994 08:49:37 GMT".
[[nodiscard]] std::string http_date(online::Instant now) {
  constexpr std::array kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto day = std::chrono::floor<std::chrono::days>(now);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(now - day));
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                     kDays[std::chrono::weekday(day).c_encoding()], static_cast<unsigned>(date.day()),
                     kMonths[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

[[nodiscard]] std::string_view path_of(const HttpRequest& request) {
  const std::string_view target(request.target().data(), request.target().size());
  return target.substr(0, target.find('?'));
}

/// The answer to what is no request; nothing: there is nobody to answer, also because of slowness, after
/// which the connection is closed already.
[[nodiscard]] std::optional<Response> answer_to(beast::error_code error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return error_response(431, "header-too-large", "the header of the request is too large");
  }
  if (error == http::error::body_limit) return error_response(413, "body-too-large", "the body is too large");
  if (error == http::error::end_of_stream || error == http::error::partial_message ||
      error.category() != make_error_code(http::error::end_of_stream).category()) {
    return std::nullopt;
  }
  return error_response(400, "bad-request", "this is not a request in HTTP");
}

template <class Body>
void fill_header(http::response<Body>& message, const Response& response, online::Instant now,
                 bool keep_alive) {
  message.version(11);
  message.result(static_cast<unsigned>(response.status));
  message.set(http::field::date, http_date(now));
  for (const auto& [name, value] : kSecurityHeaders) message.set(name, value);
  if (!response.content().empty()) message.set(http::field::content_type, response.type);
  message.set(http::field::cache_control, "no-store");
  for (const auto& [name, value] : response.headers) {
    if (name == "Set-Cookie") {
      message.insert(name, value);
    } else {
      message.set(name, value);
    }
  }
  message.keep_alive(keep_alive);
  if (response.status != 304) message.content_length(response.content().size());
}

class HttpSession {
 public:
  HttpSession(Socket socket, std::string peer, ConnectionCounter::Place place, HttpServices& services)
      : stream_(std::move(socket)),
        peer_(std::move(peer)),
        place_(std::move(place)),
        services_(services),
        buffer_(services.config.limits.header_bytes + 4096) {}

  Awaitable<void> run() {
    // Not `while (co_await …)`: g++ 12 makes nonsense of it.
    for (bool is_open = true; is_open;) is_open = co_await next();
  }

 private:
  /// One request; false: the connection is over.
  Awaitable<bool> next() {
    const Limits& limits = services_.config.limits;
    Parser parser;
    parser.header_limit(static_cast<std::uint32_t>(limits.header_bytes));
    parser.body_limit(limits.body_bytes);
    beast::error_code error = co_await read_head(parser);
    std::optional<Response> refused = error ? answer_to(error) : std::nullopt;
    if (!error) {
      if (const auto why = ambiguity(parser.get())) refused = error_response(400, "bad-request", *why);
    }
    if (error || refused) co_return co_await refuse(refused);
    // Before the body, so that what comes behind it, its trailers, is no header.
    Incoming incoming = incoming_of(parser.get(), peer_);
    const Manner manner{parser.get().method(), parser.keep_alive()};
    const bool is_for_socket = path_of(parser.get()) == "/ws" && manner.method == http::verb::get;
    if (is_for_socket && parser.is_done()) {
      const auto begun = std::chrono::steady_clock::now();
      HttpRequest request = parser.release();
      refused = co_await upgrade(request, std::move(incoming));
      if (!refused) co_return false;
      co_return co_await conclude(*refused, manner, begun);
    }
    error = co_await read_body(parser);
    if (error) co_return co_await refuse(answer_to(error));
    const auto begun = std::chrono::steady_clock::now();
    incoming.body = std::move(parser.get().body());
    const Response response = co_await services_.gate.answer(std::move(incoming));
    co_return co_await conclude(response, manner, begun);
  }

  /// What of a request its answer depends on.
  struct Manner {
    http::verb method;
    bool keep_alive;
  };

  /// Ends the connection, with an answer if there is one.
  Awaitable<bool> refuse(std::optional<Response> answer) {
    if (answer) {
      services_.metrics.limited(answer->status == 413 || answer->status == 431 ? "size" : "request");
      co_await write(*answer, false, false);
    }
    co_await finish();
    co_return false;
  }

  Awaitable<bool> conclude(const Response& response, Manner manner,
                           std::chrono::steady_clock::time_point begun) {
    const bool keep_alive = manner.keep_alive && !services_.is_draining;
    const auto took =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begun);
    services_.metrics.request_done(response.status, took);
    services_.log.write(LogLevel::Debug, "request",
                        {{"method", std::string_view(name(method_of(manner.method)))},
                         {"status", std::int64_t{response.status}},
                         {"microseconds", std::int64_t{took.count()}}});
    const bool is_written = co_await write(response, manner.method == http::verb::head, keep_alive);
    if (is_written && keep_alive) co_return true;
    co_await finish();
    co_return false;
  }

  Awaitable<beast::error_code> read_head(Parser& parser) {
    const Limits& limits = services_.config.limits;
    if (buffer_.size() == 0) {
      stream_.expires_after(limits.idle_time);
      // Not with the parser, which would wait for the whole head: only the first bytes may be long in coming.
      const auto [error, size] = co_await stream_.async_read_some(buffer_.prepare(kFirstBytes), kAwait);
      buffer_.commit(size);
      if (error) co_return error == asio::error::eof ? beast::error_code(http::error::end_of_stream) : error;
    }
    stream_.expires_after(limits.request_time);
    const auto [error, size] = co_await http::async_read_header(stream_, buffer_, parser, kAwait);
    co_return error;
  }

  Awaitable<beast::error_code> read_body(Parser& parser) {
    if (parser.is_done()) co_return beast::error_code();
    const auto [error, size] = co_await http::async_read(stream_, buffer_, parser, kAwait);
    co_return error;
  }

  Awaitable<bool> write(const Response& response, bool is_head, bool keep_alive) {
    constexpr std::size_t kSlowest = 10'000;  // bytes a second
    stream_.expires_after(services_.config.limits.request_time +
                          std::chrono::seconds(response.content().size() / kSlowest));
    beast::error_code error;
    if (is_head || response.status == 304) {
      http::response<http::empty_body> message;
      fill_header(message, response, services_.clock(), keep_alive);
      auto [failed, size] = co_await http::async_write(stream_, message, kAwait);
      error = failed;
    } else {
      http::response<http::span_body<const char>> message;
      message.body() = beast::span<const char>(response.content().data(), response.content().size());
      fill_header(message, response, services_.clock(), keep_alive);
      auto [failed, size] = co_await http::async_write(stream_, message, kAwait);
      error = failed;
    }
    co_return !error;
  }

  /// Nothing: the socket has been given to a WebSocket.
  Awaitable<std::optional<Response>> upgrade(HttpRequest& request, Incoming incoming) {
    if (!beast::websocket::is_upgrade(request)) {
      Response refused = error_response(426, "websocket-only", "this path speaks WebSocket");
      refused.headers.emplace_back("Upgrade", "websocket");
      co_return refused;
    }
    if (services_.is_draining) co_return busy_response();
    auto admitted = co_await services_.gate.admit(std::move(incoming));
    if (auto* refused = std::get_if<Response>(&admitted)) co_return std::move(*refused);
    auto& admission = std::get<Admission>(admitted);
    const bool is_proxied = services_.gate.is_proxy(peer_);
    if (is_proxied) {
      auto place = services_.connections.enter(admission.limit_key);
      if (!place) {
        services_.metrics.limited("connections");
        co_return later_response(std::chrono::seconds(5), "too-many-connections",
                                 "too many connections from your address");
      }
      place_ = *std::move(place);
    }
    stream_.expires_never();
    const auto session = std::make_shared<WsSession>(stream_.release_socket(), std::move(admission.identity),
                                                     std::move(place_), is_proxied, services_.websockets);
    session->start(request, std::move(admission.renewed_cookie));
    co_return std::nullopt;
  }

  /// Lets the other side read the answer before the connection is torn down.
  Awaitable<void> finish() {
    constexpr std::size_t kMostDiscarded = std::size_t{256} << 10;
    beast::error_code ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    stream_.expires_after(std::chrono::seconds(2));
    std::array<char, 4096> discarded{};
    for (std::size_t total = 0; total < kMostDiscarded;) {
      const auto [error, size] = co_await stream_.async_read_some(asio::buffer(discarded), kAwait);
      if (error) break;
      total += size;
    }
  }

  Stream stream_;
  const std::string peer_;
  ConnectionCounter::Place place_;
  HttpServices& services_;
  beast::flat_buffer buffer_;
};

}  // namespace

Awaitable<void> serve_http(Socket socket, std::string peer, ConnectionCounter::Place place,
                           HttpServices& services) {
  HttpSession session(std::move(socket), std::move(peer), std::move(place), services);
  co_await session.run();
}

}  // namespace ordo::server
