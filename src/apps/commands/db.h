// `ordo db`: looking after the database of a server.
#pragma once

#include <string>

#include "apps/commands/command.h"

namespace ordo::apps {

struct DbOptions {
  std::string database;      ///< a file, or postgresql://…
  std::string file;          ///< the backup
  bool is_terminal = false;  ///< of the error stream
};

int run_db_migrate(const DbOptions& options, Console& console);
int run_db_backup(const DbOptions& options, Console& console);
int run_db_restore(const DbOptions& options, Console& console);
int run_db_check(const DbOptions& options, Console& console);

}  // namespace ordo::apps
