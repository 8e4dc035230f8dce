// Which handler a method and a path belong to.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/api/request.h"

namespace ordo::server {

/// What a route asks of whoever calls it.
enum class Needs : std::uint8_t {
  Nothing,   ///< does not even look who it is
  Identity,  ///< works for everybody, and differs for those who are known
  Guest,     ///< makes whoever is unknown a guest
  Known,     ///< a guest, an account or a token
  Session,   ///< a guest or account in a browser: no token
  Account,   ///< an account in a browser: no token
};

struct RoutePattern {
  Method method;
  std::string_view pattern;  ///< "/api/games/{id}/events": each {…} stands for one part that is not empty
};

struct RouteMatch {
  enum class Kind : std::uint8_t { Found, NoSuchPath, WrongMethod };
  Kind kind = Kind::NoSuchPath;
  std::size_t index = 0;               ///< of the pattern
  std::vector<std::string> arguments;  ///< for each {…}
  std::string allow;                   ///< WrongMethod: what there is, as in the header Allow
};

/// HEAD is answered by what answers GET.
[[nodiscard]] RouteMatch match_route(std::span<const RoutePattern> routes, Method method,
                                     std::string_view path);

[[nodiscard]] std::string_view name(Method method) noexcept;

}  // namespace ordo::server
