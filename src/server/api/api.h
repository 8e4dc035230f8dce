// The HTTP interface: what each route answers.
#pragma once

#include <atomic>
#include <functional>
#include <span>
#include <string>

#include "server/accounts/auth.h"
#include "server/accounts/password.h"
#include "server/api/answer.h"
#include "server/api/decode.h"
#include "server/api/request.h"
#include "server/api/router.h"
#include "server/api/table_downloads.h"
#include "server/base/async.h"
#include "server/base/config.h"
#include "server/base/limits.h"
#include "server/base/metrics.h"
#include "server/base/readiness.h"
#include "server/games/game_maker.h"
#include "server/games/reports.h"
#include "tablebase/tables.h"

namespace ordo::server {

/// What the handlers work with; all of it outlives them.
struct ApiServices {
  const ServerConfig& config;
  store::Database& database;
  Readiness& readiness;
  GameMaker& maker;
  const Presence& presence;
  Reports& reports;
  Auth& auth;
  PasswordHasher& passwords;
  Metrics& metrics;
  const tablebase::Tables& tables;
  const TableDownloads& downloads;
  RateLimiter& costly;     ///< by address
  Backoff& wrong_names;    ///< by name in small letters and network
  Backoff& wrong_callers;  ///< by address
  Backoff& wrong_devices;  ///< by the hash of the secret of a browser that is known
  const std::atomic<bool>& is_draining;
  Clock clock;
  /// Closes what is open with this credential, or with any of the user's (kAllCredentials).
  std::function<void(const online::UserId&, const std::string& credential)> hang_up;
};

/// Thread-safe: it has no state of its own. Handlers are given requests whose identity is what their route
/// needs.
class Api {
 public:
  using Handler = Awaitable<Response> (Api::*)(const Request&);
  struct Route {
    Handler handler;
    Needs needs;
  };

  explicit Api(ApiServices services) : services_(std::move(services)) {}

  /// Patterns and, at the same places, what stands behind them.
  [[nodiscard]] static std::span<const RoutePattern> patterns() noexcept;
  [[nodiscard]] static const Route& route(std::size_t index) noexcept;

  Awaitable<Response> call(std::size_t index, const Request& request) {
    return (this->*route(index).handler)(request);
  }

  /// Counts one more costly request of this address; an answer if it is one too many.
  [[nodiscard]] std::optional<Response> too_costly(const Request& request);

  /// For the statuses of pages: false only if the database says that there is none. One that does not answer
  /// keeps nobody from the app.
  Awaitable<bool> may_have_game(online::GameId id);
  Awaitable<bool> may_have_player(std::string name);

 private:
  friend struct ApiRoutes;
  template <class Look>
  Awaitable<bool> unless_known_otherwise(Look look);
  // people.cpp
  Awaitable<Response> guest(const Request& request);
  Awaitable<Response> signup(const Request& request);
  Awaitable<Response> login(const Request& request);
  Awaitable<Response> logout(const Request& request);
  Awaitable<Response> me(const Request& request);
  Awaitable<Response> player(const Request& request);
  // account.cpp
  Awaitable<Response> sessions(const Request& request);
  Awaitable<Response> revoke_session(const Request& request);
  Awaitable<Response> revoke_other_sessions(const Request& request);
  Awaitable<Response> change_password(const Request& request);
  Awaitable<Response> export_data(const Request& request);
  Awaitable<Response> delete_account(const Request& request);
  // tokens.cpp
  Awaitable<Response> tokens(const Request& request);
  Awaitable<Response> make_token(const Request& request);
  Awaitable<Response> revoke_token(const Request& request);
  // games.cpp
  Awaitable<Response> games(const Request& request);
  Awaitable<Response> make_game(const Request& request);
  Awaitable<Response> game(const Request& request);
  Awaitable<Response> game_record(const Request& request);
  Awaitable<Response> game_events(const Request& request);
  Awaitable<Response> join_game(const Request& request);
  Awaitable<Response> command(const Request& request);
  Awaitable<Response> seeks(const Request& request);
  Awaitable<Response> make_seek(const Request& request);
  Awaitable<Response> withdraw_seek(const Request& request);
  Awaitable<Response> accept_seek(const Request& request);
  // kept.cpp
  Awaitable<Response> kept_games(const Request& request);
  Awaitable<Response> set_kept(const Request& request);
  Awaitable<Response> keep_game(const Request& request);
  Awaitable<Response> forget_game(const Request& request);
  // social.cpp
  Awaitable<Response> people(const Request& request);
  Awaitable<Response> challenges(const Request& request);
  Awaitable<Response> make_challenge(const Request& request);
  Awaitable<Response> accept_challenge(const Request& request);
  Awaitable<Response> decline_challenge(const Request& request);
  Awaitable<Response> withdraw_challenge(const Request& request);
  Awaitable<Response> blocks(const Request& request);
  Awaitable<Response> block(const Request& request);
  Awaitable<Response> unblock(const Request& request);
  // reports.cpp
  Awaitable<Response> report(const Request& request);
  Awaitable<Response> ask_report(const Request& request);
  Awaitable<Response> stop_report(const Request& request);
  Awaitable<Response> analysis(const Request& request);
  Awaitable<Response> look_deeper(const Request& request);
  // tablebase.cpp
  Awaitable<Response> tablebase(const Request& request);
  Awaitable<Response> table_files(const Request& request);
  // about.cpp
  Awaitable<Response> server(const Request& request);
  Awaitable<Response> healthz(const Request& request);
  Awaitable<Response> readyz(const Request& request);
  Awaitable<Response> metrics_text(const Request& request);

  /// Somebody who says a password. A browser that has signed in to this account before is judged by itself
  /// alone: nobody else can make it wait.
  struct Guess {
    std::string name;                   ///< in small letters
    std::optional<std::string> device;  ///< the hash of a browser known to this account
  };
  /// An answer if this guess has to wait after wrong passwords.
  [[nodiscard]] std::optional<Response> must_wait(const Request& request, const Guess& guess);
  void note_wrong_password(const Request& request, const Guess& guess);
  void note_right_password(const Request& request, const Guess& guess);
  /// Whether this is the password of the account; an answer if it is not.
  Awaitable<std::optional<Response>> refuse_wrong_password(const Request& request, std::string password);
  Awaitable<Response> list_credentials(const Request& request, std::string_view name,
                                       store::CredentialKind kind);
  Awaitable<bool> revoke_credential(const Request& request, store::CredentialKind kind);
  /// Nothing: there is no such game.
  Awaitable<std::optional<online::Room>> stored_room(online::GameId id);
  void revoked(const Request& request, const std::string& credential);

  ApiServices services_;
};

}  // namespace ordo::server
