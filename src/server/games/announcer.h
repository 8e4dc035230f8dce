// Telling players that a game of theirs has begun or changed, wherever they are connected.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "online/summary.h"
#include "server/games/mine.h"
#include "server/games/people.h"
#include "store/database.h"
#include "store/store.h"

namespace ordo::server {

/// Thread-safe. A job that changes a game says so to the other nodes; this node tells its own clients after
/// the commit.
class Announcer {
 public:
  Announcer(std::shared_ptr<const People> people, std::shared_ptr<Mine> mine, bool has_other_nodes);

  // Within a job. Nothing is said where there are no other nodes.
  void say_started(store::Store& store, const online::GameSummary& game) const;
  void say_changed(store::Store& store, const online::GameSummary& game) const;

  // After the commit.
  void started(const online::GameSummary& game) const;  ///< both players have a game
  void changed(const online::GameSummary& game) const;  ///< for those who follow their own games

  /// What was said, by any node.
  void heard(const store::Notice& notice) const;

 private:
  void say(store::Store& store, std::string_view what, const online::GameSummary& game) const;
  void tell_started(const online::GameId& game, const online::Users& users) const;

  const std::shared_ptr<const People> people_;
  const std::shared_ptr<Mine> mine_;
  const bool has_other_nodes_;
  const std::string node_;  ///< to know one's own notices by
};

}  // namespace ordo::server
