// Stopping without losing anything: nothing new is begun, and what is being stored is waited for.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace ordo::server {

/// Thread-safe. Shared by all who store something.
class Draining {
 public:
  void begin() noexcept { has_begun_ = true; }
  [[nodiscard]] bool has_begun() const noexcept { return has_begun_; }
  [[nodiscard]] bool is_storing() const noexcept { return storing_ > 0; }

 private:
  friend class Storing;
  std::atomic<bool> has_begun_{false};
  std::atomic<std::int64_t> storing_{0};
};

/// Something counts as being stored while this lives.
class Storing {
 public:
  explicit Storing(std::shared_ptr<Draining> draining) noexcept : draining_(std::move(draining)) {
    ++draining_->storing_;
  }
  Storing(Storing&&) noexcept = default;
  Storing& operator=(Storing&&) = delete;
  Storing(const Storing&) = delete;
  Storing& operator=(const Storing&) = delete;
  ~Storing() {
    if (draining_) --draining_->storing_;
  }

 private:
  std::shared_ptr<Draining> draining_;
};

}  // namespace ordo::server
