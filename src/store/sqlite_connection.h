// A connection to an SQLite file.
#pragma once

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
  /// In WAL mode with full sync and foreign keys (but a file opened for reading stays as it is). Throws
  /// SqlError.
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
  [[nodiscard]] std::vector<Notice> take_notices() override;

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
  [[nodiscard]] Prepared& prepared(std::string_view sql);
  /// The statement with its parameters, not yet run.
  [[nodiscard]] sqlite3_stmt* bound(std::string_view sql, std::span<const Value> parameters);

  std::string path_;
  std::unique_ptr<sqlite3, CloseHandle> handle_;
  std::unordered_map<std::string_view, std::unique_ptr<Prepared>> statements_;  // goes before handle_
  std::vector<Notice> notices_;                                                 // of the transaction
};

}  // namespace ordo::store
