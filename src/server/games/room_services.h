// What the rooms of a node work with.
#pragma once

#include <chrono>
#include <memory>

#include <boost/asio/io_context.hpp>

#include "engines/pool.h"
#include "server/base/clock.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/timekeeper.h"
#include "server/games/announcer.h"
#include "server/games/draining.h"
#include "server/games/people.h"
#include "server/games/presence.h"
#include "store/database.h"

namespace ordo::server {

/// The same for all rooms, since there may be thousands. What is given by reference outlives them.
struct RoomServices {
  boost::asio::io_context::executor_type executor;
  store::Database& database;
  engines::Pool* engines;  ///< null: no engine opponents
  Log& log;
  Metrics& metrics;
  Clock clock;
  Timekeeper& time;
  std::shared_ptr<Draining> draining;
  std::shared_ptr<const People> people;
  std::shared_ptr<const Announcer> announcer;
  std::shared_ptr<Presence> presence;
  bool has_other_nodes = false;                    ///< there may be some
  std::chrono::seconds keep_empty_room{60};        ///< how long a room without clients stays in memory
  std::chrono::milliseconds engine_shortest{300};  ///< the engine is not seen to answer sooner
  int most_live_games_of_a_user = 50;
};

}  // namespace ordo::server
