// How a thread of the database runs its jobs: many in one transaction, and what happens when one fails.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "store/database.h"
#include "store/job_queue.h"

namespace ordo::store {

/// A connection that its thread can begin and end transactions on.
class TransactionalConnection : public Connection {
 public:
  /// `token` names what is done in this transaction. False: a transaction with this token has been committed
  /// before, though its answer was lost; then there is no transaction. SQLite, whose answers cannot be lost,
  /// does not look at it.
  [[nodiscard]] virtual bool begin(const std::string& token) = 0;
  virtual void commit() = 0;
  virtual void rollback() noexcept = 0;
  /// What is asked from now on is answered by then, or fails.
  virtual void set_deadline(std::chrono::steady_clock::time_point until) noexcept = 0;
  /// What was said in the committed transactions and is to be told in this process; empty with PostgreSQL,
  /// which tells everybody.
  [[nodiscard]] virtual std::vector<Notice> take_notices() = 0;
};

/// What the thread has to offer besides a connection.
struct BatchSupport {
  /// The connection in use, with this deadline; made if there is none. May throw SqlError.
  std::function<TransactionalConnection&(std::chrono::steady_clock::time_point until)> connection;
  /// Makes a new one after the old one was lost, waiting between attempts until `until`. False: in vain.
  std::function<bool(std::chrono::steady_clock::time_point until)> reconnect;
  /// How long changes are tried; nothing: as long as it takes.
  std::optional<std::chrono::milliseconds> write_within;
  std::function<void(const std::vector<Notice>&)> tell;
  std::function<std::string()> new_token;
  std::function<std::chrono::microseconds()> random_pause;  ///< before a conflict is tried again
};

/// Runs all in one transaction and calls them back. When a job throws, those before it are committed
/// together, it is run once more alone, and so on with the rest: each commits or fails by itself. What the
/// time does not suffice for fails as Lost.
void run_writes(const BatchSupport& support, std::span<Item> items);
/// Runs a job without a transaction, until its time has passed.
void run_read(const BatchSupport& support, Item& item);

}  // namespace ordo::store
