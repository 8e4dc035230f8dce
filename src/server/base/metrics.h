// What the server counts, for Prometheus.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace ordo::server {

/// Thread-safe and cheap. Implemented with prometheus-cpp; scraped by GET /metrics.
class Metrics {
 public:
  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  void connection_opened();
  void connection_closed();
  void client_dropped();  ///< too slow
  void message_received();
  void message_refused();
  void move_stored(std::chrono::microseconds took);  ///< from arrival to commit
  void append_conflict();
  void game_created();
  void game_ended();
  void rooms_loaded(std::size_t number);
  void request_done(int status, std::chrono::microseconds took);
  void engine_turn(std::chrono::microseconds took, bool ok);
  void login_failed();
  void password_hashed();               ///< to keep it, or to compare it: either costs the same
  void limited(std::string_view what);  ///< a limit was hit: "rate", "connections", "body", …

  /// The text format of Prometheus.
  [[nodiscard]] std::string text() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ordo::server
