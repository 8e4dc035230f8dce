// A connection to a database, whichever it is: statements with parameters in, rows out.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ordo::store {

/// NULL, a whole number, a floating one, or text. Booleans are 0 and 1, instants milliseconds.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

/// One row; asking for a column as what it is not is a programmer error.
class Row {
 public:
  explicit Row(std::vector<Value> values) : values_(std::move(values)) {}
  [[nodiscard]] bool is_null(std::size_t column) const;
  [[nodiscard]] std::int64_t integer(std::size_t column) const;
  [[nodiscard]] double real(std::size_t column) const;
  [[nodiscard]] const std::string& text(std::size_t column) const;
  [[nodiscard]] const std::vector<Value>& values() const noexcept { return values_; }

 private:
  std::vector<Value> values_;
};

enum class SqlTrouble : std::uint8_t {
  Lost,      ///< the connection or the server is gone: try again with another connection
  Conflict,  ///< a deadlock or serialisation failure: the transaction may be tried again
  Slow,      ///< it took too long and was given up; the connection is fine
  Full,      ///< no room on the disk
  Disk,      ///< the disk failed to read or write
  Damaged,   ///< the file is not what was written
  Other,     ///< a mistake in a statement, a violated constraint, a row that makes no sense
};

/// A broken environment, or a mistake of ours.
class SqlError : public std::runtime_error {
 public:
  SqlError(SqlTrouble trouble, const std::string& what) : std::runtime_error(what), trouble_(trouble) {}
  [[nodiscard]] SqlTrouble trouble() const noexcept { return trouble_; }

 private:
  SqlTrouble trouble_;
};

enum class Dialect : std::uint8_t { Sqlite, Postgres };

/// Used by one thread at a time. Parameters are written $1, $2 … in both dialects; statements are prepared
/// once and kept.
class Connection {
 public:
  virtual ~Connection() = default;
  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  [[nodiscard]] virtual Dialect dialect() const noexcept = 0;
  /// All rows of one statement. Statements are kept by their text: few different ones, values as parameters.
  virtual std::vector<Row> query(std::string_view sql, std::span<const Value> parameters) = 0;
  /// Runs one statement; how many rows it inserted, changed or deleted.
  virtual std::int64_t execute(std::string_view sql, std::span<const Value> parameters) = 0;
  /// Heard by all who listen to the channel, when and if the transaction commits.
  virtual void notify(std::string_view channel, std::string_view text) = 0;
  /// Several statements without parameters, as in migrations.
  virtual void script(std::string_view sql) = 0;

  std::vector<Row> query(std::string_view sql, std::initializer_list<Value> parameters = {}) {
    return query(sql, std::span(parameters.begin(), parameters.size()));
  }
  std::int64_t execute(std::string_view sql, std::initializer_list<Value> parameters = {}) {
    return execute(sql, std::span(parameters.begin(), parameters.size()));
  }
};

}  // namespace ordo::store
