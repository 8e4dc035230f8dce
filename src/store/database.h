// A database that serves many askers: work is queued, done by its own threads, and answered after the commit.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "store/sql.h"

namespace ordo::store {

struct LoneEvent;

struct DatabaseOptions {
  /// A file, or postgresql://user@host/name. Of a file the folder must exist.
  std::string address;
  int connections =
      4;  ///< PostgreSQL: how many for writing and reading together; SQLite has one writer and two readers
  /// The more share a commit, the fewer pages are written for each. PostgreSQL takes at most 512, since all
  /// that is no turn costs ways there and back while locks are held.
  std::size_t most_jobs_in_a_commit = 4096;
  /// Waiting jobs above this number are refused (SqlError Lost): what cannot be kept up with must not pile
  /// up.
  std::size_t most_waiting = 100'000;
  /// A read that is not answered by then is refused: waiting and running count.
  std::chrono::milliseconds read_within{5'000};
  /// A change that has waited for so long is refused without having been tried.
  std::chrono::milliseconds write_wait{10'000};
  /// PostgreSQL: how long changes are tried, on new connections if one is lost, before they fail.
  std::chrono::milliseconds reconnect_for{10'000};
  /// PostgreSQL: the longest that one statement may take, after which its connection counts as lost.
  std::chrono::milliseconds answer_within{5'000};
  /// What is under way when the database is closed gets so long to come to an end.
  std::chrono::milliseconds close_within{2'000};
};

/// A change reported by another node (or by this one): the channel and what was said.
struct Notice {
  std::string channel;
  std::string text;
};

/// Lists wait for each other; what players and rooms wait for never waits for a list.
enum class Reading : std::uint8_t { Prompt, List };

/// Thread-safe. Jobs are functions of a connection. Those that write run inside a transaction, which many of
/// them share: SQLite commits with full sync to disk, so sharing is what makes it fast. A job that throws is
/// rolled back alone: its batch is run again one by one. A job may therefore run more than once, and must
/// have no effect but on the database and its own result. When the connection is lost the batch is tried
/// again on a new one for a while (jobs must bear having been committed the first time: see Store::append),
/// then fails with SqlError Lost.
///
/// Every job is answered, whatever the database does: a read within `read_within`, or as soon as a thread is
/// free after that, which is at most `reconnect_for` later; a change within `write_wait` and twice
/// `reconnect_for`. The one exception is a disk that does not answer SQLite.
///
/// Closing stores what is waiting to be stored and refuses what waits to be read.
class Database {
 public:
  using Job = std::function<void(Connection&)>;
  /// Called on a thread of the database, after the commit: with nothing, or with what the job threw.
  using Done = std::function<void(std::exception_ptr)>;

  /// Opens it and brings it to the newest version. Throws SqlError, with words for people.
  [[nodiscard]] static std::unique_ptr<Database> open(const DatabaseOptions& options);
  virtual ~Database() = default;

  /// `lone`: nothing, or what the job is going to store.
  virtual void write(Job job, Done done, LoneEvent* lone) = 0;
  void write(Job job, Done done) { write(std::move(job), std::move(done), nullptr); }
  virtual void read(Job job, Done done, Reading kind) = 0;
  void read(Job job, Done done) { read(std::move(job), std::move(done), Reading::Prompt); }
  /// Stores something that means nothing, as moves are stored, and says whether that worked; for /readyz. A
  /// file that has been found damaged fails without being tried.
  virtual void probe(Done done) = 0;

  /// Calls back for everything said with Store::notify on any node, from a thread of the database. SQLite has
  /// one node only, and calls back after the commit. `reconnected` is called when notices may have been
  /// missed.
  virtual void listen(std::function<void(const Notice&)> heard, std::function<void()> reconnected) = 0;

  [[nodiscard]] virtual Dialect dialect() const noexcept = 0;
  /// Whether the last attempt to reach it worked.
  [[nodiscard]] virtual bool is_reachable() const noexcept = 0;
  [[nodiscard]] virtual std::size_t waiting() const noexcept = 0;

  /// For commands and tests: runs a job and waits.
  void write_now(const Job& job);
  void read_now(const Job& job);
};

}  // namespace ordo::store
