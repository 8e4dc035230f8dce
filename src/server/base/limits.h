// How much anybody may ask for: rates, connections, and patience with wrong passwords.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "server/base/config.h"

namespace ordo::server {

using Ticks = std::chrono::steady_clock::time_point;

/// Fills with `rate.per_second` tokens a second, up to `rate.burst`.
class TokenBucket {
 public:
  TokenBucket(const Rate& rate, Ticks now) noexcept : tokens_(rate.burst), at_(now) {}

  /// Takes one token if there is one.
  [[nodiscard]] bool take(const Rate& rate, Ticks now) noexcept;
  /// How long until there will be one.
  [[nodiscard]] std::chrono::milliseconds wait(const Rate& rate) const noexcept;
  [[nodiscard]] bool is_full(const Rate& rate, Ticks now) const noexcept;

 private:
  [[nodiscard]] double level(const Rate& rate, Ticks now) const noexcept;

  double tokens_;
  Ticks at_;
};

/// A bucket for each key. Thread-safe; full ones are forgotten.
class RateLimiter {
 public:
  explicit RateLimiter(const Rate& rate) noexcept : rate_(rate) {}

  /// Nothing: it is allowed. Otherwise how long to wait.
  [[nodiscard]] std::optional<std::chrono::milliseconds> refuse(const std::string& key, Ticks now);

 private:
  void prune(Ticks now);

  const Rate rate_;
  std::mutex mutex_;
  std::unordered_map<std::string, TokenBucket> buckets_;  // guarded by mutex_
  std::size_t prune_at_ = 1024;                           // guarded by mutex_
};

/// Counts the connections of each address. Thread-safe.
class ConnectionCounter {
 public:
  ConnectionCounter(int most, int most_of_an_address) noexcept
      : most_(most), most_of_an_address_(most_of_an_address) {}

  /// A place, given back when destroyed.
  class Place {
   public:
    Place() = default;
    Place(Place&& other) noexcept
        : counter_(std::exchange(other.counter_, nullptr)), key_(std::move(other.key_)) {}
    Place& operator=(Place&& other) noexcept;
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place() { leave(); }

   private:
    friend class ConnectionCounter;
    Place(ConnectionCounter& counter, std::string key) : counter_(&counter), key_(std::move(key)) {}
    void leave() noexcept;

    ConnectionCounter* counter_ = nullptr;
    std::string key_;
  };

  /// Nothing: too many, from this address or altogether. An empty key counts only for all together.
  [[nodiscard]] std::optional<Place> enter(const std::string& key);
  [[nodiscard]] int count() const;

 private:
  void leave(const std::string& key) noexcept;

  const int most_;
  const int most_of_an_address_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, int> by_key_;  // guarded by mutex_
  int count_ = 0;                                // guarded by mutex_
};

/// After some failures each further one doubles the time until the next try. Thread-safe.
class Backoff {
 public:
  struct Options {
    int free_failures = 5;
    std::chrono::milliseconds first{1000};
    std::chrono::milliseconds most{60'000};
    std::chrono::milliseconds forget_after{3'600'000};  ///< since the last failure
  };

  explicit Backoff(const Options& options) noexcept : options_(options) {}

  /// Nothing: go ahead. Otherwise how long to wait.
  [[nodiscard]] std::optional<std::chrono::milliseconds> refuse(const std::string& key, Ticks now);
  void failed(const std::string& key, Ticks now);
  void succeeded(const std::string& key);

 private:
  struct Failures {
    int count = 0;
    Ticks last{};
    Ticks blocked_until{};
  };

  const Options options_;
  std::mutex mutex_;
  std::unordered_map<std::string, Failures> failures_;  // guarded by mutex_
  std::size_t prune_at_ = 1024;                         // guarded by mutex_
};

}  // namespace ordo::server
