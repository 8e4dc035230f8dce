// Many positions thought about, several at once, and answered in order.
#include "apps/commands/analysis_pool.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "search/engine.h"

namespace ordo::apps {
namespace {

class AnalysisPool {
 public:
  AnalysisPool(const AnalysisSettings& settings, const AnalysisCalls& calls, const std::atomic<bool>& stop)
      : settings_(settings), calls_(calls), stop_(stop) {}

  void run() {
    std::vector<std::thread> workers;
    running_ = settings_.jobs;
    try {
      for (int i = 0; i < settings_.jobs; ++i) workers.emplace_back([this] { work(); });
      hand_over();
    } catch (...) {
      note_failure();
    }
    end_ = true;
    for (std::thread& worker : workers) worker.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  struct Done {
    AnalysisTask task;
    thinking::Answer answer;
  };

  void work() {
    try {
      search::Engine engine(settings_.engine);
      while (!end_) {
        std::unique_lock taking(source_mutex_);
        std::optional<AnalysisTask> task = calls_.next();
        if (!task) break;
        const std::size_t index = taken_++;
        taking.unlock();
        thinking::Answer answer;
        if (*task) {
          engine.new_game();
          answer = engine.think(**task, settings_.limits, end_, {});
        }
        const std::scoped_lock lock(mutex_);
        done_.emplace(index, Done{*std::move(task), std::move(answer)});
        changed_.notify_one();
      }
    } catch (...) {
      note_failure();
    }
    const std::scoped_lock lock(mutex_);
    --running_;
    changed_.notify_one();
  }

  /// The calling thread: gives the answers in order until there are no more.
  void hand_over() {
    constexpr auto kPause = std::chrono::milliseconds(100);
    std::unique_lock lock(mutex_);
    for (std::size_t next = 0; !failure_;) {
      if (stop_) end_ = true;
      const auto first = done_.find(next);
      if (first != done_.end()) {
        const Done done = std::move(first->second);
        done_.erase(first);
        ++next;
        lock.unlock();
        if (!calls_.answered(done.task, done.answer)) return;
        lock.lock();
      } else if (running_ == 0) {
        return;
      } else if (changed_.wait_for(lock, kPause) == std::cv_status::timeout) {
        const std::size_t count = next + done_.size();
        lock.unlock();
        calls_.waiting(count);
        lock.lock();
      }
    }
  }

  void note_failure() {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    end_ = true;
  }

  const AnalysisSettings& settings_;
  const AnalysisCalls& calls_;
  const std::atomic<bool>& stop_;
  std::atomic<bool> end_{false};  ///< searches are ended, and no more are begun

  std::mutex source_mutex_;  ///< guards calls_.next and taken_
  std::size_t taken_ = 0;

  std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  std::map<std::size_t, Done> done_;
  int running_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void analyze_all(const AnalysisSettings& settings, const AnalysisCalls& calls,
                 const std::atomic<bool>& stop) {
  AnalysisPool(settings, calls, stop).run();
}

}  // namespace ordo::apps
