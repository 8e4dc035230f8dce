// Work on a whole database: copying it, and checking it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/sql.h"

namespace ordo::store {

/// The table that is worked on, and how many of its rows are done.
using Progress = std::function<void(std::string_view table, std::int64_t rows)>;

struct TableCount {
  std::string table;
  std::int64_t rows = 0;
};

// An address is a file or postgresql://…, as in DatabaseOptions. All of these throw SqlError, with words for
// people.

/// Brings the database to the newest version; how many versions it went up. Makes a file that is not there.
std::int64_t migrate_database(const std::string& address);

/// All that is kept, as it is at one moment, into a new SQLite file, which is the form of a backup whatever
/// the database is. Servers may go on meanwhile. The file appears under its name when it is complete and has
/// been compared with the source.
std::vector<TableCount> back_up(const std::string& address, const std::string& file,
                                const Progress& progress);

struct Restored {
  std::vector<TableCount> tables;
  bool had_sums = false;  ///< false: of an older ordo, or a copied file; damage to a text would go unnoticed
};

/// A backup into an empty (or not yet existing) database of either kind, all or nothing. The file must be
/// whole and its rows what was backed up; what arrives is compared afterwards. A backup of an older version
/// is brought to the newest one.
Restored restore(const std::string& file, const std::string& address, const Progress& progress);

/// What SQLite finds wrong in the structure of its file, a line each; empty: it is whole. Nothing is known of
/// PostgreSQL's files, which it keeps with sums of their pages if it was set up so.
[[nodiscard]] std::vector<std::string> file_damage(Connection& connection);

struct LogCheck {
  std::vector<std::string> damage;  ///< of the file
  std::int64_t games = 0;
  std::int64_t events = 0;
  std::vector<std::pair<std::string, std::string>> broken;  ///< a game, and what is wrong with it
};

/// Whether the file is whole, and whether the events of every game have their numbers without gaps, make a
/// game when replayed, and agree with what lists show of it. What cannot be read is said and passed over.
/// Only reads; servers may go on meanwhile.
[[nodiscard]] LogCheck check_logs(const std::string& address, const Progress& progress);

}  // namespace ordo::store
