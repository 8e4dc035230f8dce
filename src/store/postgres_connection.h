// A connection to a PostgreSQL server.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/batch.h"
#include "store/bell.h"
#include "store/postgres_hosts.h"

struct pg_conn;
struct pg_result;

namespace ordo::store {

/// All notices go through this one channel, which PostgreSQL keeps for each database: lines "CHANNEL TEXT".
inline constexpr std::string_view kPostgresChannel = "ordo_notices";

/// Each connection of a node holds an advisory lock for all: this number, and the node's.
inline constexpr std::int32_t kPostgresNodes = 7306342;

/// How long to wait for a server.
struct PostgresPatience {
  std::chrono::milliseconds connect{5'000};  ///< to each host that the address names
  /// The longest that a statement may take; the server gives it up a little earlier. Nothing: as long as it
  /// takes, for work on a whole database; then only a machine that is gone is noticed.
  std::optional<std::chrono::milliseconds> answer;
  /// Once it has rung, nothing is waited for longer than `after_bell`.
  const Bell* bell = nullptr;
  std::chrono::milliseconds after_bell{2'000};
};

/// Nothing here waits without end: a server that does not answer in time is lost, with its connection. (Only
/// names are looked up by the system in its own time.)
class PostgresConnection final : public TransactionalConnection {
 public:
  /// `address`: postgresql://…. Throws SqlError Lost with what is wrong, never with the password.
  explicit PostgresConnection(
      const std::string& address, const PostgresPatience& patience = {},
      std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());

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
  void set_deadline(std::chrono::steady_clock::time_point until) noexcept override { until_ = until; }
  [[nodiscard]] std::vector<Notice> take_notices() override { return {}; }

  /// For the one that listens: waits for so long at most, or until the bell rings, and gives what was heard.
  /// Throws SqlError Lost.
  [[nodiscard]] std::vector<Notice> wait_for_notices(std::chrono::milliseconds longest);

  /// From now on this connection tells others that the node is there.
  void join_node(std::int32_t number);
  void set_answer_within(std::optional<std::chrono::milliseconds> longest);

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;

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

  void connect_to(const std::string& address, const PostgresHost& host, SteadyTime until);
  /// Waits until the socket is ready for these events of poll(). False: the time is up.
  [[nodiscard]] bool is_ready(short events, SteadyTime until) const;
  [[noreturn]] void fail(const pg_result* result, std::string_view doing) const;
  [[noreturn]] void give_up(std::string_view doing);
  /// The last answer to what was sent. `is_sent`: what PQsend… returned.
  [[nodiscard]] Result answer(int is_sent, std::string_view doing);
  Result run_text(const std::string& sql, std::string_view doing);
  [[nodiscard]] std::vector<Notice> take_heard();
  [[nodiscard]] const Prepared& prepared(std::string_view sql);
  [[nodiscard]] Result run(std::string_view sql, std::span<const Value> parameters);
  [[nodiscard]] std::string take_notices_as_script();

  PostgresPatience patience_;
  SteadyTime until_;      // of the job
  bool is_hung_ = false;  // an answer may still come: nothing more can be asked
  std::unique_ptr<pg_conn, Finish> connection_;
  std::unordered_map<std::string_view, std::unique_ptr<Prepared>> statements_;
  std::vector<std::string> notices_;  // of the transaction; many in each, a line each
};

}  // namespace ordo::store
