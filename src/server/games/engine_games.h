// How many games with the engine come from one place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "online/types.h"

namespace ordo::server {

/// Guests cost nothing, so a limit for each user is none for who makes many of them: this one counts by
/// network. Only ids are remembered, by what the network is hashed to, and no longer than this node runs.
/// Thread-safe.
class EngineGames {
 public:
  explicit EngineGames(int most_of_a_network) : most_(static_cast<std::size_t>(most_of_a_network)) {}

  /// Counts this game, and again is once; false: there are too many. `is_going_on` is asked of earlier ones
  /// when that would be so. One that was counted less than a minute ago may not be stored yet: it counts.
  [[nodiscard]] bool admit(std::uint64_t network, const online::GameId& game, online::Instant now,
                           const std::function<bool(const online::GameId&)>& is_going_on);

 private:
  struct Counted {
    online::GameId game;
    online::Instant at;
  };

  const std::size_t most_;
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::vector<Counted>> games_;  // guarded by mutex_
};

}  // namespace ordo::server
