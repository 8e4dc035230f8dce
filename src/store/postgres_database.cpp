// A PostgreSQL database that serves many: a pool of threads with a connection each, and one that listens.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "store/batch.h"
#include "store/bell.h"
#include "store/drivers.h"
#include "store/job_queue.h"
#include "store/migrations.h"
#include "store/postgres_connection.h"

namespace ordo::store {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostJobsInACommit = 512;

/// So often the one that listens asks whether the server is still there, if it has heard nothing.
constexpr std::chrono::seconds kAskEvery{5};

class PostgresDatabase final : public Database {
 public:
  explicit PostgresDatabase(const DatabaseOptions& options)
      : options_(options),
        queue_(options.most_waiting, std::min(kMostJobsInACommit, options.most_jobs_in_a_commit)) {
    PostgresPatience patience = this->patience();
    patience.answer.reset();  // a new version of the tables takes its time
    auto first = std::make_unique<PostgresConnection>(options_.address, patience);
    migrate(*first);
    first->join_node(number_);
    first->set_answer_within(options_.answer_within);
    const int count = std::max(1, options.connections);
    for (int i = 0; i < count; ++i) {
      const Service service = i < count / 2 ? Service::Prompt : Service::All;
      threads_.emplace_back([this, service, connection = std::move(first)]() mutable {
        serve(service, std::move(connection));
      });
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
    queue_.push(Lane::Write, {std::move(job), std::move(done), lone,
                              std::chrono::steady_clock::now() + options_.write_wait});
  }
  void read(Job job, Done done, Reading kind) override {
    queue_.push(lane_of(kind), {std::move(job), std::move(done), nullptr,
                                std::chrono::steady_clock::now() + options_.read_within});
  }
  /// Each transaction stores its token.
  void probe(Done done) override {
    write([](Connection&) {}, std::move(done), nullptr);
  }

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
  [[nodiscard]] PostgresPatience patience() const {
    PostgresPatience patience;
    patience.connect = std::min(patience.connect, options_.answer_within);
    patience.answer = options_.answer_within;
    patience.bell = &closing_;
    patience.after_bell = options_.close_within;
    return patience;
  }

  [[nodiscard]] std::unique_ptr<PostgresConnection> connected(
      std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max()) const {
    auto connection = std::make_unique<PostgresConnection>(options_.address, patience(), until);
    connection->join_node(number_);
    return connection;
  }

  /// Tries until it works, `until` has passed, or the database is closed.
  template <class Connect>
  bool try_until(std::chrono::steady_clock::time_point until, Connect connect) {
    for (std::chrono::milliseconds pause = 20ms;;
         pause = std::min<std::chrono::milliseconds>(2 * pause, 500ms)) {
      if (std::chrono::steady_clock::now() >= until || closing_.has_rung()) return false;
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

  void serve(Service service, std::unique_ptr<PostgresConnection> connection) {
    std::mt19937_64 random(std::random_device{}());
    using Until = std::chrono::steady_clock::time_point;
    const BatchSupport support{
        [&](Until until) -> TransactionalConnection& {
          if (!connection && closing_.has_rung() && !is_reachable_)
            throw SqlError(SqlTrouble::Lost, "the database is being closed and cannot be reached");
          if (!connection) {
            connection = connected(until);
            is_reachable_ = true;
          }
          connection->set_deadline(until);
          return *connection;
        },
        [&](Until until) {
          connection.reset();
          is_reachable_ = false;
          return try_until(until, [&] { connection = connected(until); });
        },
        options_.reconnect_for,
        [this](const std::vector<Notice>&) { is_reachable_ = true; },  // it has committed
        [&random] { return fmt::format("{:016x}{:016x}", random(), random()); },
        [&random] { return std::chrono::microseconds(std::uniform_int_distribution(1000, 20'000)(random)); }};
    // In turns, so that neither writing nor reading has to wait for the other to come to an end.
    Lane preferred = Lane::Write;
    while (auto taken = queue_.take(service, preferred)) {
      if (taken->lane == Lane::Write) {
        run_writes(support, taken->items);
      } else {
        run_read(support, taken->items.front());
      }
      preferred = taken->lane == Lane::Write ? Lane::Read : Lane::Write;
    }
  }

  [[nodiscard]] std::unique_ptr<PostgresConnection> connect_and_listen() const {
    auto connection = connected();
    connection->script(fmt::format("LISTEN {}", kPostgresChannel));
    return connection;
  }

  void hear(std::unique_ptr<PostgresConnection> connection) {
    auto heard_at = std::chrono::steady_clock::now();
    while (!closing_.has_rung()) {
      try {
        const std::vector<Notice> notices = connection->wait_for_notices(1s);
        for (const Notice& notice : notices) listeners_.tell(notice);
        const auto now = std::chrono::steady_clock::now();
        if (notices.empty() && now - heard_at >= kAskEvery) connection->script("SELECT 1");
        if (!notices.empty() || now - heard_at >= kAskEvery) heard_at = now;
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

  const DatabaseOptions options_;
  const std::int32_t number_ = static_cast<std::int32_t>(std::random_device{}() >> 1U);  ///< of this node
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
