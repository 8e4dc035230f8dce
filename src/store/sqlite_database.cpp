// An SQLite file that serves many: one thread writes and commits for all of them, two read.
#include <algorithm>
#include <array>
#include <random>
#include <thread>
#include <utility>

#include "store/backup_sums.h"
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
      : options_(options),
        lock_(options.address),
        writer_(options.address, SqliteMode::Create),
        writes_(options.most_waiting, options.most_jobs_in_a_commit),
        reads_(options.most_waiting, 1) {
    hide_from_others(options.address);
    migrate(writer_);
    forget_sums(writer_);
    writer_.take_over_log();
    for (auto& reader : readers_)
      reader = std::make_unique<SqliteConnection>(options.address, SqliteMode::ReadOnly);
    threads_.emplace_back([this] { serve(writer_, writes_, Service::All); });
    for (std::size_t i = 0; i < kReaders; ++i) {
      const Service service = i == 0 ? Service::Prompt : Service::All;
      threads_.emplace_back([this, i, service] { serve(*readers_[i], reads_, service); });
    }
  }
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;
  ~SqliteDatabase() override {
    writes_.close();
    reads_.close();
    for (const auto& reader : readers_) reader->stop();
    for (std::thread& thread : threads_) thread.join();
  }

  /// Statements cost no way there and back here: turns are stored by their jobs.
  void write(Job job, Done done, LoneEvent* /*lone*/) override {
    writes_.push(Lane::Write, {std::move(job), std::move(done), nullptr,
                               std::chrono::steady_clock::now() + options_.write_wait});
  }
  void read(Job job, Done done, Reading kind) override {
    reads_.push(lane_of(kind), {std::move(job), std::move(done), nullptr,
                                std::chrono::steady_clock::now() + options_.read_within});
  }
  void probe(Done done) override {
    if (has_met_damage()) {
      return done(std::make_exception_ptr(
          SqlError(SqlTrouble::Damaged,
                   options_.address +
                       " is damaged: stop the server and run 'ordo db check'; a backup may be needed")));
    }
    // A number in the head of the file that nobody reads: writing it is a commit like any other.
    write(
        [this](Connection& connection) {
          probed_ = !probed_;
          connection.execute(probed_ ? "PRAGMA user_version = 1" : "PRAGMA user_version = 0");
        },
        std::move(done), nullptr);
  }
  void listen(std::function<void(const Notice&)> heard, std::function<void()> reconnected) override {
    listeners_.add(std::move(heard), std::move(reconnected));
  }
  [[nodiscard]] Dialect dialect() const noexcept override { return Dialect::Sqlite; }
  [[nodiscard]] bool is_reachable() const noexcept override { return true; }
  [[nodiscard]] std::size_t waiting() const noexcept override { return writes_.size() + reads_.size(); }

 private:
  [[nodiscard]] bool has_met_damage() const noexcept {
    return writer_.has_met_damage() ||
           std::ranges::any_of(readers_, [](const auto& reader) { return reader->has_met_damage(); });
  }

  void serve(SqliteConnection& connection, JobQueue& queue, Service service) {
    std::minstd_rand random(std::random_device{}());
    const BatchSupport support{
        [&connection](std::chrono::steady_clock::time_point until) -> TransactionalConnection& {
          connection.set_deadline(until);
          return connection;
        },
        [](auto) { return false; },  // a file is not lost
        std::nullopt,
        [this](const std::vector<Notice>& notices) {
          for (const Notice& notice : notices) listeners_.tell(notice);
        },
        [] { return std::string(); },
        [&random] { return std::chrono::microseconds(std::uniform_int_distribution(1000, 20'000)(random)); }};
    while (auto taken = queue.take(service, Lane::Read)) {
      if (taken->lane == Lane::Write) {
        run_writes(support, taken->items);
        connection.tend_log(taken->items.size());
      } else {
        run_read(support, taken->items.front());
      }
    }
  }

  const DatabaseOptions options_;
  FileLock lock_;
  SqliteConnection writer_;
  std::array<std::unique_ptr<SqliteConnection>, kReaders> readers_;
  JobQueue writes_;
  JobQueue reads_;
  Listeners listeners_;
  bool probed_ = false;  // of the writer's thread
  std::vector<std::thread> threads_;
};

}  // namespace

std::unique_ptr<Database> open_sqlite(const DatabaseOptions& options) {
  return std::make_unique<SqliteDatabase>(options);
}

}  // namespace ordo::store
