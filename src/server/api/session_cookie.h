// The cookie that a browser keeps its session in.
#pragma once

#include <string>
#include <string_view>

#include "server/api/request.h"

namespace ordo::server {

inline constexpr std::string_view kSessionCookie = "ordo_session";

/// Adds Set-Cookie.
void set_session(Response& response, std::string_view secret, bool is_https);
void end_session(Response& response, bool is_https);

}  // namespace ordo::server
