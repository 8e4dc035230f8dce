// Jobs that wait for a thread of the database.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "store/database.h"

namespace ordo::store {

struct Item {
  Database::Job job;
  Database::Done done;
  LoneEvent* lone = nullptr;
};

enum class Lane : std::uint8_t { Write, Read };

struct Taken {
  Lane lane;
  std::vector<Item> items;
};

/// Thread-safe. Any number of threads put jobs in; those that take them serve both lanes.
class JobQueue {
 public:
  /// `most_waiting`: of both lanes together. `most_taken`: writing jobs handed out at once.
  JobQueue(std::size_t most_waiting, std::size_t most_taken)
      : most_waiting_(most_waiting), most_taken_(most_taken) {}

  /// What does not fit is answered at once, on the thread of the asker.
  void push(Lane lane, Item item);
  /// Waits for jobs: those of `preferred` if there are any, otherwise those of the other lane. Of reading
  /// jobs one is taken, so that the others go to other threads. Nothing: closed, and all is taken.
  [[nodiscard]] std::optional<Taken> take(Lane preferred);
  /// What waits is still handed out.
  void close();

  [[nodiscard]] std::size_t size() const;

 private:
  const std::size_t most_waiting_;
  const std::size_t most_taken_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;          // guarded by mutex_, as all below
  std::array<std::deque<Item>, 2> waiting_;  // by Lane
  bool is_closed_ = false;
};

}  // namespace ordo::store
