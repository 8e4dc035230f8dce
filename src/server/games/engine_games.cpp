// Counting games with the engine by network.
#include "server/games/engine_games.h"

#include <algorithm>
#include <chrono>

namespace ordo::server {
namespace {

constexpr std::chrono::minutes kUntilStored{1};
/// More than ever play at a time. Who fills this gets everybody's count back to zero, and gains 40 games.
constexpr std::size_t kMostNetworks = 100'000;

}  // namespace

bool EngineGames::admit(std::uint64_t network, const online::GameId& game, online::Instant now,
                        const std::function<bool(const online::GameId&)>& is_going_on) {
  const std::lock_guard lock(mutex_);
  if (games_.size() >= kMostNetworks && !games_.contains(network)) games_.clear();
  std::vector<Counted>& counted = games_[network];
  if (std::ranges::any_of(counted, [&](const Counted& known) { return known.game == game; })) return true;
  if (counted.size() >= most_) {
    std::erase_if(counted, [&](const Counted& known) {
      return now - known.at >= kUntilStored && !is_going_on(known.game);
    });
  }
  if (counted.size() >= most_) return false;
  counted.push_back({game, now});
  return true;
}

}  // namespace ordo::server
