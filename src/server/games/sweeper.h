// What runs by itself: flags that have fallen, engines that were lost with their node, signs of life, and
// cleaning up.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>

#include "server/base/log.h"
#include "server/base/strand.h"
#include "server/base/timekeeper.h"
#include "server/games/draining.h"
#include "server/games/lobby.h"
#include "server/games/rooms.h"
#include "store/database.h"

namespace ordo::server {

struct SweeperOptions {
  std::chrono::milliseconds every{2000};
  /// An engine that has not moved for so long is asked again: its node may have died.
  std::chrono::seconds engine_silence{10};
};

class Sweeper : public std::enable_shared_from_this<Sweeper> {
 public:
  Sweeper(boost::asio::io_context::executor_type executor, store::Database& database,
          std::shared_ptr<Rooms> rooms, std::shared_ptr<Lobby> lobby, std::shared_ptr<Draining> draining,
          Log& log, Timekeeper& time, SweeperOptions options);

  /// Finds out how long there was no server, and goes on until it is destroyed, or draining begins. Throws
  /// SqlError.
  void start();
  /// For those who look how long there was no server.
  void note_alive();

 private:
  void look_back();
  void beat();
  void sweep_later();
  void sweep();
  void wake_overdue(online::Instant now);
  void clean_up(online::Instant now);

  store::Database& database_;
  const std::shared_ptr<Rooms> rooms_;
  const std::shared_ptr<Lobby> lobby_;
  const std::shared_ptr<Draining> draining_;
  Log& log_;
  Timekeeper& time_;
  const SweeperOptions options_;
  Timer timer_;
  Timer beat_timer_;
  online::Instant cleaned_at_{};  ///< this and the next three on the timer's strand
  online::Instant renewed_at_{};
  online::Instant noted_at_{};
  online::Instant guests_from_{};  ///< those before have been looked at
  online::Instant
      made_up_until_{};  ///< rooms know of interruptions that ended by then; on the timer's strand
  std::atomic<bool> is_looking_{false};
  std::atomic<bool> is_noting_{false};
};

}  // namespace ordo::server
