// The servers that an address of PostgreSQL names.
#include "store/postgres_hosts.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include <libpq-fe.h>

namespace ordo::store {
namespace {

[[nodiscard]] std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t comma = list.find(',');
    parts.emplace_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace

std::vector<PostgresHost> hosts_of(const std::string& address) {
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(
      PQconninfoParse(address.c_str(), nullptr), &PQconninfoFree);
  constexpr std::array<std::string_view, 3> kWords = {"host", "hostaddr", "port"};
  std::vector<std::pair<std::string, std::vector<std::string>>> lists;
  std::size_t count = 1;
  for (const PQconninfoOption* option = options.get(); option != nullptr && option->keyword != nullptr;
       ++option) {
    if (option->val == nullptr || std::ranges::find(kWords, option->keyword) == kWords.end()) continue;
    lists.emplace_back(option->keyword, parts_of(option->val));
    count = std::max(count, lists.back().second.size());
  }
  std::vector<PostgresHost> hosts(count);
  if (count == 1) return hosts;
  for (const auto& [word, parts] : lists) {
    // One port may be for all of them; anything else that does not fit is libpq's to complain of.
    for (std::size_t i = 0; i < count; ++i) {
      if (i < parts.size() || parts.size() == 1)
        hosts[i].emplace_back(word, parts[parts.size() == 1 ? 0 : i]);
    }
  }
  return hosts;
}

}  // namespace ordo::store
