// The threads that help a search: they wait for work as long as the engine lives.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ordo::search {

/// All but serve() is for one thread, the owner's.
class HelperThreads {
 public:
  using Job = std::function<void(std::size_t)>;

  HelperThreads() = default;
  HelperThreads(const HelperThreads&) = delete;
  HelperThreads& operator=(const HelperThreads&) = delete;
  ~HelperThreads() { keep(0); }

  [[nodiscard]] std::size_t size() const noexcept { return threads_.size(); }
  /// Not while they work. Throws std::system_error, and keeps what was, if there cannot be so many.
  void resize(std::size_t count);

  /// Each thread calls the job once, with its number from 0 on; wait() comes before the next start().
  void start(Job job);
  /// Until all have ended their job. The job must not throw.
  void wait() noexcept;

 private:
  void serve(std::size_t number, std::uint64_t seen);
  void keep(std::size_t count) noexcept;

  std::vector<std::thread> threads_;
  std::mutex mutex_;  ///< of all below
  std::condition_variable wake_;
  std::condition_variable idle_;
  Job job_;
  std::uint64_t jobs_ = 0;  ///< so many were started
  std::size_t busy_ = 0;    ///< threads that have not ended the last one
  std::size_t wanted_ = 0;  ///< threads numbered from here on leave
};

}  // namespace ordo::search
