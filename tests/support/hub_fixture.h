// A hub without sockets: clients that write down what they are told, on a database of the test's own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/json.hpp>

#include "server/games/hub.h"
#include "store/database.h"

namespace ordo::tests {

using Json = boost::json::object;

[[nodiscard]] online::Instant wall_clock();
[[nodiscard]] server::Identity guest(std::string_view id);
[[nodiscard]] server::Identity account_of(std::string_view id);

/// One of the turns of the side to move, the same for the same `lot`.
[[nodiscard]] std::string some_turn(const rules::Game& game, std::size_t lot);
[[nodiscard]] std::string_view text(const Json& object, std::string_view key);

class FakeClient final : public server::Client {
 public:
  explicit FakeClient(server::Identity identity) : identity_(std::move(identity)) {}

  [[nodiscard]] const server::Identity& identity() const noexcept override { return identity_; }
  void send(server::Frame frame) override;
  [[nodiscard]] online::Duration lag() const noexcept override { return online::Duration(0); }

  /// The next message for which it holds, waited for; those before it are skipped. Nothing: it did not come.
  [[nodiscard]] std::optional<Json> next_where(const std::function<bool(const Json&)>& is_wanted,
                                               std::chrono::milliseconds patience = std::chrono::seconds(60));
  /// The next one with this "t"; an empty object, and a failed test, if none comes.
  [[nodiscard]] Json next(std::string_view kind);
  /// The next event of this kind ("e"): its message.
  [[nodiscard]] Json next_event(std::string_view kind);
  [[nodiscard]] std::vector<Json> all() const;

 private:
  const server::Identity identity_;
  mutable std::mutex guard_;
  std::condition_variable came_;
  std::vector<std::string> frames_;  // guarded by guard_
  std::size_t taken_ = 0;            // guarded by guard_
};

/// What a client was told of a game: the numbers of its snapshots and events follow each other. Empty: they
/// do. Otherwise what is wrong.
[[nodiscard]] std::string disorder(const FakeClient& client, std::string_view game);

/// What must outlive the databases of a test: they may answer when the node that asked is gone.
struct Ground {
  boost::asio::io_context io;
  std::unique_ptr<server::Log> log = server::make_silent_log();
  server::Metrics metrics;
  std::list<server::Timekeeper> times;  ///< one for each node
};

/// One node: a hub with threads, on a database that may be shared. Nodes on one ground come one after the
/// other.
class Node {
 public:
  Node(Ground& ground, store::Database& database, engines::Pool* engines = nullptr,
       server::HubOptions options = {}, server::TimeSources clocks = server::TimeSources::of_this_machine());
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  ~Node();

  [[nodiscard]] server::Hub& hub() noexcept { return *hub_; }
  [[nodiscard]] server::Timekeeper& time() noexcept { return time_; }
  [[nodiscard]] std::shared_ptr<FakeClient> enter(server::Identity who);
  /// As it would come over the WebSocket.
  void say(const std::shared_ptr<FakeClient>& client, std::string_view json);
  void move(const std::shared_ptr<FakeClient>& client, std::string_view game, int ply, std::string_view turn);
  void watch(const std::shared_ptr<FakeClient>& client, std::string_view game);

  /// Waits for what the hub promises.
  template <class T>
  T wait(boost::asio::awaitable<T> answer) {
    if constexpr (std::is_void_v<T>) {
      boost::asio::co_spawn(io_, std::move(answer), boost::asio::use_future).get();
    } else {
      std::optional<T> kept;
      wait(keep(std::move(answer), kept));
      return std::move(*kept);
    }
  }

 private:
  template <class T>
  static boost::asio::awaitable<void> keep(boost::asio::awaitable<T> answer, std::optional<T>& kept) {
    kept.emplace(co_await std::move(answer));
  }

  boost::asio::io_context& io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard_{io_.get_executor()};
  server::Timekeeper& time_;
  std::unique_ptr<server::Hub> hub_;
  std::vector<std::thread> threads_;
};

/// Passes everything on, or fails when told so.
class UnreliableDatabase final : public store::Database {
 public:
  explicit UnreliableDatabase(store::Database& inner) : inner_(inner) {}

  void fail_writes(bool on) { fails_writes_ = on; }
  void fail_reads(bool on) { fails_reads_ = on; }
  /// Stores it, but says that it has not.
  void lose_answers(bool on) { loses_answers_ = on; }
  /// So many were asked for.
  [[nodiscard]] std::uint64_t reads() const { return reads_; }

  void write(Job job, Done done, store::LoneEvent* lone) override;
  void read(Job job, Done done, store::Reading kind) override;
  void probe(Done done) override { inner_.probe(std::move(done)); }
  void listen(std::function<void(const store::Notice&)> heard, std::function<void()> reconnected) override {
    inner_.listen(std::move(heard), std::move(reconnected));
  }
  [[nodiscard]] store::Dialect dialect() const noexcept override { return inner_.dialect(); }
  [[nodiscard]] bool is_reachable() const noexcept override { return inner_.is_reachable(); }
  [[nodiscard]] std::size_t waiting() const noexcept override { return inner_.waiting(); }

 private:
  store::Database& inner_;
  std::atomic<bool> fails_writes_{false};
  std::atomic<bool> fails_reads_{false};
  std::atomic<bool> loses_answers_{false};
  std::atomic<std::uint64_t> reads_{0};
};

/// The users, as accounts.
void add_users(store::Database& database, const std::vector<std::string>& ids);

/// Nobody who goes is waited for.
[[nodiscard]] server::HubOptions impatient();

/// "300+3", "none", "3d".
[[nodiscard]] server::GameWish wish(std::string_view time, std::optional<online::Color> color = {},
                                    bool rated = false);

}  // namespace ordo::tests
