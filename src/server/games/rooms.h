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
#include "server/games/handover.h"
#include "server/games/room_host.h"
#include "server/games/room_services.h"

namespace ordo::server {

/// Thread-safe. A room is given out pinned: it stays until whoever asked for it has posted a request there.
class Rooms : public std::enable_shared_from_this<Rooms> {
 public:
  explicit Rooms(RoomServices services) : services_(std::move(services)), finished_(services_.executor) {}

  [[nodiscard]] const RoomServices& services() const noexcept { return services_; }
  /// Lets the room of this work finish it, soon.
  void finish_soon(std::unique_ptr<RoomWork> work) { finished_.give(std::move(work)); }

  [[nodiscard]] std::shared_ptr<RoomHost> pinned(const online::GameId& game);
  /// All that are in memory read on: they may have missed something.
  void let_all_catch_up() { tell_all(RoomRequest::CatchUp{0}); }
  /// All that are in memory look whether time has something to do.
  void wake_all() { tell_all(RoomRequest::Wake{}); }
  /// If it is in memory, and has not yet the event with this number: makes it read on.
  void tell_if_lacking(const online::GameId& game, std::int64_t seq);
  /// If it is in memory: somebody may have come or gone.
  void look_around(const online::GameId& game);
  /// If it is in memory: makes it read its log anew, in which a name was replaced.
  void reload(const online::GameId& game);
  /// False: somebody has asked for it again.
  [[nodiscard]] bool forget(const RoomHost& host);
  /// Forgets all, and drops what waits to be finished. Clients and rooms know each other: somebody has to let
  /// go.
  void close();

 private:
  void tell_all(const decltype(RoomRequest::body)& what);

  static constexpr std::size_t kShards = 64;
  struct Shard {
    std::mutex guard;
    std::unordered_map<online::GameId, std::shared_ptr<RoomHost>> hosts;
  };
  /// Nothing: it is not in memory, or the condition does not hold.
  template <class Condition>
  [[nodiscard]] std::shared_ptr<RoomHost> pinned_if(const online::GameId& game, Condition holds);
  [[nodiscard]] Shard& shard_of(const online::GameId& game) {
    return shards_[std::hash<online::GameId>()(game) % kShards];
  }

  const RoomServices services_;
  Handover finished_;
  std::array<Shard, kShards> shards_;
  std::atomic<std::size_t> number_{0};
};

}  // namespace ordo::server
