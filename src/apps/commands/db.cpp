// `ordo db`: looking after the database of a server.
#include "apps/commands/db.h"

#include <chrono>
#include <vector>

#include <fmt/format.h>

#include "apps/terminal/terminal.h"
#include "store/maintenance.h"
#include "util/text.h"

namespace ordo::apps {
namespace {

/// One line that changes on a terminal; elsewhere a line every ten seconds of long work.
class DbProgress {
 public:
  DbProgress(std::ostream& out, bool is_terminal) : out_(out), is_terminal_(is_terminal) {}
  DbProgress(const DbProgress&) = delete;
  DbProgress& operator=(const DbProgress&) = delete;
  ~DbProgress() {
    if (is_open_) out_ << "\r\033[K" << std::flush;
  }

  void show(std::string_view table, std::int64_t rows) {
    const auto now = std::chrono::steady_clock::now();
    const auto pause = is_terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10);
    if (now - shown_ < pause) return;
    shown_ = now;
    is_open_ = is_terminal_;
    out_ << (is_terminal_ ? "\r\033[K" : "") << fmt::format("{}: {}", table, rows)
         << (is_terminal_ ? "" : "\n") << std::flush;
  }
  [[nodiscard]] store::Progress callback() {
    return [this](std::string_view table, std::int64_t rows) { show(table, rows); };
  }

 private:
  std::ostream& out_;
  const bool is_terminal_;
  std::chrono::steady_clock::time_point shown_ = std::chrono::steady_clock::now();
  bool is_open_ = false;  ///< a line without its end has been written
};

/// Runs `work`, which returns an exit code; says what is wrong if it throws.
template <class Work>
int guarded(Console& console, Work work) {
  try {
    return work();
  } catch (const store::SqlError& error) {
    return console.refuse(util::printable(error.what()));
  }
}

void list(const std::vector<store::TableCount>& counts, std::ostream& out) {
  for (const store::TableCount& count : counts) out << fmt::format("{:>12} {}\n", count.rows, count.table);
}

}  // namespace

int run_db_migrate(const DbOptions& options, Console& console) {
  return guarded(console, [&] {
    const std::int64_t steps = store::migrate_database(options.database);
    console.out << (steps == 0 ? "the database is up to date\n"
                               : fmt::format("the database went up by {} version{}\n", steps,
                                             steps == 1 ? "" : "s"));
    return kFine;
  });
}

int run_db_backup(const DbOptions& options, Console& console) {
  return guarded(console, [&] {
    std::vector<store::TableCount> counts;
    {
      DbProgress progress(console.err, options.is_terminal);
      counts = store::back_up(options.database, options.file, progress.callback());
    }
    list(counts, console.out);
    console.out << fmt::format("backed up to {}, and compared\n", util::printable(options.file));
    return kFine;
  });
}

int run_db_restore(const DbOptions& options, Console& console) {
  return guarded(console, [&] {
    store::Restored restored;
    {
      DbProgress progress(console.err, options.is_terminal);
      restored = store::restore(options.file, options.database, progress.callback());
    }
    list(restored.tables, console.out);
    const std::string file = util::printable(options.file);
    console.out << (restored.had_sums
                        ? fmt::format("restored from {}, which is whole, and compared\n", file)
                        : fmt::format("restored from {}, and compared; it has no sums of its own (made by an "
                                      "older ordo, or a copied file): run 'ordo db check' on the result\n",
                                      file));
    return kFine;
  });
}

int run_db_check(const DbOptions& options, Console& console) {
  return guarded(console, [&] {
    store::LogCheck check;
    {
      DbProgress progress(console.err, options.is_terminal);
      check = store::check_logs(options.database, progress.callback());
    }
    for (const std::string& line : check.damage)
      console.out << fmt::format("the file is damaged: {}\n", util::printable(line));
    for (const auto& [game, fault] : check.broken)
      console.out << fmt::format("{}: {}\n", util::printable(game), util::printable(fault));
    console.out << fmt::format("{} games, {} events, {} broken\n", check.games, check.events,
                               check.broken.size());
    return check.broken.empty() && check.damage.empty() ? kFine : kNo;
  });
}

void add_db(const Command& ordo) {
  const Command db = ordo.group("db", "Look after the database of a server: backup, restore, migrate, check");
  db.footer(
      "A database is a file, or postgresql://USER@HOST/NAME. A backup is one file of the same form whatever "
      "the\n"
      "database is: backing up from SQLite and restoring into PostgreSQL is how a server grows, and the "
      "other way\n"
      "works as well.\n\n"
      "Examples:\n"
      "  ordo db backup --db ordo.db --to ordo-backup.db\n"
      "  ordo db restore --from ordo-backup.db --db postgresql://ordo@localhost/ordo\n"
      "  ordo db check --db postgresql://ordo@localhost/ordo");
  const auto add = [&](const std::string& name, const std::string& purpose, const std::string& file,
                       const std::string& file_purpose, const std::string& footer,
                       int (*run)(const DbOptions&, Console&)) {
    db.add<DbOptions>(
        name, purpose,
        [&](const Command& command, DbOptions& options) {
          command.option("--db", options.database, "The database: a file, or postgresql://…")
              .required()
              .shown_as("DATABASE (needed)");
          if (!file.empty())
            command.option(file, options.file, file_purpose).required().shown_as("FILE (needed)");
          command.footer(footer);
        },
        [run](DbOptions options, Console& console) {
          options.is_terminal = stderr_is_terminal();
          return run(options, console);
        });
  };
  add("migrate", "Bring a database to the version of this program; makes one that is not there", "", "",
      "A server does this by itself when it starts. Nothing is changed if the database is up to date.",
      &run_db_migrate);
  add("backup", "Write all that is kept to a file, while servers go on", "--to",
      "The backup; a new file, never replaces one",
      "The backup is what the database was at one moment. It is compared with the database before it gets "
      "its\n"
      "name. It holds password hashes: keep it as safe as the database.",
      &run_db_backup);
  add("restore", "Fill an empty database of either kind from a backup", "--from", "The backup",
      "A database with something in it is refused, and so is a backup that is not what was backed up. All "
      "or\n"
      "nothing is restored, and compared afterwards. This is\n"
      "also how to move from SQLite to PostgreSQL, and back.",
      &run_db_restore);
  add("check", "Look through the file, replay every game from its log, and report what is broken", "", "",
      "What cannot be read is said and passed over. Exit code 0: all is fine; 1: something is broken, or "
      "the\n"
      "database cannot be read at all.",
      &run_db_check);
}

}  // namespace ordo::apps
