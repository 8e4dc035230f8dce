// Checking requests and handing them on.
#include "server/net/gate.h"

#include <algorithm>
#include <functional>

#include "server/api/answer.h"
#include "server/api/session_cookie.h"
#include "server/base/secret.h"

namespace ordo::server {
namespace {

constexpr std::size_t kMaxUserAgent = 200;
/// For a year. Names below this one are not ours to speak for.
constexpr const char* kOnlyTls = "max-age=31536000";

[[nodiscard]] bool changes_something(Method method) noexcept {
  return method != Method::Get && method != Method::Head;
}

/// Not a file of the web app, nor what operators look at.
[[nodiscard]] bool is_for_programs(std::string_view path) noexcept {
  return path == "/ws" || path == "/api" || path.starts_with("/api/");
}

/// They ask by whatever address the machine has.
[[nodiscard]] bool is_for_operators(std::string_view path) noexcept {
  return path == "/healthz" || path == "/readyz" || path == "/metrics";
}

/// What a browser calls itself, as far as it can be shown.
[[nodiscard]] std::string shown_agent(std::string agent) {
  if (agent.size() > kMaxUserAgent) agent.resize(kMaxUserAgent);
  std::erase_if(agent, [](char c) { return c < 0x20 || c > 0x7e; });
  return agent;
}

[[nodiscard]] std::uint64_t network_of(const Request& request) {
  return std::hash<std::string>()(limit_key(request.address));
}

[[nodiscard]] bool is_json(std::string_view type) noexcept {
  return type == "application/json" || type.starts_with("application/json;");
}

[[nodiscard]] std::optional<Response> refused_by(Needs needs, const Identity& who) {
  const bool is_for_browsers = needs == Needs::Session || needs == Needs::Account;
  if (needs == Needs::Nothing || needs == Needs::Identity || needs == Needs::Guest) return std::nullopt;
  if (!who.is_known()) return error_response(401, "nobody", "log in first, or come as a guest");
  if (is_for_browsers && who.by_token) {
    return error_response(403, "not-by-token", "a token may play, but not touch the account");
  }
  if (needs == Needs::Account && !who.has_account()) {
    return error_response(403, "needs-account", "this needs an account; sign up first");
  }
  return std::nullopt;
}

}  // namespace

std::variant<Request, Response> Gate::request_of(Incoming& incoming) const {
  auto target = parse_target(incoming.target);
  if (!target) return error_response(400, "bad-target", "the path or the query cannot be understood");
  Request request;
  request.method = incoming.method;
  request.path = std::move(target->path);
  request.query = std::move(target->query);
  request.body = std::move(incoming.body);
  request.user_agent = shown_agent(std::move(incoming.user_agent));
  request.is_local = is_loopback(incoming.peer) && incoming.forwarded_for.empty();
  request.address = incoming.peer;
  if (const auto device = cookie_value(incoming.cookie, kDeviceCookie);
      device && device->size() == kSecretLength)
    request.device = *device;
  if (is_proxy(incoming.peer)) {
    request.address = client_address(incoming.forwarded_for, incoming.peer, config_.proxies);
    request.is_https = last_of_list(incoming.forwarded_proto) == "https";
  }
  if (!is_for_operators(request.path) && !is_host_named(incoming.host, config_.host_names)) {
    return error_response(421, "wrong-host", "this server goes by another name");
  }
  return request;
}

std::optional<Response> Gate::too_many(const Request& request) {
  // Files cost next to nothing, and an app has many: people behind one address must all get theirs.
  if (!is_for_programs(request.path)) return std::nullopt;
  const auto wait = requests_.refuse(limit_key(request.address), std::chrono::steady_clock::now());
  if (!wait) return std::nullopt;
  metrics_.limited("requests");
  return later_response(*wait, "too-many-requests", "too many requests from your address; wait a little");
}

std::optional<Response> Gate::forged(const Incoming& incoming, const Request& request) const {
  if (!changes_something(request.method)) return std::nullopt;
  if (incoming.origin) {
    if (!is_origin_allowed(*incoming.origin, incoming.host, request.is_https, config_.origins)) {
      return error_response(403, "wrong-origin", "this page may not ask for changes here");
    }
  } else if (session_secret(incoming.cookie, request.is_https) && !bearer_token(incoming.authorization)) {
    return error_response(403, "no-origin", "a change asked for with a cookie needs the header Origin");
  }
  if (!request.body.empty() && !is_json(incoming.content_type)) {
    return error_response(415, "not-json", "the body must be of the type application/json");
  }
  return std::nullopt;
}

Awaitable<std::optional<Response>> Gate::identify(const Incoming& incoming, Request& request,
                                                  std::string& renewed) {
  if (const auto token = bearer_token(incoming.authorization)) {
    std::string given(*token);
    request.identity = (co_await auth_.identify(std::move(given), store::CredentialKind::Token)).identity;
    if (request.identity.is_known()) co_return std::nullopt;
    Response refused = error_response(401, "bad-token", "this token is not known, or has expired");
    refused.headers.emplace_back("WWW-Authenticate", "Bearer");
    co_return refused;
  }
  if (!incoming.authorization.empty()) {
    co_return error_response(401, "bad-token", "only bearer tokens are understood");
  }
  if (const auto secret = session_secret(incoming.cookie, request.is_https)) {
    std::string given(*secret);
    Recognised known = co_await auth_.identify(std::move(given), store::CredentialKind::Session);
    request.identity = std::move(known.identity);
    if (known.is_renewed) renewed = session_cookie(*secret, request.is_https);
  }
  co_return std::nullopt;
}

Awaitable<Response> Gate::file_or_page(const Incoming& incoming, const Request& request) {
  const StaticFiles::Wanted wanted{incoming.accept_encoding, incoming.if_none_match};
  const auto page = files_.page_at(request.path);
  if (!page) co_return files_.answer(request.path, wanted);
  bool is_there = page->kind != PageSubject::Kind::NoPage;
  const bool has_subject = page->kind == PageSubject::Kind::Game || page->kind == PageSubject::Kind::Player;
  // Who asks too much is not looked after any more, and gets the app, which finds out for itself.
  if (has_subject && !requests_.refuse(limit_key(request.address), std::chrono::steady_clock::now())) {
    if (page->kind == PageSubject::Kind::Game) {
      is_there = co_await api_.may_have_game(page->name);
    } else {
      is_there = co_await api_.may_have_player(page->name);
    }
  }
  co_return files_.app(is_there, wanted);
}

Awaitable<Response> Gate::call(const Incoming& incoming, Request& request) {
  RouteMatch match = match_route(Api::patterns(), request.method, request.path);
  if (match.kind == RouteMatch::Kind::WrongMethod) {
    Response response = error_response(405, "wrong-method", "this path knows other methods");
    response.headers.emplace_back("Allow", match.allow);
    co_return response;
  }
  if (match.kind == RouteMatch::Kind::NoSuchPath) {
    if (is_for_programs(request.path)) {
      co_return error_response(404, "not-found", "there is nothing here");
    }
    if (changes_something(request.method)) {
      Response response = error_response(405, "wrong-method", "this path knows other methods");
      response.headers.emplace_back("Allow", "GET, HEAD");
      co_return response;
    }
    if (request.path.starts_with("/tables/"))
      co_return tables_.answer(request.path, {incoming.range, incoming.if_range, incoming.if_none_match});
    co_return co_await file_or_page(incoming, request);
  }
  if (auto refused = forged(incoming, request)) co_return *std::move(refused);
  const Needs needs = Api::route(match.index).needs;
  request.arguments = std::move(match.arguments);
  std::string renewed;
  if (needs != Needs::Nothing) {
    auto unknown = co_await identify(incoming, request, renewed);
    if (unknown) co_return *std::move(unknown);
  }
  if (auto refused = refused_by(needs, request.identity)) co_return *std::move(refused);
  std::string new_session;
  if (needs == Needs::Guest && !request.identity.is_known()) {
    if (auto refused = api_.too_costly(request)) co_return *std::move(refused);
    auto guest = co_await auth_.make_guest(request.user_agent);
    request.identity = std::move(guest.first);
    new_session = std::move(guest.second.secret);
  }
  request.identity.network = network_of(request);
  Response response = co_await api_.call(match.index, request);
  if (!new_session.empty()) set_session(response, new_session, request.is_https);
  // What the handler has done with the session counts more.
  if (!renewed.empty() && !sets_session(response)) {
    response.headers.emplace_back("Set-Cookie", std::move(renewed));
  }
  co_return response;
}

Awaitable<Response> Gate::answer_safely(Incoming incoming) {
  auto read = request_of(incoming);
  if (auto* bad = std::get_if<Response>(&read)) co_return std::move(*bad);
  auto& request = std::get<Request>(read);
  Response response;
  if (auto refused = too_many(request)) {
    response = *std::move(refused);
  } else {
    response = co_await call(incoming, request);
  }
  if (request.is_https) response.headers.emplace_back("Strict-Transport-Security", kOnlyTls);
  co_return response;
}

Awaitable<Response> Gate::answer(Incoming incoming) {
  std::string failed;
  bool is_database = false;
  try {
    co_return co_await answer_safely(std::move(incoming));
  } catch (const store::SqlError& error) {
    failed = error.what();
    is_database =
        error.trouble() != store::SqlTrouble::Other && error.trouble() != store::SqlTrouble::Damaged;
  } catch (const std::exception& error) {
    failed = error.what();
  }
  log_.write(LogLevel::Error, "request failed", {{"why", std::string_view(failed)}});
  co_return is_database ? busy_response()
                        : error_response(500, "failed", "something went wrong here; it has been noted");
}

Awaitable<std::variant<Admission, Response>> Gate::admit(Incoming incoming) {
  std::string failed;
  try {
    auto read = request_of(incoming);
    if (auto* bad = std::get_if<Response>(&read)) co_return std::move(*bad);
    auto& request = std::get<Request>(read);
    if (auto refused = too_many(request)) co_return *std::move(refused);
    const bool has_cookie = session_secret(incoming.cookie, request.is_https).has_value();
    const bool has_token = bearer_token(incoming.authorization).has_value();
    const bool is_foreign = incoming.origin ? !is_origin_allowed(*incoming.origin, incoming.host,
                                                                 request.is_https, config_.origins)
                                            : has_cookie && !has_token;
    if (is_foreign) co_return error_response(403, "wrong-origin", "this page may not open a WebSocket here");
    std::string renewed;
    auto unknown = co_await identify(incoming, request, renewed);
    if (unknown) co_return *std::move(unknown);
    request.identity.network = network_of(request);
    co_return Admission{std::move(request.identity), limit_key(request.address), std::move(renewed)};
  } catch (const std::exception& error) {
    failed = error.what();
  }
  log_.write(LogLevel::Error, "websocket refused", {{"why", std::string_view(failed)}});
  co_return busy_response();
}

}  // namespace ordo::server
