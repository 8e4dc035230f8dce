// One connection that speaks HTTP, until it ends or becomes a WebSocket.
#pragma once

#include <atomic>
#include <string>

#include "server/base/async.h"
#include "server/base/clock.h"
#include "server/base/config.h"
#include "server/base/limits.h"
#include "server/net/gate.h"
#include "server/net/socket.h"
#include "server/net/ws_session.h"

namespace ordo::server {

/// What all connections share; outlives them.
struct HttpServices {
  const ServerConfig& config;
  Gate& gate;
  WsServices& websockets;
  ConnectionCounter& connections;
  Metrics& metrics;
  Log& log;
  const std::atomic<bool>& is_draining;
  Clock clock;
};

/// Answers requests one after the other. Runs on the strand of the socket.
Awaitable<void> serve_http(Socket socket, std::string peer, ConnectionCounter::Place place,
                           HttpServices& services);

}  // namespace ordo::server
