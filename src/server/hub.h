// The games of this node: who watches which, what is asked of them, and what everybody is told.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "online/event.h"
#include "online/message.h"
#include "server/async.h"
#include "server/client.h"
#include "server/engine_pool.h"
#include "server/log.h"
#include "server/metrics.h"
#include "store/database.h"
#include "store/store.h"
#include "util/result.h"

namespace ordo::server {

struct HubOptions {
  int most_live_games_of_a_user = 50;
  int most_seeks_of_a_user = 3;
  int most_watched_by_a_client = 20;
  /// How long a room without clients stays in memory.
  std::chrono::seconds keep_empty_room{60};
  std::chrono::milliseconds sweep_every{2000};
  /// The engine is not seen to answer sooner.
  std::chrono::milliseconds engine_shortest{300};
  /// An engine that has not moved for so long is asked again: its node may have died.
  std::chrono::seconds engine_silence{10};
};

/// Why something asked for cannot be: `code` for programs, `message` for people.
struct Refused {
  int status = 400;  ///< as an HTTP answer
  std::string code;
  std::string message;
};

/// What is wanted of a new game.
struct GameWish {
  online::GameSettings settings;
  std::optional<online::Color> color;  ///< of the one who asks; nothing: by lot
  /// Nothing: the free seat is for whoever has the link. Otherwise the engine at this level (1 to 10, 11 is
  /// full strength).
  std::optional<int> engine_level;
};

class HubCore;

/// Thread-safe: everything about one game happens on the strand of its room. A room is made when somebody
/// asks for the game, by replaying its log, and forgotten when nobody is there. Nothing is shown before it is
/// stored.
class Hub {
 public:
  using Clock = std::function<online::Instant()>;

  /// What is given by reference must outlive the hub; `engines` may be null (no engine opponents). What the
  /// executor belongs to, the log and the metrics must outlive the database as well: its threads may still
  /// answer what was asked before.
  Hub(boost::asio::io_context::executor_type executor, store::Database& database, EnginePool* engines,
      Log& log, Metrics& metrics, HubOptions options, Clock clock);
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;
  ~Hub();

  /// Starts the timers: sweeping, hearing of other nodes.
  void start();
  /// Takes no more commands, tells all clients {"t":"reconnect"}; returns when what was under way is stored.
  Awaitable<void> drain();

  // WebSocket side. `arrived`: when the message had come in full.
  void enter(std::shared_ptr<Client> client);
  void receive(const std::shared_ptr<Client>& client, online::ClientMessage message, online::Instant arrived);
  void leave(const std::shared_ptr<Client>& client);

  // HTTP side
  Awaitable<util::Result<store::GameSummary, Refused>> create_game(Identity who, GameWish wish);
  Awaitable<util::Result<bool, Refused>> join_game(Identity who, online::GameId game);
  /// The same commands as over the WebSocket, for simple programs; the events it led to.
  Awaitable<util::Result<std::vector<online::StoredEvent>, Refused>> command(Identity who,
                                                                             online::GameId game,
                                                                             online::Command command);
  Awaitable<util::Result<store::Seek, Refused>> seek(Identity who, GameWish wish);
  Awaitable<util::Result<bool, Refused>> withdraw_seek(Identity who, std::string seek);
  Awaitable<util::Result<online::GameId, Refused>> accept_seek(Identity who, std::string seek);

 private:
  std::shared_ptr<HubCore> core_;
};

}  // namespace ordo::server
