// The games of this node: who watches which, what is asked of them, and what everybody is told.
#pragma once

#include <chrono>
#include <memory>

#include <boost/asio/io_context.hpp>

#include "engines/pool.h"
#include "online/message.h"
#include "server/base/async.h"
#include "server/base/config.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/timekeeper.h"
#include "server/games/client.h"
#include "server/games/game_maker.h"
#include "server/games/presence.h"
#include "store/database.h"

namespace ordo::server {

struct HubOptions {
  int most_live_games_of_a_user = 50;
  int most_engine_games_of_a_user = 20;
  int most_engine_games_of_a_network = 40;
  int most_seeks_of_a_user = 3;
  Rate challenges{0.1, 10};         ///< of a user
  Rate challenges_to_one{0.02, 3};  ///< of a user to one other
  int most_watched_by_a_client = 20;
  std::chrono::seconds keep_empty_room{60};        ///< see RoomServices
  std::chrono::milliseconds engine_shortest{300};  ///< see RoomServices
  std::chrono::milliseconds sweep_every{2000};     ///< see SweeperOptions
  std::chrono::seconds engine_silence{10};         ///< see SweeperOptions
  PresenceOptions presence;
};

/// Thread-safe: everything about one game happens on the strand of its room. A room is made when somebody
/// asks for the game, by replaying its log, and forgotten when nobody is there. Nothing is shown before it is
/// stored. What it has begun may outlive the hub.
class Hub {
 public:
  /// What is given by reference must outlive the hub; `engines` may be null (no engine opponents). What the
  /// executor belongs to, the log and the metrics must outlive the database as well: its threads may still
  /// answer what was asked before.
  Hub(boost::asio::io_context::executor_type executor, store::Database& database, engines::Pool* engines,
      Log& log, Metrics& metrics, HubOptions options, Timekeeper& time);
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;
  ~Hub();

  /// Finds out how long there was no server, and starts the timers: sweeping, hearing of other nodes. Throws
  /// SqlError.
  void start();
  /// Takes no more commands, tells all clients {"t":"reconnect"}; returns when what was under way is stored.
  Awaitable<void> drain();

  // Over the WebSocket. `arrived`: when the message had come in full.
  void enter(std::shared_ptr<Client> client);
  void receive(const std::shared_ptr<Client>& client, online::ClientMessage message, online::Instant arrived);
  void leave(const std::shared_ptr<Client>& client);

  [[nodiscard]] const Presence& presence() const noexcept;
  /// What is asked for by request.
  [[nodiscard]] GameMaker& maker() noexcept;

 private:
  struct Parts;
  class Reception;

  const std::shared_ptr<Parts> parts_;
};

}  // namespace ordo::server
