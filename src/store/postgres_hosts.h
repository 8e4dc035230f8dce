// The servers that an address of PostgreSQL names.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ordo::store {

/// What makes an address mean one of its servers: words of a connection string (host, hostaddr, port) and
/// their values.
using PostgresHost = std::vector<std::pair<std::string, std::string>>;

/// At least one; empty words if the address names only one, or cannot be read.
[[nodiscard]] std::vector<PostgresHost> hosts_of(const std::string& address);

}  // namespace ordo::store
