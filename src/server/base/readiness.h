// Whether the database can store what players do, found out by storing something.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "server/base/async.h"
#include "server/base/log.h"

namespace ordo::server {

/// Thread-safe. Those who ask at the same time, and within a second after that, share one attempt. What
/// changes is logged.
class Readiness {
 public:
  /// `longest`: what has not been stored by then counts as not stored. All arguments outlive this.
  Readiness(store::Database& database, Log& log, std::chrono::milliseconds longest);
  ~Readiness();
  Readiness(const Readiness&) = delete;
  Readiness& operator=(const Readiness&) = delete;

  /// What is wrong with the database, in words for its administrator; nothing: it is well.
  Awaitable<std::optional<std::string>> trouble();

 private:
  struct State;

  void ask();
  void conclude(const std::optional<std::string>& trouble);

  store::Database& database_;
  Log& log_;
  const std::chrono::milliseconds longest_;
  const std::shared_ptr<State> state_;  ///< also of attempts that are answered after this is gone
};

}  // namespace ordo::server
