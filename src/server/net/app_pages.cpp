// Reading the list of pages, and finding an address in it.
#include "server/net/app_pages.h"

#include <algorithm>

namespace ordo::server {
namespace {

[[nodiscard]] std::string without_empty_parts(std::string_view path) {
  std::string result;
  for (const char c : path) {
    if (c != '/' || result.empty() || result.back() != '/') result += c;
  }
  if (result.size() > 1 && result.back() == '/') result.pop_back();
  return result;
}

}  // namespace

AppPages::AppPages(std::string_view list) {
  while (!list.empty()) {
    std::string_view line = list.substr(0, list.find('\n'));
    list.remove_prefix(std::min(list.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with('/')) patterns_.emplace_back(line);
  }
}

PageSubject AppPages::subject_of(std::string_view path) const {
  if (patterns_.empty()) return {PageSubject::Kind::Page, {}};
  std::vector<RoutePattern> routes;
  routes.reserve(patterns_.size());
  for (const std::string& pattern : patterns_) routes.push_back({Method::Get, pattern});
  const RouteMatch match = match_route(routes, Method::Get, without_empty_parts(path));
  if (match.kind != RouteMatch::Kind::Found) return {};
  const std::string_view pattern = patterns_[match.index];
  if (pattern.ends_with("{game}")) return {PageSubject::Kind::Game, match.arguments.back()};
  if (pattern.ends_with("{player}")) return {PageSubject::Kind::Player, match.arguments.back()};
  return {PageSubject::Kind::Page, {}};
}

}  // namespace ordo::server
