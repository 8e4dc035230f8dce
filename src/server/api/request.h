// Requests and answers of the HTTP interface, without the library that carries them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/accounts/identity.h"
#include "server/base/network.h"

namespace ordo::server {

enum class Method : std::uint8_t { Get, Head, Post, Put, Delete, Options, Other };

using Query = std::vector<std::pair<std::string, std::string>>;

struct Request {
  Method method = Method::Get;
  std::string path;  ///< decoded, without the query
  Query query;       ///< decoded, in order
  std::string body;
  std::string address;     ///< of the client; behind a trusted proxy the one the proxy tells
  std::string user_agent;  ///< at most 200 bytes
  bool is_https = false;
  bool is_local = false;  ///< from this machine, and not passed on by a proxy
  Identity identity;
  std::string device;  ///< the secret of the browser's cookie, unchecked; empty: there is none
  std::vector<std::string> arguments;  ///< what stands in the path for {…} of its route

  [[nodiscard]] std::optional<std::string_view> parameter(std::string_view name) const noexcept {
    for (const auto& [key, value] : query) {
      if (key == name) return value;
    }
    return std::nullopt;
  }
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>>
      headers;  ///< Set-Cookie, Retry-After, …; the usual ones are added by the session
  std::shared_ptr<const std::string> shared_body;  ///< instead of `body`: one that many answers share

  [[nodiscard]] std::string_view content() const noexcept { return shared_body ? *shared_body : body; }
};

/// {"error":{"code":"…","message":"…"}}
[[nodiscard]] Response error_response(int status, std::string_view code, std::string_view message);

/// What of a request matters here, as it came: nothing is checked yet.
struct Incoming {
  Method method = Method::Get;
  std::string target;
  std::string body;
  std::string peer;  ///< the address at the other end of the connection
  std::string host;
  std::optional<std::string> origin;
  std::string cookie;
  std::string authorization;
  std::string content_type;
  std::string user_agent;
  std::string forwarded_for;    ///< all lines of it, joined by commas
  std::string forwarded_proto;  ///< likewise
  std::string accept_encoding;
  std::string if_none_match;
  std::string range;
  std::string if_range;
};

struct Target {
  std::string path;
  Query query;
};

/// Splits "/a%20b?c=d&e" and decodes it. Nothing: not a path with valid escapes in UTF-8 without control
/// characters, too long, or too many parameters.
[[nodiscard]] std::optional<Target> parse_target(std::string_view target);

/// Of "a=1; b=2"; the first if there are several.
[[nodiscard]] std::optional<std::string_view> cookie_value(std::string_view cookies, std::string_view name);

/// The secret of "Bearer SECRET".
[[nodiscard]] std::optional<std::string_view> bearer_token(std::string_view authorization);

/// Whether a page of `origin` may ask for changes: it must be of this very host, or be listed.
[[nodiscard]] bool is_origin_allowed(std::string_view origin, std::string_view host, bool is_https,
                                     const std::vector<std::string>& listed);

/// Each proxy adds the address it was asked from to the end of X-Forwarded-For, and only those that are ours
/// are believed: from the end, the first address that is none of theirs. Whatever is no address ends the
/// search at the last one that was believed.
[[nodiscard]] std::string client_address(std::string_view forwarded_for, std::string_view peer,
                                         const std::vector<Network>& proxies);

/// The last of a list: what the nearest proxy says.
[[nodiscard]] std::string_view last_of_list(std::string_view list) noexcept;

/// Whether the header Host could be one: a name or an address, and maybe a port.
[[nodiscard]] bool is_host(std::string_view host) noexcept;
/// Whether it is, without its port, one of these names; no names: any is.
[[nodiscard]] bool is_host_named(std::string_view host, const std::vector<std::string>& names);

/// What connections and rates are counted by: of an IPv6 address only the network.
[[nodiscard]] std::string limit_key(std::string_view address);

/// A neighbourhood that one person may have addresses all over: /24, or /64 of IPv6.
[[nodiscard]] std::string network_of(std::string_view address);

[[nodiscard]] bool is_loopback(std::string_view address);

}  // namespace ordo::server
