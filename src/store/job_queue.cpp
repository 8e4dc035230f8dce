// Jobs that wait for a thread of the database.
#include "store/job_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ordo::store {
namespace {

[[nodiscard]] std::exception_ptr refusal(const char* why) {
  return std::make_exception_ptr(SqlError(SqlTrouble::Lost, why));
}

/// Takes out those whose time has passed.
[[nodiscard]] std::vector<Item> too_late(std::vector<Item>& items) {
  const auto is_in_time = [now = std::chrono::steady_clock::now()](const Item& item) {
    return item.until > now;
  };
  const auto late = std::ranges::all_of(items, is_in_time)
                        ? items.end()  // as nearly always
                        : std::stable_partition(items.begin(), items.end(), is_in_time);
  std::vector<Item> taken{std::make_move_iterator(late), std::make_move_iterator(items.end())};
  items.erase(late, items.end());
  return taken;
}

}  // namespace

std::size_t JobQueue::count() const noexcept {
  return waiting_[0].size() + waiting_[1].size() + waiting_[2].size();
}

void JobQueue::push(Lane lane, Item item) {
  std::unique_lock lock(mutex_);
  if (!is_closed_ && count() < most_waiting_) {
    waiting_[static_cast<std::size_t>(lane)].push_back(std::move(item));
    const Service woken = lane != Lane::List && idle_prompt_ > 0 ? Service::Prompt : Service::All;
    lock.unlock();
    changed_[static_cast<std::size_t>(woken)].notify_one();
    return;
  }
  const char* why =
      is_closed_ ? "the database is being closed" : "the database cannot keep up: too much is waiting";
  lock.unlock();
  item.done(refusal(why));
}

std::optional<Lane> JobQueue::next_lane(Service service, Lane preferred) const noexcept {
  constexpr std::array kOrder = {Lane::Write, Lane::Read, Lane::List};
  const auto has_jobs = [&](Lane lane) {
    return !waiting_[static_cast<std::size_t>(lane)].empty() &&
           (lane != Lane::List || service == Service::All);
  };
  if (has_jobs(preferred)) return preferred;
  const auto* const found = std::ranges::find_if(kOrder, has_jobs);
  return found == kOrder.end() ? std::nullopt : std::optional(*found);
}

std::vector<Item> JobQueue::take_from(Lane lane) {
  std::deque<Item>& from = waiting_[static_cast<std::size_t>(lane)];
  const std::size_t many = lane == Lane::Write ? std::min(most_taken_, from.size()) : 1;
  const auto end = from.begin() + static_cast<std::ptrdiff_t>(many);
  std::vector<Item> items{std::make_move_iterator(from.begin()), std::make_move_iterator(end)};
  from.erase(from.begin(), end);
  return items;
}

std::optional<Taken> JobQueue::take(Service service, Lane preferred) {
  const bool is_prompt = service == Service::Prompt;
  for (;;) {
    std::unique_lock lock(mutex_);
    std::optional<Lane> lane;
    idle_prompt_ += is_prompt ? 1 : 0;
    changed_[static_cast<std::size_t>(service)].wait(
        lock, [&] { return (lane = next_lane(service, preferred)) || is_closed_; });
    idle_prompt_ -= is_prompt ? 1 : 0;
    if (!lane) return std::nullopt;
    Taken taken{*lane, take_from(*lane)};
    const bool is_more = count() > 0;
    lock.unlock();
    // Two pushes may have woken the same thread.
    if (is_more) {
      for (std::condition_variable& changed : changed_) changed.notify_one();
    }
    for (const Item& item : too_late(taken.items))
      item.done(refusal("the database is busy: this has waited for too long"));
    if (!taken.items.empty()) return taken;
  }
}

void JobQueue::close() {
  Lanes dropped;
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    for (const Lane lane : {Lane::Read, Lane::List}) {
      waiting_[static_cast<std::size_t>(lane)].swap(dropped[static_cast<std::size_t>(lane)]);
    }
  }
  for (std::condition_variable& changed : changed_) changed.notify_all();
  for (const std::deque<Item>& lane : dropped) {
    for (const Item& item : lane) item.done(refusal("the database is being closed"));
  }
}

std::size_t JobQueue::size() const {
  const std::lock_guard lock(mutex_);
  return count();
}

}  // namespace ordo::store
