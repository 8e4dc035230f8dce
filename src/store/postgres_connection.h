// A connection to a PostgreSQL server.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/batch.h"

struct pg_conn;
struct pg_result;

namespace ordo::store {

/// All notices go through this one channel, which PostgreSQL keeps for each database: lines "CHANNEL TEXT".
inline constexpr std::string_view kPostgresChannel = "ordo_notices";

class PostgresConnection final : public TransactionalConnection {
 public:
  /// `address`: postgresql://…. Throws SqlError Lost with what is wrong, never with the password.
  explicit PostgresConnection(const std::string& address);

  using Connection::execute;
  using Connection::query;
  [[nodiscard]] Dialect dialect() const noexcept override { return Dialect::Postgres; }
  std::vector<Row> query(std::string_view sql, std::span<const Value> parameters) override;
  std::int64_t execute(std::string_view sql, std::span<const Value> parameters) override;
  /// Kept until the commit, which sends all of them at once.
  void notify(std::string_view channel, std::string_view text) override;
  void script(std::string_view sql) override;

  [[nodiscard]] bool begin(const std::string& token) override;
  void commit() override;
  void rollback() noexcept override;
  [[nodiscard]] std::vector<Notice> take_notices() override { return {}; }

  /// For the one that listens: waits up to `patience` for the server or for `wake` (a descriptor) to become
  /// readable, and gives what was heard. Throws SqlError Lost.
  [[nodiscard]] std::vector<Notice> wait_for_notices(int wake, std::chrono::milliseconds patience);

 private:
  struct Finish {
    void operator()(pg_conn* connection) const noexcept;
  };
  struct Clear {
    void operator()(pg_result* result) const noexcept;
  };
  using Result = std::unique_ptr<pg_result, Clear>;
  struct Prepared {
    std::string text;  // what the key of the map looks at
    std::string name;
    std::size_t parameters = 0;
  };

  [[noreturn]] void fail(const pg_result* result, std::string_view doing) const;
  [[nodiscard]] Result checked(pg_result* result, std::string_view doing) const;
  [[nodiscard]] const Prepared& prepared(std::string_view sql);
  [[nodiscard]] Result run(std::string_view sql, std::span<const Value> parameters);
  [[nodiscard]] std::string take_notices_as_script();

  std::unique_ptr<pg_conn, Finish> connection_;
  std::unordered_map<std::string_view, std::unique_ptr<Prepared>> statements_;
  std::vector<std::string> notices_;  // of the transaction; many in each, a line each
};

}  // namespace ordo::store
