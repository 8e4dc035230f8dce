// Waiting for work, and for its end.
#include "search/helper_threads.h"

#include <utility>

#include "util/check.h"

namespace ordo::search {

void HelperThreads::resize(std::size_t count) {
  const std::size_t before = threads_.size();
  if (count <= before) return keep(count);
  threads_.reserve(count);
  {
    const std::lock_guard lock(mutex_);
    wanted_ = count;
  }
  try {
    while (threads_.size() < count) {
      threads_.emplace_back([this, number = threads_.size(), seen = jobs_] { serve(number, seen); });
    }
  } catch (...) {
    keep(before);
    throw;
  }
}

void HelperThreads::keep(std::size_t count) noexcept {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = count;
  }
  wake_.notify_all();
  for (std::size_t i = count; i < threads_.size(); ++i) threads_[i].join();
  threads_.resize(count);
}

void HelperThreads::start(Job job) {
  if (threads_.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    ORDO_CHECK(busy_ == 0);
    job_ = std::move(job);
    busy_ = threads_.size();
    ++jobs_;
  }
  wake_.notify_all();
}

void HelperThreads::wait() noexcept {
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return busy_ == 0; });
}

void HelperThreads::serve(std::size_t number, std::uint64_t seen) {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [&] { return number >= wanted_ || jobs_ != seen; });
    if (number >= wanted_) return;
    seen = jobs_;
    lock.unlock();
    job_(number);
    lock.lock();
    if (--busy_ == 0) idle_.notify_one();
  }
}

}  // namespace ordo::search
