// The cookies of a browser: that of its session, and the one it is known by when it signs in again.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "server/api/request.h"

namespace ordo::server {

inline constexpr std::string_view kSessionCookie = "ordo_session";
/// Behind TLS. Browsers take a cookie of such a name only from the host itself and over TLS, so that nobody
/// who owns a neighbouring name can plant one.
inline constexpr std::string_view kSecureSessionCookie = "__Host-ordo_session";
inline constexpr std::string_view kDeviceCookie = "ordo_device";
inline constexpr std::chrono::hours kDeviceLife{24 * 365};  ///< since it last signed in

/// Of the header Cookie. Behind TLS the plain name counts where there is no other: a session from before the
/// server had TLS, or this name, goes on until it is renewed.
[[nodiscard]] std::optional<std::string_view> session_secret(std::string_view cookies, bool is_https);

/// What follows "Set-Cookie: ".
[[nodiscard]] std::string session_cookie(std::string_view secret, bool is_https);
[[nodiscard]] bool sets_session(const Response& response);

/// Adds Set-Cookie.
void set_session(Response& response, std::string_view secret, bool is_https);
void end_session(Response& response, bool is_https);
void set_device(Response& response, std::string_view secret, bool is_https);

}  // namespace ordo::server
