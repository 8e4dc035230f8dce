// Jobs that wait for a thread of the database.
#include "store/job_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace ordo::store {

void JobQueue::push(Lane lane, Item item) {
  std::unique_lock lock(mutex_);
  if (!is_closed_ && waiting_[0].size() + waiting_[1].size() < most_waiting_) {
    waiting_[static_cast<std::size_t>(lane)].push_back(std::move(item));
    lock.unlock();
    changed_.notify_one();
    return;
  }
  const char* refusal =
      is_closed_ ? "the database is being closed" : "the database cannot keep up: too much is waiting";
  lock.unlock();
  item.done(std::make_exception_ptr(SqlError(SqlTrouble::Lost, refusal)));
}

std::optional<Taken> JobQueue::take(Lane preferred) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_closed_ || !waiting_[0].empty() || !waiting_[1].empty(); });
  Lane lane = preferred;
  if (waiting_[static_cast<std::size_t>(lane)].empty()) lane = lane == Lane::Write ? Lane::Read : Lane::Write;
  std::deque<Item>& from = waiting_[static_cast<std::size_t>(lane)];
  if (from.empty()) return std::nullopt;
  const std::size_t count = lane == Lane::Write ? std::min(most_taken_, from.size()) : 1;
  const auto end = from.begin() + static_cast<std::ptrdiff_t>(count);
  Taken taken{lane, {std::make_move_iterator(from.begin()), std::make_move_iterator(end)}};
  from.erase(from.begin(), end);
  return taken;
}

void JobQueue::close() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_all();
}

std::size_t JobQueue::size() const {
  const std::lock_guard lock(mutex_);
  return waiting_[0].size() + waiting_[1].size();
}

}  // namespace ordo::store
