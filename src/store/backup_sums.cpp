// Sums over the rows of tables: whether a copy is like the original, and a backup what it was.
#include "store/backup_sums.h"

#include <cstdlib>

#include <fmt/format.h>

namespace ordo::store {
namespace {

[[nodiscard]] std::uint64_t mixed(std::uint64_t hash, std::string_view bytes) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return (hash ^ (hash >> 29)) * 0xBF58476D1CE4E5B9;
}

}  // namespace

void Sum::add(const std::vector<Value>& row) {
  std::uint64_t of_row = 0xCBF29CE484222325;
  for (const Value& value : row) {
    // A floating number without a fraction may come as a whole one.
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
      of_row = mixed(of_row, fmt::format("n{}", *whole));
    } else if (const auto* real = std::get_if<double>(&value)) {
      const bool is_whole = *real == static_cast<double>(static_cast<std::int64_t>(*real));
      of_row = mixed(of_row, is_whole ? fmt::format("n{}", static_cast<std::int64_t>(*real))
                                      : fmt::format("n{}", *real));
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      of_row = mixed(of_row, "t" + *text);
    } else {
      of_row = mixed(of_row, "0");
    }
  }
  hash += of_row;
  ++rows;
}

void store_sums(Connection& backup, const TableSums& sums) {
  backup.script(fmt::format("CREATE TABLE {} (name TEXT PRIMARY KEY, rows BIGINT, hash TEXT)", kSumsTable));
  const std::string insert = fmt::format("INSERT INTO {} (name, rows, hash) VALUES ($1, $2, $3)", kSumsTable);
  for (const auto& [name, sum] : sums)
    backup.execute(insert, {name, sum.rows, fmt::format("{:016x}", sum.hash)});
}

std::optional<TableSums> stored_sums(Connection& backup) {
  if (backup.query("SELECT 1 FROM sqlite_master WHERE name = $1", {std::string(kSumsTable)}).empty())
    return std::nullopt;
  TableSums sums;
  for (const Row& row : backup.query(fmt::format("SELECT name, rows, hash FROM {}", kSumsTable))) {
    // What is no number is no sum either, and will not compare.
    sums.emplace_back(row.text(0), Sum{row.integer(1), std::strtoull(row.text(2).c_str(), nullptr, 16)});
  }
  return sums;
}

void forget_sums(Connection& backup) { backup.script(fmt::format("DROP TABLE IF EXISTS {}", kSumsTable)); }

}  // namespace ordo::store
