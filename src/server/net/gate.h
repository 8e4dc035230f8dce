// Who comes in: address, rate, origin and identity of a request, before anything is done for it.
#pragma once

#include <string>
#include <variant>

#include "server/api/api.h"
#include "server/api/request.h"
#include "server/net/static_files.h"

namespace ordo::server {

/// Somebody who may open a WebSocket; nobody known: may only look on.
struct Admission {
  Identity identity;
  std::string limit_key;
  std::string renewed_cookie;  ///< to be set; empty: none
};

/// Thread-safe. Every request passes here; nothing thrown leaves.
class Gate {
 public:
  Gate(const ServerConfig& config, Api& api, Auth& auth, const StaticFiles& files,
       const TableDownloads& tables, Metrics& metrics, Log& log)
      : config_(config),
        api_(api),
        auth_(auth),
        files_(files),
        tables_(tables),
        metrics_(metrics),
        log_(log),
        requests_(config.limits.requests) {}

  Awaitable<Response> answer(Incoming incoming);
  /// For GET /ws.
  Awaitable<std::variant<Admission, Response>> admit(Incoming incoming);
  /// Whether what is at the other end of the connection is one of our proxies.
  [[nodiscard]] bool is_proxy(const std::string& peer) const { return is_in(config_.proxies, peer); }

 private:
  /// What the API sees of the request, without the identity; or why it goes no further.
  [[nodiscard]] std::variant<Request, Response> request_of(Incoming& incoming) const;
  [[nodiscard]] std::optional<Response> too_many(const Request& request);
  /// A change asked for by a page of somebody else, or in a form that pages can send without asking.
  [[nodiscard]] std::optional<Response> forged(const Incoming& incoming, const Request& request) const;
  /// A token that is none is an error; a cookie that is none is nobody.
  /// `renewed` becomes the session's cookie if it is to be set anew.
  Awaitable<std::optional<Response>> identify(const Incoming& incoming, Request& request,
                                              std::string& renewed);
  /// A file of the web app, or the app itself for one of its pages; with 404 for what is none.
  Awaitable<Response> file_or_page(const Incoming& incoming, const Request& request);
  Awaitable<Response> call(const Incoming& incoming, Request& request);
  Awaitable<Response> answer_safely(Incoming incoming);

  const ServerConfig& config_;
  Api& api_;
  Auth& auth_;
  const StaticFiles& files_;
  const TableDownloads& tables_;
  Metrics& metrics_;
  Log& log_;
  RateLimiter requests_;
};

}  // namespace ordo::server
