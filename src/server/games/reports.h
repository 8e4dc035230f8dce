// Reports on games that are over: asked for by anybody, found by the engine of one node, kept for all.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engines/pool.h"
#include "server/accounts/identity.h"
#include "server/base/async.h"
#include "server/base/clock.h"
#include "server/base/log.h"
#include "server/base/strand.h"
#include "server/games/refused.h"
#include "store/database.h"
#include "store/store.h"
#include "util/result.h"

namespace ordo::server {

struct ReportOptions {
  std::int64_t nodes = 400'000;  ///< for each position of a report
  int deeper = 25;               ///< so many times as many for a position that somebody asks for
  store::ReportLimits limits;
  int most_of_a_network = 6;        ///< in the hands of this node
  int most_looks_of_a_network = 2;  ///< positions asked for, likewise
  int most_looks = 50;
  std::chrono::milliseconds sweep_every{3000};
  /// A node that has not been heard of for so long has lost its reports to others.
  std::chrono::seconds silence{30};
  std::int64_t most_evaluations = 500'000;
};

/// The key of a position among the evaluations.
[[nodiscard]] std::string evaluation_key(const rules::Position& position);

/// Thread-safe. Each report has one position at a time with the engines, who serve users and networks in
/// turns, and games before all of them. What is found is stored position by position, so that nothing is lost
/// with a node: another goes on where it was.
class Reports : public std::enable_shared_from_this<Reports> {
 public:
  /// What is given by reference must outlive it; `engines` may be null: then nothing is promised here.
  Reports(boost::asio::io_context::executor_type executor, store::Database& database, engines::Pool* engines,
          Log& log, Clock clock, ReportOptions options);

  /// Looks from now on for reports that nobody is at.
  void start();
  /// Hands over what is not done.
  Awaitable<void> drain();

  /// What there is afterwards: one that is done or under way already is as good.
  Awaitable<util::Result<store::GameReport, Refused>> ask(Identity who, online::GameId game);
  /// A deeper look at one position, for everybody who comes to it. What is known of it now, if that is as
  /// deep; nothing: it is being looked at.
  Awaitable<util::Result<std::optional<store::Evaluation>, Refused>> look(Identity who,
                                                                          rules::Position position);
  /// How many nodes that takes.
  [[nodiscard]] std::int64_t look_nodes() const noexcept { return options_.nodes * options_.deeper; }
  /// Nothing: it is stopped.
  Awaitable<std::optional<Refused>> stop(Identity who, online::GameId game);

 private:
  struct Task {
    online::GameId game;
    rules::Game whole;
    int done = 0;
    std::int64_t nodes = 0;
    engines::Asker asker;
  };

  [[nodiscard]] bool has_room_for(std::uint64_t network);
  /// False: there are too many already. True also where it is being looked at.
  [[nodiscard]] bool take_look(const std::string& key, std::uint64_t network, bool& is_new);
  static Awaitable<void> finish_look(std::shared_ptr<Reports> self, engines::Study study, std::string key);
  void begin(Task task);
  /// Until it is done, stopped, failed, or in other hands.
  static Awaitable<void> work(std::shared_ptr<Reports> self, Task task);
  Awaitable<void> go_through(Task task);
  /// False: it is no longer ours.
  Awaitable<bool> keep(const Task& task, int ply, std::string body, std::string position);
  void sweep_later();
  static Awaitable<void> sweep(std::shared_ptr<Reports> self);
  /// False: there was none.
  Awaitable<bool> take_over();
  [[nodiscard]] std::vector<online::GameId> in_hand();

  store::Database& database_;
  engines::Pool* const engines_;
  Log& log_;
  const Clock clock_;
  const ReportOptions options_;
  const std::string worker_;  ///< what this node is called in the table
  const boost::asio::io_context::executor_type executor_;
  Timer timer_;
  std::atomic<bool> is_draining_{false};
  std::int64_t sweeps_ = 0;  ///< on the timer's strand
  std::mutex mutex_;
  std::map<online::GameId, std::uint64_t> in_hand_;  ///< and whose network asked; guarded by mutex_
  std::map<std::string, std::uint64_t> looks_;       ///< likewise, by evaluation_key
};

}  // namespace ordo::server
