// Writing cookies.
#include "server/api/session_cookie.h"

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

std::string session_cookie(std::string_view secret, bool is_https) {
  return cookie_text(kSessionCookie, secret, "/", kSessionLife, is_https);
}

void set_session(Response& response, std::string_view secret, bool is_https) {
  response.headers.emplace_back("Set-Cookie", session_cookie(secret, is_https));
}

void end_session(Response& response, bool is_https) {
  response.headers.emplace_back("Set-Cookie",
                                cookie_text(kSessionCookie, "", "/", std::chrono::seconds(0), is_https));
}

void set_device(Response& response, std::string_view secret, bool is_https) {
  response.headers.emplace_back("Set-Cookie",
                                cookie_text(kDeviceCookie, secret, "/api", kDeviceLife, is_https));
}

}  // namespace ordo::server
