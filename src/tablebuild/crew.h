// Threads that share a piece of work.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ordo::tablebuild {

/// Calls work(index) for each index below `count`, on so many threads, in portions of neighbours. What it
/// throws is thrown here, once all have ended.
template <class Work>
void share(int threads, std::size_t count, std::size_t portion, Work&& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto serve = [&] {
    try {
      for (std::size_t begin; (begin = next.fetch_add(portion)) < count;) {
        for (std::size_t i = begin; i < std::min(begin + portion, count); ++i) work(i);
      }
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
    }
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < threads; ++i) helpers.emplace_back(serve);
  serve();
  for (std::thread& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace ordo::tablebuild
