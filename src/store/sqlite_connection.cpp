// A connection to an SQLite file.
#include "store/sqlite_connection.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "store/wal_buffer.h"
#include "util/check.h"

namespace ordo::store {
namespace {

constexpr int kBusyMilliseconds = 5000;
constexpr int kStepsBetweenGlances = 2000;  // of SQLite's machine, at the clock

/// How large the write-ahead log may grow before it is folded into the file, and how large it stays
/// afterwards: where many write, a busy page is then written once for many commits, and writing over what is
/// there costs the disk less than growing.
struct LogSize {
  int pages;
  const char* limit;
};
constexpr LogSize kBusyLog = {32768, "PRAGMA journal_size_limit=167772160"};  // 128 MB, 160 MB
constexpr LogSize kQuietLog = {2048, "PRAGMA journal_size_limit=8388608"};    // 8 MB

/// Many write when as many jobs as this share a commit on average; single ones come by even then.
constexpr double kBusyJobs = 2;
constexpr double kWeightOfACommit = 1.0 / 64;

/// synchronous=FULL: a commit has reached the disk.
constexpr const char* kWritersSettings =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY;"
    "PRAGMA cache_size=-65536; PRAGMA wal_autocheckpoint=32768; PRAGMA journal_size_limit=8388608";
constexpr const char* kReadersSettings = "PRAGMA query_only=ON; PRAGMA cache_size=-16384";

[[nodiscard]] SqlTrouble trouble_for(int code) {
  switch (code & 0xFF) {
    case SQLITE_FULL:
      return SqlTrouble::Full;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
      return SqlTrouble::Disk;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return SqlTrouble::Damaged;
    case SQLITE_INTERRUPT:
      return SqlTrouble::Slow;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return SqlTrouble::Conflict;
    default:
      return SqlTrouble::Other;
  }
}

[[nodiscard]] int bind(sqlite3_stmt* statement, int place, const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value))
    return sqlite3_bind_int64(statement, place, *whole);
  if (const auto* real = std::get_if<double>(&value)) return sqlite3_bind_double(statement, place, *real);
  if (const auto* text = std::get_if<std::string>(&value)) {
    // Without a copy: the statement is reset before the parameters go.
    return sqlite3_bind_text(statement, place, text->data(), static_cast<int>(text->size()), nullptr);
  }
  return sqlite3_bind_null(statement, place);
}

[[nodiscard]] Value column(sqlite3_stmt* statement, int index) {
  switch (sqlite3_column_type(statement, index)) {
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(statement, index)};
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, index);
    case SQLITE_NULL:
      return std::monostate{};
    default: {
      const void* text = sqlite3_column_blob(statement, index);
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, index));
      return size == 0 ? std::string() : std::string(static_cast<const char*>(text), size);
    }
  }
}

/// Leaves the statement ready for the next time, whatever happens.
class ResetAtEnd {
 public:
  explicit ResetAtEnd(sqlite3_stmt* statement) : statement_(statement) {}
  ResetAtEnd(const ResetAtEnd&) = delete;
  ResetAtEnd& operator=(const ResetAtEnd&) = delete;
  ~ResetAtEnd() { sqlite3_reset(statement_); }

 private:
  sqlite3_stmt* statement_;
};

[[nodiscard]] int open_flags(SqliteMode mode) {
  constexpr int kOneThread = SQLITE_OPEN_NOMUTEX;
  switch (mode) {
    case SqliteMode::Create:
      return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | kOneThread;
    case SqliteMode::ReadWrite:
      return SQLITE_OPEN_READWRITE | kOneThread;
    case SqliteMode::ReadOnly:
      break;
  }
  return SQLITE_OPEN_READONLY | kOneThread;
}

/// Made here and not by SQLite, so that nobody else can read it, whatever the umask.
void make_private_file(const std::string& path) {
  const int made = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);  // NOLINT(*-vararg)
  if (made >= 0) close(made);
}

}  // namespace

void SqliteConnection::CloseHandle::operator()(sqlite3* handle) const noexcept { sqlite3_close_v2(handle); }

void SqliteConnection::Finalize::operator()(sqlite3_stmt* statement) const noexcept {
  sqlite3_finalize(statement);
}

SqliteConnection::SqliteConnection(const std::string& path, SqliteMode mode) : path_(path) {
  // Counting its memory would take a lock of all connections for every allocation.
  static const int kUncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);  // NOLINT(*-vararg)
  ORDO_CHECK(kUncounted == SQLITE_OK);
  sqlite3* handle = nullptr;
  if (mode == SqliteMode::Create && access(path.c_str(), F_OK) != 0) make_private_file(path);
  const char* vfs = mode == SqliteMode::ReadOnly ? nullptr : buffered_wal_vfs();
  const int code = sqlite3_open_v2(path.c_str(), &handle, open_flags(mode), vfs);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail(code, "open the database");
  sqlite3_extended_result_codes(handle_.get(), 1);
  sqlite3_busy_timeout(handle_.get(), kBusyMilliseconds);
  if (mode == SqliteMode::ReadOnly) {
    sqlite3_progress_handler(
        handle_.get(), kStepsBetweenGlances,
        [](void* self) { return static_cast<SqliteConnection*>(self)->is_out_of_time() ? 1 : 0; }, this);
  }
  script(mode == SqliteMode::ReadOnly ? kReadersSettings : kWritersSettings);
}

bool SqliteConnection::is_out_of_time() const noexcept {
  return is_stopped_ || (until_ != std::chrono::steady_clock::time_point::max() &&
                         std::chrono::steady_clock::now() >= until_);
}

void SqliteConnection::fail(int code, std::string_view doing) const {
  if (trouble_for(code) == SqlTrouble::Damaged) has_met_damage_ = true;
  const bool is_slow = trouble_for(code) == SqlTrouble::Slow;
  const char* why = is_slow   ? "it takes too long"
                    : handle_ ? sqlite3_errmsg(handle_.get())
                              : sqlite3_errstr(code);
  throw SqlError(trouble_for(code), fmt::format("{}: cannot {}: {}", path_, doing, why));
}

SqliteConnection::Prepared& SqliteConnection::prepared(std::string_view sql) {
  if (const auto found = statements_.find(sql); found != statements_.end()) return *found->second;
  auto made = std::make_unique<Prepared>();
  made->text = sql;
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  const int code = sqlite3_prepare_v3(handle_.get(), made->text.c_str(), static_cast<int>(sql.size() + 1),
                                      SQLITE_PREPARE_PERSISTENT, &statement, &rest);
  made->statement.reset(statement);
  if (code != SQLITE_OK) fail(code, "prepare a statement");
  ORDO_CHECK(statement != nullptr && *rest == '\0');  // one statement
  for (int i = 1; i <= sqlite3_bind_parameter_count(statement); ++i) {
    const int place = sqlite3_bind_parameter_index(statement, fmt::format("${}", i).c_str());
    ORDO_CHECK(place != 0);
    made->places.push_back(place);
  }
  const std::string_view key = made->text;
  return *statements_.emplace(key, std::move(made)).first->second;
}

sqlite3_stmt* SqliteConnection::bound(std::string_view sql, std::span<const Value> parameters) {
  Prepared& found = prepared(sql);
  ORDO_CHECK(found.places.size() == parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const int code = bind(found.statement.get(), found.places[i], parameters[i]);
    if (code != SQLITE_OK) fail(code, "give a parameter");
  }
  return found.statement.get();
}

std::vector<Row> SqliteConnection::query(std::string_view sql, std::span<const Value> parameters) {
  if (is_out_of_time()) fail(SQLITE_INTERRUPT, "ask");
  sqlite3_stmt* statement = bound(sql, parameters);
  const ResetAtEnd reset(statement);
  const int columns = sqlite3_column_count(statement);
  std::vector<Row> rows;
  int code = 0;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    std::vector<Value> values;
    values.reserve(static_cast<std::size_t>(columns));
    for (int i = 0; i < columns; ++i) values.push_back(column(statement, i));
    rows.emplace_back(std::move(values));
  }
  if (code != SQLITE_DONE) fail(code, "ask");
  return rows;
}

std::int64_t SqliteConnection::execute(std::string_view sql, std::span<const Value> parameters) {
  sqlite3_stmt* statement = bound(sql, parameters);
  const ResetAtEnd reset(statement);
  int code = sqlite3_step(statement);
  while (code == SQLITE_ROW) code = sqlite3_step(statement);
  if (code != SQLITE_DONE) fail(code, "write");
  return sqlite3_changes64(handle_.get());
}

void SqliteConnection::notify(std::string_view channel, std::string_view text) {
  notices_.push_back({std::string(channel), std::string(text)});
}

void SqliteConnection::script(std::string_view sql) {
  const int code = sqlite3_exec(handle_.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code, "run a script");
}

bool SqliteConnection::begin(const std::string& /*token*/) {
  notices_.clear();
  execute("BEGIN IMMEDIATE");
  return true;
}

void SqliteConnection::commit() { execute("COMMIT"); }

void SqliteConnection::take_over_log() {
  sqlite3_wal_hook(
      handle_.get(),
      [](void* self, sqlite3*, const char*, int pages) {
        static_cast<SqliteConnection*>(self)->log_pages_ = pages;
        return SQLITE_OK;
      },
      this);
}

void SqliteConnection::tend_log(std::size_t jobs) noexcept {
  jobs_in_a_commit_ += (static_cast<double>(jobs) - jobs_in_a_commit_) * kWeightOfACommit;
  const LogSize& size = jobs_in_a_commit_ < kBusyJobs ? kQuietLog : kBusyLog;
  if (log_pages_ < size.pages) return;
  sqlite3_exec(handle_.get(), size.limit, nullptr, nullptr, nullptr);
  // It waits for nobody. What readers keep it from doing it does the next time; if the disk is sick, the next
  // commit tells.
  sqlite3_wal_checkpoint_v2(handle_.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

void SqliteConnection::rollback() noexcept {
  notices_.clear();
  // SQLite rolls back by itself after some errors.
  if (sqlite3_get_autocommit(handle_.get()) == 0) {
    sqlite3_exec(handle_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

std::int64_t SqliteConnection::steps() const noexcept {
  std::int64_t steps = 0;
  for (const auto& [text, kept] : statements_)
    steps += sqlite3_stmt_status(kept->statement.get(), SQLITE_STMTSTATUS_VM_STEP, 0);
  return steps;
}

std::vector<Notice> SqliteConnection::take_notices() { return std::exchange(notices_, {}); }

}  // namespace ordo::store
