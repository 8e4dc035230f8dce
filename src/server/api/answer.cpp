// Answers and their statuses.
#include "server/api/answer.h"

#include <fmt/format.h>

namespace ordo::server {
namespace {

[[nodiscard]] int status_of(Refused::Kind kind) {
  switch (kind) {
    case Refused::Kind::BadWish:
      return 400;
    case Refused::Kind::Unknown:
      return 401;
    case Refused::Kind::Forbidden:
      return 403;
    case Refused::Kind::Missing:
      return 404;
    case Refused::Kind::Conflict:
      return 409;
    case Refused::Kind::Illegal:
      return 422;
    case Refused::Kind::TooMuch:
      return 429;
    case Refused::Kind::Unavailable:
      return 503;
    case Refused::Kind::Broken:
      break;
  }
  return 500;
}

}  // namespace

Response json_response(std::string body, int status) {
  Response response;
  response.status = status;
  response.body = std::move(body);
  return response;
}

Response refused_response(const Refused& refused) {
  Response response = error_response(status_of(refused.kind), refused.code, refused.message);
  if (refused.kind == Refused::Kind::TooMuch || refused.kind == Refused::Kind::Unavailable) {
    response.headers.emplace_back("Retry-After", "1");
  }
  return response;
}

Response bad_request(std::string_view message) { return error_response(400, "bad-request", message); }

Response later_response(std::chrono::milliseconds wait, std::string_view code, std::string_view message) {
  Response response = error_response(429, code, message);
  response.headers.emplace_back("Retry-After",
                                fmt::to_string(std::chrono::ceil<std::chrono::seconds>(wait).count()));
  return response;
}

Response busy_response() {
  Response response = error_response(503, "busy", "the server is busy; try again in a moment");
  response.headers.emplace_back("Retry-After", "1");
  return response;
}

}  // namespace ordo::server
