// Sums over the rows of tables: whether a copy is like the original, and a backup what it was.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/sql.h"

namespace ordo::store {

/// Of the rows of a table, whatever their order.
struct Sum {
  std::int64_t rows = 0;
  std::uint64_t hash = 0;

  void add(const std::vector<Value>& row);
  friend bool operator==(const Sum&, const Sum&) = default;
};

using TableSums = std::vector<std::pair<std::string, Sum>>;

/// The table of a backup that has the sums of the others.
inline constexpr std::string_view kSumsTable = "backup_sums";

void store_sums(Connection& backup, const TableSums& sums);
/// Nothing: it has none, being of an older ordo, or no backup but a copy of the file of a server.
[[nodiscard]] std::optional<TableSums> stored_sums(Connection& backup);
/// For a backup that becomes the file of a server.
void forget_sums(Connection& backup);

}  // namespace ordo::store
