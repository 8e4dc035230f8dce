// The tables, version by version.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "store/sql.h"

namespace ordo::store {

/// One step from a version to the next. In `script`, {id} stands for the type of ids, compared byte by byte;
/// {clustered} for what makes SQLite keep a table in the order of its primary key; what is between
/// {postgres} and {end} is for PostgreSQL only.
struct Migration {
  std::string_view script;
};

/// The first leads from nothing to version 1, and so on. Steps are only ever added at the end.
[[nodiscard]] std::span<const Migration> all_migrations();

/// What the step is in one of the dialects.
[[nodiscard]] std::string script_for(const Migration& migration, Dialect dialect);

/// 0: there are no tables yet.
[[nodiscard]] std::int64_t schema_version(Connection& connection);

/// Takes the missing steps, each in a transaction of its own; how many there were. Of several nodes that
/// start at once, one takes them and the others wait. Throws SqlError if the database is newer than this
/// program.
std::int64_t migrate(Connection& connection, std::span<const Migration> steps = all_migrations());

}  // namespace ordo::store
