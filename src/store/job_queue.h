// Jobs that wait for a thread of the database.
#pragma once

#include <array>
#include <chrono>
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
  /// Of a read: when it must be answered. Of a change: when it is too late to begin.
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
};

enum class Lane : std::uint8_t { Write, Read, List };

[[nodiscard]] constexpr Lane lane_of(Reading kind) noexcept {
  return kind == Reading::List ? Lane::List : Lane::Read;
}

struct Taken {
  Lane lane;
  std::vector<Item> items;
};

/// Which jobs a thread serves. Of several threads some are Prompt, so that the others may all be busy with
/// lists.
enum class Service : std::uint8_t { All, Prompt };

/// Thread-safe. Any number of threads put jobs in and take them out.
class JobQueue {
 public:
  /// `most_waiting`: of all lanes together. `most_taken`: writing jobs handed out at once.
  JobQueue(std::size_t most_waiting, std::size_t most_taken)
      : most_waiting_(most_waiting), most_taken_(most_taken) {}

  /// What does not fit is answered at once, on the thread of the asker.
  void push(Lane lane, Item item);
  /// Waits for jobs of those lanes that are served: of `preferred` if there are any, otherwise of another.
  /// Of reading jobs one is taken, so that the others go to other threads. Those whose time has passed are
  /// refused here. Nothing: closed, and all is taken.
  [[nodiscard]] std::optional<Taken> take(Service service, Lane preferred);
  /// Changes that wait are still handed out, reads are refused.
  void close();

  [[nodiscard]] std::size_t size() const;

 private:
  using Lanes = std::array<std::deque<Item>, 3>;  // by Lane

  [[nodiscard]] std::size_t count() const noexcept;
  /// The lane to take from, if any.
  [[nodiscard]] std::optional<Lane> next_lane(Service service, Lane preferred) const noexcept;
  [[nodiscard]] std::vector<Item> take_from(Lane lane);

  const std::size_t most_waiting_;
  const std::size_t most_taken_;
  mutable std::mutex mutex_;
  std::array<std::condition_variable, 2> changed_;  // by Service; guarded by mutex_, as all below
  int idle_prompt_ = 0;                             // threads that wait for anything but lists
  Lanes waiting_;
  bool is_closed_ = false;
};

}  // namespace ordo::store
