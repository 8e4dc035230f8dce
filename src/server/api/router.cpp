// Finding the route of a request in a table of patterns.
#include "server/api/router.h"

#include <optional>

namespace ordo::server {
namespace {

[[nodiscard]] std::string_view next_part(std::string_view& path) noexcept {
  path.remove_prefix(1);  // '/'
  const std::string_view part = path.substr(0, path.find('/'));
  path.remove_prefix(part.size());
  return part;
}

[[nodiscard]] std::optional<std::vector<std::string>> arguments_of(std::string_view pattern,
                                                                   std::string_view path) {
  std::vector<std::string> arguments;
  while (!pattern.empty() && !path.empty()) {
    const std::string_view wanted = next_part(pattern);
    const std::string_view given = next_part(path);
    if (wanted.starts_with('{')) {
      if (given.empty()) return std::nullopt;
      arguments.emplace_back(given);
    } else if (wanted != given) {
      return std::nullopt;
    }
  }
  if (!pattern.empty() || !path.empty()) return std::nullopt;
  return arguments;
}

void allow(std::string& list, std::string_view method) {
  if (!list.empty()) list += ", ";
  list += method;
}

}  // namespace

std::string_view name(Method method) noexcept {
  switch (method) {
    case Method::Get:
      return "GET";
    case Method::Head:
      return "HEAD";
    case Method::Post:
      return "POST";
    case Method::Put:
      return "PUT";
    case Method::Delete:
      return "DELETE";
    case Method::Options:
      return "OPTIONS";
    case Method::Other:
      break;
  }
  return "OTHER";
}

RouteMatch match_route(std::span<const RoutePattern> routes, Method method, std::string_view path) {
  RouteMatch match;
  if (!path.starts_with('/')) return match;
  const Method wanted = method == Method::Head ? Method::Get : method;
  for (std::size_t i = 0; i < routes.size(); ++i) {
    auto arguments = arguments_of(routes[i].pattern, path);
    if (!arguments) continue;
    if (routes[i].method == wanted) {
      return {RouteMatch::Kind::Found, i, *std::move(arguments), ""};
    }
    match.kind = RouteMatch::Kind::WrongMethod;
    allow(match.allow, name(routes[i].method));
    if (routes[i].method == Method::Get) allow(match.allow, name(Method::Head));
  }
  return match;
}

}  // namespace ordo::server
