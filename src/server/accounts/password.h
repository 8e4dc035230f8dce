// Passwords: hashed slowly on purpose, on threads of their own.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>

#include "server/base/config.h"
#include "server/base/metrics.h"

namespace ordo::server {

/// Argon2id. Thread-safe; no more than `most_waiting` wait for the threads.
class PasswordHasher {
 public:
  /// The metrics outlive it.
  PasswordHasher(const PasswordCost& cost, Metrics& metrics);
  PasswordHasher(const PasswordHasher&) = delete;
  PasswordHasher& operator=(const PasswordHasher&) = delete;
  /// Waits for what is being hashed.
  ~PasswordHasher();

  /// The hash with its parameters as text. Nothing: too many are waiting.
  boost::asio::awaitable<std::optional<std::string>> hash(std::string password);
  /// Whether the password is the one of the hash; an empty hash is that of nobody, and takes as long to
  /// refuse. Nothing: too many are waiting.
  boost::asio::awaitable<std::optional<bool>> verify(std::string hash, std::string password);

 private:
  /// False: too many are waiting. Otherwise the coroutine goes on on a thread of the pool.
  boost::asio::awaitable<bool> enter();

  const PasswordCost cost_;
  Metrics& metrics_;
  const std::string nobody_;  ///< a hash that costs what all others do
  std::atomic<int> waiting_{0};
  boost::asio::thread_pool pool_;
};

}  // namespace ordo::server
