// A PostgreSQL database that serves many: a pool of threads with a connection each, and one that listens.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <poll.h>
#include <random>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sys/eventfd.h>

#include "store/batch.h"
#include "store/drivers.h"
#include "store/job_queue.h"
#include "store/migrations.h"
#include "store/postgres_connection.h"
#include "util/check.h"

namespace ordo::store {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostJobsInACommit = 512;

/// Wakes threads that wait, once and for all.
class Bell {
 public:
  Bell() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) { ORDO_CHECK(descriptor_ >= 0); }
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;
  ~Bell() { close(descriptor_); }

  void ring() const noexcept { eventfd_write(descriptor_, 1); }
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  /// True: it has been rung.
  [[nodiscard]] bool wait(std::chrono::milliseconds patience) const noexcept {
    pollfd waited{descriptor_, POLLIN, 0};
    return poll(&waited, 1, static_cast<int>(patience.count())) > 0;
  }

 private:
  int descriptor_;
};

class PostgresDatabase final : public Database {
 public:
  explicit PostgresDatabase(const DatabaseOptions& options)
      : address_(options.address),
        reconnect_for_(options.reconnect_for),
        queue_(options.most_waiting, std::min(kMostJobsInACommit, options.most_jobs_in_a_commit)) {
    auto first = std::make_unique<PostgresConnection>(address_);
    migrate(*first);
    const int count = std::max(1, options.connections);
    for (int i = 0; i < count; ++i) {
      threads_.emplace_back(
          [this, connection = std::move(first)]() mutable { serve(std::move(connection)); });
    }
  }
  PostgresDatabase(const PostgresDatabase&) = delete;
  PostgresDatabase& operator=(const PostgresDatabase&) = delete;
  ~PostgresDatabase() override {
    queue_.close();
    closing_.ring();
    for (std::thread& thread : threads_) thread.join();
    if (listener_.joinable()) listener_.join();
  }

  void write(Job job, Done done, LoneEvent* lone) override {
    queue_.push(Lane::Write, {std::move(job), std::move(done), lone});
  }
  void read(Job job, Done done) override { queue_.push(Lane::Read, {std::move(job), std::move(done)}); }

  void listen(std::function<void(const Notice&)> heard, std::function<void()> reconnected) override {
    listeners_.add(std::move(heard), std::move(reconnected));
    const std::lock_guard lock(starting_);
    if (listener_.joinable()) return;
    // Here, so that nothing said after this call is missed.
    std::unique_ptr<PostgresConnection> connection = connect_and_listen();
    listener_ = std::thread([this, kept = std::move(connection)]() mutable { hear(std::move(kept)); });
  }

  [[nodiscard]] Dialect dialect() const noexcept override { return Dialect::Postgres; }
  [[nodiscard]] bool is_reachable() const noexcept override { return is_reachable_; }
  [[nodiscard]] std::size_t waiting() const noexcept override { return queue_.size(); }

 private:
  /// Tries until it works, `until` has passed, or the database is closed.
  template <class Connect>
  bool try_until(std::chrono::steady_clock::time_point until, Connect connect) {
    for (std::chrono::milliseconds pause = 20ms;;
         pause = std::min<std::chrono::milliseconds>(2 * pause, 500ms)) {
      try {
        connect();
        is_reachable_ = true;
        return true;
      } catch (const SqlError&) {
        is_reachable_ = false;
      }
      if (std::chrono::steady_clock::now() + pause >= until || closing_.wait(pause)) return false;
    }
  }

  void serve(std::unique_ptr<PostgresConnection> connection) {
    std::mt19937_64 random(std::random_device{}());
    const BatchSupport support{
        [&]() -> TransactionalConnection& {
          if (!connection) connection = std::make_unique<PostgresConnection>(address_);
          is_reachable_ = true;
          return *connection;
        },
        [&](std::chrono::steady_clock::time_point until) {
          connection.reset();
          return try_until(until, [&] { connection = std::make_unique<PostgresConnection>(address_); });
        },
        reconnect_for_,
        [](const std::vector<Notice>&) {},
        [&random] { return fmt::format("{:016x}{:016x}", random(), random()); },
        [&random] { return std::chrono::microseconds(std::uniform_int_distribution(1000, 20'000)(random)); }};
    // In turns, so that neither writing nor reading has to wait for the other to come to an end.
    Lane preferred = Lane::Write;
    while (auto taken = queue_.take(preferred)) {
      if (taken->lane == Lane::Write) {
        run_writes(support, taken->items);
      } else {
        run_read(support, taken->items.front());
      }
      preferred = taken->lane == Lane::Write ? Lane::Read : Lane::Write;
    }
  }

  [[nodiscard]] std::unique_ptr<PostgresConnection> connect_and_listen() const {
    auto connection = std::make_unique<PostgresConnection>(address_);
    connection->script(fmt::format("LISTEN {}", kPostgresChannel));
    return connection;
  }

  void hear(std::unique_ptr<PostgresConnection> connection) {
    while (!closing_.wait(0ms)) {
      try {
        for (const Notice& notice : connection->wait_for_notices(closing_.descriptor(), 1s))
          listeners_.tell(notice);
      } catch (const SqlError&) {
        is_reachable_ = false;
        connection.reset();
        if (try_until(std::chrono::steady_clock::time_point::max(),
                      [&] { connection = connect_and_listen(); })) {
          listeners_.tell_reconnected();
        } else {
          return;
        }
      }
    }
  }

  const std::string address_;
  const std::chrono::milliseconds reconnect_for_;
  JobQueue queue_;
  Listeners listeners_;
  Bell closing_;
  std::atomic<bool> is_reachable_ = true;
  std::vector<std::thread> threads_;
  std::mutex starting_;
  std::thread listener_;  // started under starting_
};

}  // namespace

std::unique_ptr<Database> open_postgres(const DatabaseOptions& options) {
  return std::make_unique<PostgresDatabase>(options);
}

}  // namespace ordo::store
