// Telling people about their own games, wherever these are played.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "online/summary.h"
#include "server/games/client.h"
#include "server/games/people.h"
#include "store/database.h"

namespace ordo::server {

/// Thread-safe. A follower gets {"t":"mine","games":[…]}, then {"t":"mine-update","game":{…}} whenever one of
/// them begins, changes turn or ends.
class Mine : public std::enable_shared_from_this<Mine> {
 public:
  Mine(store::Database& database, std::shared_ptr<const People> people)
      : database_(database), people_(std::move(people)) {}

  void follow(const std::shared_ptr<Client>& client, bool on);
  /// After the commit, on the node of the change.
  void changed(const online::GameSummary& summary);
  /// The same on the other nodes.
  void changed_elsewhere(const online::GameId& game, const online::Users& users);

 private:
  void read_list(const std::shared_ptr<Client>& client);
  [[nodiscard]] bool has_follower(const online::Users& users) const;

  store::Database& database_;
  const std::shared_ptr<const People> people_;
  std::atomic<std::int64_t> followers_{0};  ///< none, most of the time: then nothing is looked up
};

}  // namespace ordo::server
