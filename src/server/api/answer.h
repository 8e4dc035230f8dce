// The answers that handlers share.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "server/api/request.h"
#include "server/games/refused.h"
#include "util/json_writer.h"

namespace ordo::server {

[[nodiscard]] Response json_response(std::string body, int status = 200);

/// A JSON object; `write(json)` writes its members.
template <class Write>
[[nodiscard]] Response object_response(const Write& write, int status = 200) {
  return json_response(util::json_object(write), status);
}

/// What the games have refused. The one place that knows what that is in HTTP.
[[nodiscard]] Response refused_response(const Refused& refused);
/// 400
[[nodiscard]] Response bad_request(std::string_view message);
/// 429 with Retry-After.
[[nodiscard]] Response later_response(std::chrono::milliseconds wait, std::string_view code,
                                      std::string_view message);
/// 503 with Retry-After.
[[nodiscard]] Response busy_response();

}  // namespace ordo::server
