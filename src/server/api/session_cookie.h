// The cookies of a browser: that of its session, and the one it is known by when it signs in again.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "server/api/request.h"

namespace ordo::server {

inline constexpr std::string_view kSessionCookie = "ordo_session";
inline constexpr std::string_view kDeviceCookie = "ordo_device";
inline constexpr std::chrono::hours kDeviceLife{24 * 365};  ///< since it last signed in

/// What follows "Set-Cookie: ".
[[nodiscard]] std::string session_cookie(std::string_view secret, bool is_https);

/// Adds Set-Cookie.
void set_session(Response& response, std::string_view secret, bool is_https);
void end_session(Response& response, bool is_https);
void set_device(Response& response, std::string_view secret, bool is_https);

}  // namespace ordo::server
