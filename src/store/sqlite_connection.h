// A connection to an SQLite file.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/batch.h"

struct sqlite3;
struct sqlite3_stmt;

namespace ordo::store {

enum class SqliteMode : std::uint8_t {
  Create,     ///< reads and writes; makes the file if there is none
  ReadWrite,  ///< the file must be there
  ReadOnly,
};

class SqliteConnection final : public TransactionalConnection {
 public:
  /// In WAL mode with full sync and foreign keys (but a file opened for reading stays as it is). A new file
  /// is for its owner alone, and with it the log that SQLite makes beside it. Throws SqlError.
  SqliteConnection(const std::string& path, SqliteMode mode);

  using Connection::execute;
  using Connection::query;
  [[nodiscard]] Dialect dialect() const noexcept override { return Dialect::Sqlite; }
  std::vector<Row> query(std::string_view sql, std::span<const Value> parameters) override;
  std::int64_t execute(std::string_view sql, std::span<const Value> parameters) override;
  void notify(std::string_view channel, std::string_view text) override;
  void script(std::string_view sql) override;

  [[nodiscard]] bool begin(const std::string& token) override;
  void commit() override;
  void rollback() noexcept override;
  /// What takes longer fails with SqlError Slow.
  void set_deadline(std::chrono::steady_clock::time_point until) noexcept override { until_ = until; }
  [[nodiscard]] std::vector<Notice> take_notices() override;

  /// From now on commits leave it to tend_log() to keep the log from growing.
  void take_over_log();
  /// To be called after each commit, when those who waited for it have been answered: this many.
  void tend_log(std::size_t jobs) noexcept;

  /// How many steps of SQLite's machine all that was asked has taken: what it cost, on whatever computer.
  [[nodiscard]] std::int64_t steps() const noexcept;
  /// Ends what is being asked, now and from now on, with SqlError Slow. From any thread.
  void stop() noexcept { is_stopped_ = true; }
  /// Whether it has come across something in the file that cannot be. From any thread.
  [[nodiscard]] bool has_met_damage() const noexcept { return has_met_damage_; }

 private:
  struct CloseHandle {
    void operator()(sqlite3* handle) const noexcept;
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };
  struct Prepared {
    std::string text;  // what the key of the map looks at
    std::unique_ptr<sqlite3_stmt, Finalize> statement;
    std::vector<int> places;  // of $1, $2 …: SQLite numbers parameters as it meets them
  };

  [[noreturn]] void fail(int code, std::string_view doing) const;
  [[nodiscard]] bool is_out_of_time() const noexcept;
  [[nodiscard]] Prepared& prepared(std::string_view sql);
  /// The statement with its parameters, not yet run.
  [[nodiscard]] sqlite3_stmt* bound(std::string_view sql, std::span<const Value> parameters);

  std::string path_;
  std::chrono::steady_clock::time_point until_ = std::chrono::steady_clock::time_point::max();
  std::atomic<bool> is_stopped_ = false;
  mutable std::atomic<bool> has_met_damage_ = false;
  std::unique_ptr<sqlite3, CloseHandle> handle_;
  std::unordered_map<std::string_view, std::unique_ptr<Prepared>> statements_;  // goes before handle_
  std::vector<Notice> notices_;                                                 // of the transaction
  int log_pages_ = 0;                                                           // after the last commit
  double jobs_in_a_commit_ = 0;                                                 // of late, on average
};

}  // namespace ordo::store
