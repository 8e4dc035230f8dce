// The table of routes, and what all handlers share.
#include "server/api/api.h"

#include <array>

namespace ordo::server {

/// One entry a route.
struct ApiRoutes {
  struct Entry {
    Method method;
    std::string_view pattern;
    Api::Handler handler;
    Needs needs;
  };
  static constexpr auto kGet = Method::Get;
  static constexpr auto kPost = Method::Post;
  static constexpr auto kPut = Method::Put;
  static constexpr auto kDelete = Method::Delete;
  static constexpr std::array kEntries = {
      Entry{kPost, "/api/guest", &Api::guest, Needs::Guest},
      Entry{kPost, "/api/signup", &Api::signup, Needs::Identity},
      Entry{kPost, "/api/login", &Api::login, Needs::Identity},
      Entry{kPost, "/api/logout", &Api::logout, Needs::Session},
      Entry{kGet, "/api/me", &Api::me, Needs::Identity},
      Entry{kGet, "/api/sessions", &Api::sessions, Needs::Session},
      Entry{kDelete, "/api/sessions", &Api::revoke_other_sessions, Needs::Session},
      Entry{kDelete, "/api/sessions/{id}", &Api::revoke_session, Needs::Session},
      Entry{kPost, "/api/password", &Api::change_password, Needs::Account},
      Entry{kGet, "/api/export", &Api::export_data, Needs::Session},
      Entry{kDelete, "/api/account", &Api::delete_account, Needs::Session},
      Entry{kGet, "/api/tokens", &Api::tokens, Needs::Account},
      Entry{kPost, "/api/tokens", &Api::make_token, Needs::Account},
      Entry{kDelete, "/api/tokens/{id}", &Api::revoke_token, Needs::Account},
      Entry{kGet, "/api/kept", &Api::kept_games, Needs::Account},
      Entry{kPut, "/api/kept", &Api::set_kept, Needs::Account},
      Entry{kPut, "/api/kept/{id}", &Api::keep_game, Needs::Account},
      Entry{kDelete, "/api/kept/{id}", &Api::forget_game, Needs::Account},
      Entry{kGet, "/api/players/{name}", &Api::player, Needs::Nothing},
      Entry{kGet, "/api/games", &Api::games, Needs::Identity},
      Entry{kPost, "/api/games", &Api::make_game, Needs::Guest},
      Entry{kGet, "/api/games/{id}", &Api::game, Needs::Identity},
      Entry{kGet, "/api/games/{id}/record", &Api::game_record, Needs::Nothing},
      Entry{kGet, "/api/games/{id}/events", &Api::game_events, Needs::Identity},
      Entry{kPost, "/api/games/{id}/join", &Api::join_game, Needs::Guest},
      Entry{kPost, "/api/games/{id}/command", &Api::command, Needs::Known},
      Entry{kGet, "/api/games/{id}/report", &Api::report, Needs::Identity},
      Entry{kPost, "/api/games/{id}/report", &Api::ask_report, Needs::Guest},
      Entry{kDelete, "/api/games/{id}/report", &Api::stop_report, Needs::Known},
      Entry{kGet, "/api/analysis", &Api::analysis, Needs::Nothing},
      Entry{kPost, "/api/analysis", &Api::look_deeper, Needs::Guest},
      Entry{kGet, "/api/seeks", &Api::seeks, Needs::Nothing},
      Entry{kPost, "/api/seeks", &Api::make_seek, Needs::Guest},
      Entry{kDelete, "/api/seeks/{id}", &Api::withdraw_seek, Needs::Known},
      Entry{kPost, "/api/seeks/{id}/accept", &Api::accept_seek, Needs::Guest},
      Entry{kGet, "/api/people", &Api::people, Needs::Nothing},
      Entry{kGet, "/api/challenges", &Api::challenges, Needs::Known},
      Entry{kPost, "/api/challenges", &Api::make_challenge, Needs::Guest},
      Entry{kDelete, "/api/challenges/{id}", &Api::withdraw_challenge, Needs::Known},
      Entry{kPost, "/api/challenges/{id}/accept", &Api::accept_challenge, Needs::Known},
      Entry{kPost, "/api/challenges/{id}/decline", &Api::decline_challenge, Needs::Known},
      Entry{kGet, "/api/blocks", &Api::blocks, Needs::Account},
      Entry{kPost, "/api/blocks", &Api::block, Needs::Account},
      Entry{kDelete, "/api/blocks/{name}", &Api::unblock, Needs::Account},
      Entry{kGet, "/api/tablebase", &Api::tablebase, Needs::Nothing},
      Entry{kGet, "/api/tablebase/files", &Api::table_files, Needs::Nothing},
      Entry{kGet, "/api/server", &Api::server, Needs::Nothing},
      Entry{kGet, "/healthz", &Api::healthz, Needs::Nothing},
      Entry{kGet, "/readyz", &Api::readyz, Needs::Nothing},
      Entry{kGet, "/metrics", &Api::metrics_text, Needs::Nothing},
  };
  static constexpr auto kPatterns = [] {
    std::array<RoutePattern, kEntries.size()> patterns{};
    for (std::size_t i = 0; i < kEntries.size(); ++i) patterns[i] = {kEntries[i].method, kEntries[i].pattern};
    return patterns;
  }();
  static constexpr auto kRoutes = [] {
    std::array<Api::Route, kEntries.size()> routes{};
    for (std::size_t i = 0; i < kEntries.size(); ++i) routes[i] = {kEntries[i].handler, kEntries[i].needs};
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

namespace {
[[nodiscard]] std::string guess_key(const Request& request, const std::string& name) {
  return name + ' ' + network_of(request.address);
}
}  // namespace

std::optional<Response> Api::must_wait(const Request& request, const Guess& guess) {
  const auto now = std::chrono::steady_clock::now();
  std::optional<std::chrono::milliseconds> wait;
  if (guess.device) {
    wait = services_.wrong_devices.refuse(*guess.device, now);
  } else {
    wait = services_.wrong_names.refuse(guess_key(request, guess.name), now);
    if (!wait) wait = services_.wrong_callers.refuse(limit_key(request.address), now);
  }
  if (!wait) return std::nullopt;
  services_.metrics.limited("login");
  return later_response(*wait, "too-many-logins", "too many wrong passwords; wait a little");
}

void Api::note_wrong_password(const Request& request, const Guess& guess) {
  const auto now = std::chrono::steady_clock::now();
  if (guess.device) {
    services_.wrong_devices.failed(*guess.device, now);
  } else {
    services_.wrong_names.failed(guess_key(request, guess.name), now);
    services_.wrong_callers.failed(limit_key(request.address), now);
  }
  services_.metrics.login_failed();
}

void Api::note_right_password(const Request& request, const Guess& guess) {
  if (guess.device) {
    services_.wrong_devices.succeeded(*guess.device);
  } else {
    services_.wrong_names.succeeded(guess_key(request, guess.name));
  }
}

void Api::revoked(const Request& request, const std::string& credential) {
  services_.auth.forget(request.identity.user);
  services_.hang_up(request.identity.user, credential);
}

}  // namespace ordo::server
