// The whole server: everything wired together, started and stopped.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "server/base/config.h"
#include "server/base/log.h"
#include "server/base/timekeeper.h"

namespace ordo::server {

class Server {
 public:
  /// Opens the database and listens; throws std::exception, in words for people, if that cannot be. The log
  /// must outlive the server.
  Server(ServerConfig config, Log& log, TimeSources clocks = TimeSources::of_this_machine());
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  [[nodiscard]] std::string address() const;  ///< "127.0.0.1:8080", with the port that was found
  [[nodiscard]] std::uint16_t port() const;

  /// Serves until stopped.
  void run();
  /// Drains: takes no more connections, tells clients to reconnect, finishes what is to be stored, for at
  /// most the time that the configuration grants. Thread-safe; may be called before run().
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ordo::server
