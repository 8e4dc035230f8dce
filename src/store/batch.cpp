// How a thread of the database runs its jobs: many in one transaction, and what happens when one fails.
#include "store/batch.h"

#include <deque>
#include <exception>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "store/lone_events.h"

namespace ordo::store {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

constexpr int kMostConflicts = 20;

/// Jobs that share a transaction.
struct Piece {
  std::span<Item> items;
  std::string token;
  int conflicts = 0;
};

struct Failed {
  std::exception_ptr why;
  std::optional<SqlTrouble> trouble;  ///< nothing: not of the database
  std::optional<std::size_t> job;     ///< nothing: beginning or committing failed
};

[[nodiscard]] std::optional<SqlTrouble> trouble_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const SqlError& known) {
    return known.trouble();
  } catch (...) {
    return std::nullopt;
  }
}

/// Those that were announced; a new attempt stores them anew.
void store_lone_events_of(Connection& connection, std::span<const Item> items) {
  std::vector<LoneEvent*> events;
  for (const Item& item : items) {
    if (item.lone != nullptr) events.push_back(item.lone);
  }
  if (!events.empty()) store_lone_events(connection, events);
}

[[nodiscard]] std::optional<Failed> attempt(const BatchSupport& support, const Piece& piece,
                                            SteadyTime until) {
  TransactionalConnection* connection = nullptr;
  std::optional<std::size_t> running;
  try {
    connection = &support.connection(until);
    if (!connection->begin(piece.token)) return std::nullopt;
    store_lone_events_of(*connection, piece.items);
    for (std::size_t i = 0; i < piece.items.size(); ++i) {
      running = i;
      piece.items[i].job(*connection);
    }
    running.reset();
    connection->commit();
    return std::nullopt;
  } catch (...) {
    const std::exception_ptr why = std::current_exception();
    if (connection != nullptr) connection->rollback();
    return Failed{why, trouble_of(why), running};
  }
}

void answer(std::span<Item> items, const std::exception_ptr& failed) {
  for (Item& item : items) item.done(failed);
}

class WriteRun {
 public:
  explicit WriteRun(const BatchSupport& support)
      : support_(support),
        until_(support.write_within ? std::chrono::steady_clock::now() + *support.write_within
                                    : SteadyTime::max()) {}

  void run(std::span<Item> items) {
    add_front(items);
    while (!pieces_.empty()) {
      Piece piece = std::move(pieces_.front());
      pieces_.pop_front();
      const std::optional<Failed> failed = attempt(support_, piece, until_);
      if (!failed) {
        answer(piece.items, nullptr);
        support_.tell(support_.connection(until_).take_notices());
      } else if (failed->trouble == SqlTrouble::Lost) {
        after_loss(std::move(piece), *failed);
      } else if (piece.items.size() == 1) {
        after_failure_alone(std::move(piece), *failed);
      } else {
        split(piece.items, failed->job);
      }
    }
  }

 private:
  void add_front(std::span<Item> items) {
    if (!items.empty()) pieces_.push_front({items, support_.new_token()});
  }

  void after_loss(Piece piece, const Failed& failed) {
    if (support_.reconnect(until_)) {
      pieces_.push_front(std::move(piece));  // with its token: it may have been committed
      return;
    }
    answer(piece.items, failed.why);
    for (const Piece& left : std::exchange(pieces_, {})) answer(left.items, failed.why);
  }

  void after_failure_alone(Piece piece, const Failed& failed) {
    if (failed.trouble == SqlTrouble::Conflict && ++piece.conflicts < kMostConflicts &&
        std::chrono::steady_clock::now() < until_) {
      std::this_thread::sleep_for(support_.random_pause());
      pieces_.push_front(std::move(piece));
    } else {
      answer(piece.items, failed.why);
    }
  }

  void split(std::span<Item> items, std::optional<std::size_t> job) {
    if (!job) {
      for (std::size_t i = items.size(); i-- > 0;) add_front(items.subspan(i, 1));
      return;
    }
    add_front(items.subspan(*job + 1));
    add_front(items.subspan(*job, 1));
    add_front(items.first(*job));
  }

  const BatchSupport& support_;
  std::deque<Piece> pieces_;
  const SteadyTime until_;  // when what has not worked by then fails
};

}  // namespace

void run_writes(const BatchSupport& support, std::span<Item> items) { WriteRun(support).run(items); }

void run_read(const BatchSupport& support, Item& item) {
  for (int conflicts = 0;;) {
    try {
      item.job(support.connection(item.until));
    } catch (...) {
      const std::exception_ptr why = std::current_exception();
      const std::optional<SqlTrouble> trouble = trouble_of(why);
      if (trouble == SqlTrouble::Lost && support.reconnect(item.until)) continue;
      if (trouble == SqlTrouble::Conflict && ++conflicts < kMostConflicts) {
        std::this_thread::sleep_for(support.random_pause());
        continue;
      }
      item.done(why);
      return;
    }
    item.done(nullptr);
    return;
  }
}

}  // namespace ordo::store
