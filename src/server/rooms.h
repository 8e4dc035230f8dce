// The rooms in the memory of this node, by id.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "online/types.h"
#include "server/room_host.h"

namespace ordo::server {

class HubCore;

/// Thread-safe. A room is given out pinned: it stays until whoever asked for it has posted a request there.
class Rooms {
 public:
  explicit Rooms(HubCore& core) : core_(core) {}

  [[nodiscard]] std::shared_ptr<RoomHost> pinned(const online::GameId& game);
  [[nodiscard]] std::vector<std::shared_ptr<RoomHost>> all_pinned();
  /// If it is in memory, and has not yet the event with this number: makes it read on.
  void tell_if_lacking(const online::GameId& game, std::int64_t seq);
  /// False: somebody has asked for it again.
  [[nodiscard]] bool forget(const RoomHost& host);
  void clear();

 private:
  static constexpr std::size_t kShards = 64;
  struct Shard {
    std::mutex guard;
    std::unordered_map<online::GameId, std::shared_ptr<RoomHost>> hosts;
  };
  [[nodiscard]] Shard& shard_of(const online::GameId& game) {
    return shards_[std::hash<online::GameId>()(game) % kShards];
  }

  HubCore& core_;
  std::array<Shard, kShards> shards_;
  std::atomic<std::size_t> number_{0};
};

}  // namespace ordo::server
