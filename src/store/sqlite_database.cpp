// An SQLite file that serves many: one thread writes and commits for all of them, two read.
#include <array>
#include <atomic>
#include <random>
#include <thread>
#include <utility>

#include "store/batch.h"
#include "store/drivers.h"
#include "store/file_lock.h"
#include "store/job_queue.h"
#include "store/migrations.h"
#include "store/sqlite_connection.h"

namespace ordo::store {
namespace {

constexpr std::size_t kReaders = 2;

class SqliteDatabase final : public Database {
 public:
  explicit SqliteDatabase(const DatabaseOptions& options)
      : lock_(options.address + ".lock", options.address),
        writer_(options.address, SqliteMode::Create),
        writes_(options.most_waiting, options.most_jobs_in_a_commit),
        reads_(options.most_waiting, 1) {
    migrate(writer_);
    for (auto& reader : readers_)
      reader = std::make_unique<SqliteConnection>(options.address, SqliteMode::ReadOnly);
    threads_.emplace_back([this] { serve(writer_, writes_, Lane::Write); });
    for (auto& reader : readers_)
      threads_.emplace_back([this, &reader] { serve(*reader, reads_, Lane::Read); });
  }
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;
  ~SqliteDatabase() override {
    writes_.close();
    reads_.close();
    for (std::thread& thread : threads_) thread.join();
  }

  /// Statements cost no way there and back here: turns are stored by their jobs.
  void write(Job job, Done done, LoneEvent* /*lone*/) override {
    writes_.push(Lane::Write, {std::move(job), std::move(done)});
  }
  void read(Job job, Done done) override { reads_.push(Lane::Read, {std::move(job), std::move(done)}); }
  void listen(std::function<void(const Notice&)> heard, std::function<void()> reconnected) override {
    listeners_.add(std::move(heard), std::move(reconnected));
  }
  [[nodiscard]] Dialect dialect() const noexcept override { return Dialect::Sqlite; }
  [[nodiscard]] bool is_reachable() const noexcept override { return true; }
  [[nodiscard]] std::size_t waiting() const noexcept override { return writes_.size() + reads_.size(); }

 private:
  void serve(SqliteConnection& connection, JobQueue& queue, Lane lane) {
    std::minstd_rand random(std::random_device{}());
    const BatchSupport support{
        [&connection]() -> TransactionalConnection& { return connection; },
        [](auto) { return false; },  // a file is not lost
        std::chrono::milliseconds(0),
        [this](const std::vector<Notice>& notices) {
          for (const Notice& notice : notices) listeners_.tell(notice);
        },
        [] { return std::string(); },
        [&random] { return std::chrono::microseconds(std::uniform_int_distribution(1000, 20'000)(random)); }};
    while (auto taken = queue.take(lane)) {
      if (lane == Lane::Write) {
        run_writes(support, taken->items);
      } else {
        run_read(support, taken->items.front());
      }
    }
  }

  FileLock lock_;
  SqliteConnection writer_;
  std::array<std::unique_ptr<SqliteConnection>, kReaders> readers_;
  JobQueue writes_;
  JobQueue reads_;
  Listeners listeners_;
  std::vector<std::thread> threads_;
};

}  // namespace

std::unique_ptr<Database> open_sqlite(const DatabaseOptions& options) {
  return std::make_unique<SqliteDatabase>(options);
}

}  // namespace ordo::store
