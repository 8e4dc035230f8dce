// Telling people about their own games, wherever these are played.
#pragma once

#include <atomic>
#include <memory>

#include "server/client.h"
#include "server/new_game.h"
#include "store/store.h"

namespace ordo::server {

class HubCore;

/// Thread-safe. A follower gets {"t":"mine","games":[…]}, then {"t":"mine-update","game":{…}} whenever one of
/// them begins, changes turn or ends.
class Mine {
 public:
  explicit Mine(HubCore& core) : core_(core) {}

  void follow(const std::shared_ptr<Client>& client, bool on);
  /// After the commit, on the node of the change.
  void changed(const store::GameSummary& summary);
  /// The same on the other nodes.
  void changed_elsewhere(const online::GameId& game, const Users& users);

 private:
  void read_list(const std::shared_ptr<Client>& client);
  [[nodiscard]] bool has_follower(const Users& users) const;

  HubCore& core_;
  std::atomic<std::int64_t> followers_{0};  ///< none, most of the time: then nothing is looked up
};

}  // namespace ordo::server
