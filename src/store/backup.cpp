// Copying a whole database from one kind to another, table by table.
#include <algorithm>
#include <array>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "store/backup_sums.h"
#include "store/drivers.h"
#include "store/file_lock.h"
#include "store/maintenance.h"
#include "store/migrations.h"
#include "store/sqlite_connection.h"
#include "util/check.h"

namespace ordo::store {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRowsAtOnce = 100;     // of an INSERT
constexpr std::int64_t kRowsOfAPage = 2000;  // of a SELECT

[[noreturn]] void refuse(const std::string& why) { throw SqlError(SqlTrouble::Other, why); }

struct TableShape {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::string> key;  // of the columns; each row has its own
};

/// As the SQLite side has them (one side always is), in the order they were made: what is referred to first.
[[nodiscard]] std::vector<TableShape> tables_of(Connection& sqlite) {
  ORDO_CHECK(sqlite.dialect() == Dialect::Sqlite);
  std::vector<TableShape> tables;
  for (const Row& row :
       sqlite.query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
                    "AND name <> 'schema_version' AND name <> $1 ORDER BY rowid",
                    {std::string(kSumsTable)})) {
    TableShape table{row.text(0), {}, {}};
    for (const Row& column :
         sqlite.query("SELECT name, pk FROM pragma_table_info($1) ORDER BY cid", {table.name})) {
      table.columns.push_back(column.text(0));
    }
    for (const Row& column :
         sqlite.query("SELECT name FROM pragma_table_info($1) WHERE pk > 0 ORDER BY pk", {table.name})) {
      table.key.push_back(column.text(0));
    }
    if (table.key.empty())
      refuse(fmt::format("the table {} has no key: this is no backup of ordo", table.name));
    tables.push_back(std::move(table));
  }
  return tables;
}

[[nodiscard]] std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

/// "$4, $5, $6"
[[nodiscard]] std::string placeholders(std::size_t first, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(fmt::format("${}", first + i));
  return joined(names);
}

/// Calls back with pages of rows, in the order of the key.
template <class Use>
void for_each_page(Connection& connection, const TableShape& table, Use use) {
  const std::string columns = joined(table.columns);
  const std::string key = joined(table.key);
  const std::string first = fmt::format("SELECT {} FROM {} ORDER BY {} LIMIT $1", columns, table.name, key);
  const std::string next = fmt::format("SELECT {} FROM {} WHERE ({}) > ({}) ORDER BY {} LIMIT $1", columns,
                                       table.name, key, placeholders(2, table.key.size()), key);
  std::vector<Value> parameters = {kRowsOfAPage};
  for (;;) {
    const auto rows = connection.query(parameters.size() == 1 ? first : next, parameters);
    if (rows.empty()) return;
    use(rows);
    parameters.resize(1);
    for (const std::string& column : table.key) {
      const auto at = std::ranges::find(table.columns, column) - table.columns.begin();
      parameters.push_back(rows.back().values()[static_cast<std::size_t>(at)]);
    }
  }
}

[[nodiscard]] std::string insert_statement(const TableShape& table, std::size_t rows) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < rows; ++i) {
    values.push_back(fmt::format("({})", placeholders(1 + i * table.columns.size(), table.columns.size())));
  }
  return fmt::format("INSERT INTO {} ({}) VALUES {}", table.name, joined(table.columns), joined(values));
}

[[nodiscard]] Sum copy(Connection& from, Connection& to, const TableShape& table, const Progress& progress) {
  const std::string insert_many = insert_statement(table, kRowsAtOnce);
  const std::string insert_one = insert_statement(table, 1);
  Sum sum;
  for_each_page(from, table, [&](const std::vector<Row>& rows) {
    for (std::size_t i = 0; i < rows.size();) {
      const std::size_t count = rows.size() - i >= kRowsAtOnce ? kRowsAtOnce : 1;
      std::vector<Value> values;
      for (const std::size_t end = i + count; i < end; ++i) {
        sum.add(rows[i].values());
        values.insert(values.end(), rows[i].values().begin(), rows[i].values().end());
      }
      to.execute(count == 1 ? insert_one : insert_many, values);
    }
    progress(table.name, sum.rows);
  });
  return sum;
}

[[nodiscard]] Sum sum_of(Connection& connection, const TableShape& table) {
  Sum sum;
  for_each_page(connection, table, [&](const std::vector<Row>& rows) {
    for (const Row& row : rows) sum.add(row.values());
  });
  return sum;
}

/// All tables; `from` must be in a transaction that sees one moment. What arrived is read again and compared,
/// and what was sent is compared with `expected`.
[[nodiscard]] TableSums copy_all(Connection& from, Connection& to, Connection& sqlite,
                                 const Progress& progress, const std::optional<TableSums>& expected = {}) {
  TableSums sums;
  to.script("BEGIN");
  for (const TableShape& table : tables_of(sqlite)) {
    const Sum sent = copy(from, to, table, progress);
    if (sum_of(to, table) != sent)
      refuse(fmt::format("the copy of the table {} is not like the original", table.name));
    sums.emplace_back(table.name, sent);
  }
  if (expected) {
    TableSums wanted = *expected;
    TableSums found = sums;
    std::ranges::sort(wanted, {}, &TableSums::value_type::first);
    std::ranges::sort(found, {}, &TableSums::value_type::first);
    const auto [at, its] = std::ranges::mismatch(wanted, found);
    if (at != wanted.end() || its != found.end()) {
      refuse(fmt::format("the backup is damaged: the table {} is not what was backed up",
                         at != wanted.end() ? at->first : its->first));
    }
  }
  to.script("COMMIT");
  return sums;
}

[[nodiscard]] std::vector<TableCount> counts_of(const TableSums& sums) {
  std::vector<TableCount> counts;
  for (const auto& [table, sum] : sums) counts.push_back({table, sum.rows});
  return counts;
}

void begin_reading(Connection& connection) {
  connection.script(
      connection.dialect() == Dialect::Sqlite ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

[[nodiscard]] std::int64_t newest_version() { return static_cast<std::int64_t>(all_migrations().size()); }

void sync_to_disk(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);  // NOLINT(*-vararg)
  const bool fine = descriptor >= 0 && fsync(descriptor) == 0;
  if (descriptor >= 0) close(descriptor);
  if (!fine) refuse(fmt::format("{}: cannot be written to disk", path));
}

/// A server that nobody has used has said that it was there.
constexpr std::array<std::string_view, 3> kSignsOfLife = {"uptime", "nodes", "online"};

[[nodiscard]] bool is_sign_of_life(const TableShape& table) {
  return std::ranges::find(kSignsOfLife, table.name) != kSignsOfLife.end();
}

[[nodiscard]] bool is_empty(Connection& connection, const std::vector<TableShape>& tables) {
  return std::ranges::all_of(tables, [&](const TableShape& table) {
    return is_sign_of_life(table) ||
           connection.query(fmt::format("SELECT 1 FROM {} LIMIT 1", table.name)).empty();
  });
}

/// A file that is being made: it goes unless it is kept.
class Draft {
 public:
  explicit Draft(std::string path) : path_(std::move(path)) { remove(); }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() { remove(); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  void keep_as(const std::string& path) {
    sync_to_disk(path_);
    std::error_code error;
    fs::rename(path_, path, error);
    if (error) refuse(fmt::format("{}: {}", path, error.message()));
    const std::string folder = fs::path(path).parent_path().string();
    sync_to_disk(folder.empty() ? "." : folder);
  }

 private:
  void remove() const noexcept {
    std::error_code ignored;
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(path_ + suffix, ignored);
  }
  std::string path_;
};

}  // namespace

std::int64_t migrate_database(const std::string& address) {
  if (is_postgres_address(address)) return migrate(*connect(address, true));
  const FileLock lock(address);
  SqliteConnection connection(address, SqliteMode::Create);
  return migrate(connection);
}

std::vector<TableCount> back_up(const std::string& address, const std::string& file,
                                const Progress& progress) {
  if (fs::exists(file)) refuse(fmt::format("{} is there already: a backup never replaces a file", file));
  const auto source = connect(address, false);
  begin_reading(*source);
  const std::int64_t version = schema_version(*source);
  if (version != newest_version()) {
    refuse(version == 0
               ? fmt::format("there is no database of ordo to back up")
               : fmt::format("the database has version {}, this program makes backups of version {}: "
                             "run 'ordo db migrate' first, or use the program that made it",
                             version, newest_version()));
  }
  Draft draft(file + ".part");
  std::vector<TableCount> counts;
  {
    SqliteConnection target(draft.path(), SqliteMode::Create);
    migrate(target);
    const TableSums sums = copy_all(*source, target, target, progress);
    store_sums(target, sums);
    counts = counts_of(sums);
    // So that the backup is one file.
    target.query("PRAGMA journal_mode = DELETE");
  }
  draft.keep_as(file);
  return counts;
}

Restored restore(const std::string& file, const std::string& address, const Progress& progress) {
  if (is_postgres_address(file)) refuse("a backup is a file");
  SqliteConnection source(file, SqliteMode::ReadOnly);
  begin_reading(source);
  if (const auto damage = file_damage(source); !damage.empty())
    refuse(fmt::format("{} is damaged: {}", file, damage.front()));
  const std::int64_t version = schema_version(source);
  if (version == 0) refuse(fmt::format("{} is no backup of ordo", file));
  if (version > newest_version()) {
    refuse(fmt::format("{} has version {}, made by a newer ordo; this one knows versions up to {}", file,
                       version, newest_version()));
  }
  std::optional<FileLock> lock;
  std::unique_ptr<Connection> target;
  if (is_postgres_address(address)) {
    target = connect(address, true);
  } else {
    lock.emplace(address);
    target = std::make_unique<SqliteConnection>(address, SqliteMode::Create);
  }
  const std::int64_t there = schema_version(*target);
  if (there != 0 && (there != version || !is_empty(*target, tables_of(source)))) {
    refuse(fmt::format("the database to restore into has something in it: an empty one is needed"));
  }
  migrate(*target, all_migrations().first(static_cast<std::size_t>(version)));
  for (const TableShape& table : tables_of(source)) {
    if (is_sign_of_life(table)) target->execute(fmt::format("DELETE FROM {}", table.name));
  }
  const std::optional<TableSums> expected = stored_sums(source);
  auto counts = counts_of(copy_all(source, *target, source, progress, expected));
  migrate(*target);
  return {std::move(counts), expected.has_value()};
}

}  // namespace ordo::store
