// Token buckets, counted connections, and growing pauses.
#include "server/base/limits.h"

#include <algorithm>
#include <cmath>

#include "util/check.h"

namespace ordo::server {

double TokenBucket::level(const Rate& rate, Ticks now) const noexcept {
  const double seconds = std::max(0.0, std::chrono::duration<double>(now - at_).count());
  return std::min(rate.burst, tokens_ + seconds * rate.per_second);
}

bool TokenBucket::take(const Rate& rate, Ticks now) noexcept {
  tokens_ = level(rate, now);
  at_ = now;
  if (tokens_ < 1) return false;
  tokens_ -= 1;
  return true;
}

std::chrono::milliseconds TokenBucket::wait(const Rate& rate) const noexcept {
  constexpr double kLongest = 3600;
  const double seconds = rate.per_second > 0 ? std::max(0.0, 1 - tokens_) / rate.per_second : kLongest;
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(std::min(seconds, kLongest) * 1000)));
}

bool TokenBucket::is_full(const Rate& rate, Ticks now) const noexcept {
  return level(rate, now) >= rate.burst;
}

std::optional<std::chrono::milliseconds> RateLimiter::refuse(const std::string& key, Ticks now) {
  const std::lock_guard lock(mutex_);
  if (buckets_.size() >= prune_at_) prune(now);
  TokenBucket& bucket = buckets_.try_emplace(key, rate_, now).first->second;
  if (bucket.take(rate_, now)) return std::nullopt;
  return bucket.wait(rate_);
}

void RateLimiter::prune(Ticks now) {
  std::erase_if(buckets_, [&](const auto& entry) { return entry.second.is_full(rate_, now); });
  prune_at_ = std::max<std::size_t>(1024, 2 * buckets_.size());
}

ConnectionCounter::Place& ConnectionCounter::Place::operator=(Place&& other) noexcept {
  if (this != &other) {
    leave();
    counter_ = std::exchange(other.counter_, nullptr);
    key_ = std::move(other.key_);
  }
  return *this;
}

void ConnectionCounter::Place::leave() noexcept {
  if (counter_ != nullptr) std::exchange(counter_, nullptr)->leave(key_);
}

std::optional<ConnectionCounter::Place> ConnectionCounter::enter(const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (count_ >= most_) return std::nullopt;
  if (!key.empty()) {
    int& of_this_key = by_key_[key];
    if (of_this_key >= most_of_an_address_) return std::nullopt;
    ++of_this_key;
  }
  ++count_;
  return Place(*this, key);
}

void ConnectionCounter::leave(const std::string& key) noexcept {
  const std::lock_guard lock(mutex_);
  ORDO_CHECK(count_ > 0);
  --count_;
  if (key.empty()) return;
  const auto found = by_key_.find(key);
  ORDO_CHECK(found != by_key_.end());
  if (--found->second == 0) by_key_.erase(found);
}

int ConnectionCounter::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

std::optional<std::chrono::milliseconds> Backoff::refuse(const std::string& key, Ticks now) {
  const std::lock_guard lock(mutex_);
  const auto found = failures_.find(key);
  if (found == failures_.end() || found->second.blocked_until <= now) return std::nullopt;
  return std::chrono::ceil<std::chrono::milliseconds>(found->second.blocked_until - now);
}

void Backoff::failed(const std::string& key, Ticks now) {
  const std::lock_guard lock(mutex_);
  if (failures_.size() >= prune_at_) {
    std::erase_if(failures_,
                  [&](const auto& entry) { return now - entry.second.last > options_.forget_after; });
    prune_at_ = std::max<std::size_t>(1024, 2 * failures_.size());
  }
  Failures& known = failures_[key];
  if (now - known.last > options_.forget_after) known = {};
  known.last = now;
  ++known.count;
  const int beyond = known.count - options_.free_failures;
  if (beyond < 0) return;
  constexpr int kMaxDoublings = 20;
  const auto pause = options_.first * (std::int64_t{1} << std::min(beyond, kMaxDoublings));
  known.blocked_until = now + std::min<std::chrono::milliseconds>(pause, options_.most);
}

void Backoff::succeeded(const std::string& key) {
  const std::lock_guard lock(mutex_);
  failures_.erase(key);
}

}  // namespace ordo::server
