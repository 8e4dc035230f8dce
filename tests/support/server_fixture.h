// A whole server within the test, on a free port and with a database of its own.
#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "server/base/config.h"
#include "server/base/log.h"
#include "server/server.h"

namespace ordo::support {

/// Keeps what was logged, to look whether there is a secret in it.
class RememberingLog final : public server::Log {
 public:
  void write(server::LogLevel level, std::string_view event,
             std::initializer_list<server::LogField> fields) override;
  [[nodiscard]] std::string text() const;

 private:
  mutable std::mutex mutex_;
  std::string text_;  // guarded by mutex_
};

/// Name and password of somebody, as signing up and in take them.
inline constexpr const char* kCarla = R"({"name":"Carla","password":"correct horse"})";

/// Runs until destroyed. Passwords cost little, and rates are high unless the test says otherwise.
class RunningServer {
 public:
  using Change = std::function<void(server::ServerConfig&)>;

  explicit RunningServer(const Change& change = {},
                         server::TimeSources clocks = server::TimeSources::of_this_machine());
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;
  ~RunningServer();

  [[nodiscard]] std::uint16_t port() const { return server_->port(); }
  [[nodiscard]] std::string log_text() const { return log_.text(); }
  /// Starts to drain.
  void stop() { server_->stop(); }
  /// Drains and waits until run() has returned.
  void finish();

 private:
  std::filesystem::path folder_;
  RememberingLog log_;
  std::unique_ptr<server::Server> server_;
  std::thread thread_;
};

}  // namespace ordo::support
