// Handing over in portions, so that other threads of the executor can help.
#include "server/games/handover.h"

#include <algorithm>
#include <array>
#include <deque>
#include <mutex>
#include <utility>

#include <boost/asio/post.hpp>

namespace ordo::server {
namespace {

constexpr std::size_t kPortion = 32;

}  // namespace

struct Handover::State : std::enable_shared_from_this<State> {
  explicit State(boost::asio::io_context::executor_type on) : executor(std::move(on)) {}

  void give(std::unique_ptr<RoomWork> work) {
    bool is_first = false;
    {
      const std::lock_guard lock(guard);
      if (is_closed) return;
      waiting.push_back(std::move(work));
      is_first = !std::exchange(is_called, true);
    }
    if (is_first) call();
  }

  void call() {
    boost::asio::post(executor, [self = shared_from_this()] { self->take(); });
  }

  void take() {
    std::array<std::unique_ptr<RoomWork>, kPortion> portion;
    bool is_more = false;
    {
      const std::lock_guard lock(guard);
      const auto end = waiting.begin() + static_cast<std::ptrdiff_t>(std::min(kPortion, waiting.size()));
      std::move(waiting.begin(), end, portion.begin());
      waiting.erase(waiting.begin(), end);
      is_called = is_more = !waiting.empty();
    }
    if (is_more) call();
    try {
      for (auto& work : portion) {
        if (work) RoomHost::finish(std::move(work));
      }
    } catch (...) {
      // The executor is told what went wrong with one; the others have nothing to do with it.
      for (auto& work : portion) {
        if (work) give(std::move(work));
      }
      throw;
    }
  }

  const boost::asio::io_context::executor_type executor;
  std::mutex guard;
  std::deque<std::unique_ptr<RoomWork>> waiting;  // guarded, as all below
  bool is_called = false;                         // somebody is on the way to take some
  bool is_closed = false;
};

Handover::Handover(boost::asio::io_context::executor_type executor)
    : state_(std::make_shared<State>(std::move(executor))) {}

void Handover::give(std::unique_ptr<RoomWork> work) { state_->give(std::move(work)); }

void Handover::close() {
  std::deque<std::unique_ptr<RoomWork>> dropped;  // outside of the lock
  const std::lock_guard lock(state_->guard);
  state_->is_closed = true;
  dropped.swap(state_->waiting);
}

}  // namespace ordo::server
