// The table of routes, and what all handlers share.
#include "server/api.h"

#include <array>

#include <fmt/format.h>

namespace ordo::server {

/// One line a route.
struct ApiRoutes {
  struct Line {
    Method method;
    std::string_view pattern;
    Api::Handler handler;
    Needs needs;
  };
  static constexpr auto kGet = Method::Get;
  static constexpr auto kPost = Method::Post;
  static constexpr auto kDelete = Method::Delete;
  static constexpr std::array kLines = {
      Line{kPost, "/api/guest", &Api::guest, Needs::Guest},
      Line{kPost, "/api/signup", &Api::signup, Needs::Identity},
      Line{kPost, "/api/login", &Api::login, Needs::Identity},
      Line{kPost, "/api/logout", &Api::logout, Needs::Session},
      Line{kGet, "/api/me", &Api::me, Needs::Identity},
      Line{kGet, "/api/sessions", &Api::sessions, Needs::Session},
      Line{kDelete, "/api/sessions", &Api::revoke_other_sessions, Needs::Session},
      Line{kDelete, "/api/sessions/{id}", &Api::revoke_session, Needs::Session},
      Line{kPost, "/api/password", &Api::change_password, Needs::Account},
      Line{kGet, "/api/export", &Api::export_data, Needs::Session},
      Line{kDelete, "/api/account", &Api::delete_account, Needs::Session},
      Line{kGet, "/api/tokens", &Api::tokens, Needs::Account},
      Line{kPost, "/api/tokens", &Api::make_token, Needs::Account},
      Line{kDelete, "/api/tokens/{id}", &Api::revoke_token, Needs::Account},
      Line{kGet, "/api/players/{name}", &Api::player, Needs::Nothing},
      Line{kGet, "/api/games", &Api::games, Needs::Identity},
      Line{kPost, "/api/games", &Api::make_game, Needs::Guest},
      Line{kGet, "/api/games/{id}", &Api::game, Needs::Identity},
      Line{kGet, "/api/games/{id}/record", &Api::game_record, Needs::Nothing},
      Line{kGet, "/api/games/{id}/events", &Api::game_events, Needs::Identity},
      Line{kPost, "/api/games/{id}/join", &Api::join_game, Needs::Guest},
      Line{kPost, "/api/games/{id}/command", &Api::command, Needs::Known},
      Line{kGet, "/api/seeks", &Api::seeks, Needs::Nothing},
      Line{kPost, "/api/seeks", &Api::make_seek, Needs::Guest},
      Line{kDelete, "/api/seeks/{id}", &Api::withdraw_seek, Needs::Known},
      Line{kPost, "/api/seeks/{id}/accept", &Api::accept_seek, Needs::Guest},
      Line{kGet, "/api/server", &Api::server, Needs::Nothing},
      Line{kGet, "/healthz", &Api::healthz, Needs::Nothing},
      Line{kGet, "/readyz", &Api::readyz, Needs::Nothing},
      Line{kGet, "/metrics", &Api::metrics_text, Needs::Nothing},
  };
  static constexpr auto kPatterns = [] {
    std::array<RoutePattern, kLines.size()> patterns{};
    for (std::size_t i = 0; i < kLines.size(); ++i) patterns[i] = {kLines[i].method, kLines[i].pattern};
    return patterns;
  }();
  static constexpr auto kRoutes = [] {
    std::array<Api::Route, kLines.size()> routes{};
    for (std::size_t i = 0; i < kLines.size(); ++i) routes[i] = {kLines[i].handler, kLines[i].needs};
    return routes;
  }();
};

std::span<const RoutePattern> Api::patterns() noexcept { return ApiRoutes::kPatterns; }

const Api::Route& Api::route(std::size_t index) noexcept { return ApiRoutes::kRoutes[index]; }

std::optional<Response> Api::too_costly(const Request& request) {
  const auto wait = services_.costly.refuse(limit_key(request.address), std::chrono::steady_clock::now());
  if (!wait) return std::nullopt;
  services_.metrics.limited("costly");
  return later_response(*wait, "too-many-requests",
                        "too many of these requests from your address; wait a little");
}

std::optional<Response> Api::must_wait(const Request& request, const std::string& name) {
  const auto now = std::chrono::steady_clock::now();
  auto wait = services_.wrong_names.refuse(name, now);
  if (!wait) wait = services_.wrong_callers.refuse(limit_key(request.address), now);
  if (!wait) return std::nullopt;
  services_.metrics.limited("login");
  return later_response(*wait, "too-many-logins", "too many wrong passwords; wait a little");
}

void Api::note_wrong_password(const Request& request, const std::string& name) {
  const auto now = std::chrono::steady_clock::now();
  services_.wrong_names.failed(name, now);
  services_.wrong_callers.failed(limit_key(request.address), now);
  services_.metrics.login_failed();
}

void Api::revoked(const Request& request, const std::string& credential) {
  services_.auth.forget(request.identity.user);
  services_.hang_up(request.identity.user, credential);
}

Response json_response(std::string body, int status) {
  Response response;
  response.status = status;
  response.body = std::move(body);
  return response;
}

Response refused_response(const Refused& refused) {
  Response response = error_response(refused.status, refused.code, refused.message);
  if (refused.status == 429 || refused.status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

Response later_response(std::chrono::milliseconds wait, std::string_view code, std::string_view message) {
  Response response = error_response(429, code, message);
  response.headers.emplace_back("Retry-After",
                                fmt::to_string(std::chrono::ceil<std::chrono::seconds>(wait).count()));
  return response;
}

Response busy_response() {
  Response response = error_response(503, "busy", "the server is busy; try again in a moment");
  response.headers.emplace_back("Retry-After", "1");
  return response;
}

}  // namespace ordo::server
