// Writing the cookie of a session.
#include "server/api/session_cookie.h"

#include <fmt/format.h>

#include "server/accounts/auth.h"

namespace ordo::server {
namespace {

void add_cookie(Response& response, std::string_view value, std::chrono::seconds life, bool is_https) {
  response.headers.emplace_back(
      "Set-Cookie", fmt::format("{}={}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax{}", kSessionCookie, value,
                                life.count(), is_https ? "; Secure" : ""));
}

}  // namespace

void set_session(Response& response, std::string_view secret, bool is_https) {
  add_cookie(response, secret, kSessionLife, is_https);
}

void end_session(Response& response, bool is_https) {
  add_cookie(response, "", std::chrono::seconds(0), is_https);
}

}  // namespace ordo::server
