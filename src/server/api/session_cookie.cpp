// Reading and writing cookies.
#include "server/api/session_cookie.h"

#include <algorithm>

#include <fmt/format.h>

#include "server/accounts/auth.h"

namespace ordo::server {
namespace {

[[nodiscard]] std::string cookie_text(std::string_view name, std::string_view value, std::string_view path,
                                      std::chrono::seconds life, bool is_https) {
  return fmt::format("{}={}; Path={}; Max-Age={}; HttpOnly; SameSite=Lax{}", name, value, path, life.count(),
                     is_https ? "; Secure" : "");
}

}  // namespace

std::optional<std::string_view> session_secret(std::string_view cookies, bool is_https) {
  if (is_https) {
    if (const auto secret = cookie_value(cookies, kSecureSessionCookie)) return secret;
  }
  return cookie_value(cookies, kSessionCookie);
}

std::string session_cookie(std::string_view secret, bool is_https) {
  return cookie_text(is_https ? kSecureSessionCookie : kSessionCookie, secret, "/", kSessionLife, is_https);
}

void set_session(Response& response, std::string_view secret, bool is_https) {
  response.headers.emplace_back("Set-Cookie", session_cookie(secret, is_https));
}

void end_session(Response& response, bool is_https) {
  for (const std::string_view name : {kSecureSessionCookie, kSessionCookie}) {
    if (name == kSecureSessionCookie && !is_https) continue;
    response.headers.emplace_back("Set-Cookie",
                                  cookie_text(name, "", "/", std::chrono::seconds(0), is_https));
  }
}

bool sets_session(const Response& response) {
  return std::ranges::any_of(response.headers, [](const auto& header) {
    return header.first == "Set-Cookie" &&
           (header.second.starts_with(kSessionCookie) || header.second.starts_with(kSecureSessionCookie));
  });
}

void set_device(Response& response, std::string_view secret, bool is_https) {
  response.headers.emplace_back("Set-Cookie",
                                cookie_text(kDeviceCookie, secret, "/api", kDeviceLife, is_https));
}

}  // namespace ordo::server
