// Rooms in shards with a mutex each.
#include "server/games/rooms.h"

#include <utility>

namespace ordo::server {

std::shared_ptr<RoomHost> Rooms::pinned(const online::GameId& game) {
  Shard& shard = shard_of(game);
  const std::lock_guard lock(shard.guard);
  std::shared_ptr<RoomHost>& host = shard.hosts[game];
  if (!host) {
    host = std::make_shared<RoomHost>(shared_from_this(), game);
    services_.metrics.rooms_loaded(++number_);
  }
  host->pin();
  return host;
}

template <class Condition>
std::shared_ptr<RoomHost> Rooms::pinned_if(const online::GameId& game, Condition holds) {
  Shard& shard = shard_of(game);
  const std::lock_guard lock(shard.guard);
  const auto found = shard.hosts.find(game);
  if (found == shard.hosts.end() || !holds(*found->second)) return nullptr;
  found->second->pin();
  return found->second;
}

void Rooms::tell_if_lacking(const online::GameId& game, std::int64_t seq) {
  const auto host = pinned_if(game, [seq](const RoomHost& known) { return known.lacks(seq); });
  if (!host) return;
  RoomRequest request;
  request.body = RoomRequest::CatchUp{seq};
  host->post(std::move(request));
}

void Rooms::look_around(const online::GameId& game) {
  const auto host = pinned_if(game, [](const RoomHost&) { return true; });
  if (!host) return;
  RoomRequest request;
  request.body = RoomRequest::LookAround{};
  host->post(std::move(request));
}

void Rooms::reload(const online::GameId& game) {
  const auto host = pinned_if(game, [](const RoomHost&) { return true; });
  if (!host) return;
  RoomRequest request;
  request.body = RoomRequest::Reload{};
  host->post(std::move(request));
}

void Rooms::tell_all(const decltype(RoomRequest::body)& what) {
  std::vector<std::shared_ptr<RoomHost>> all;
  for (Shard& shard : shards_) {
    const std::lock_guard lock(shard.guard);
    for (const auto& [game, host] : shard.hosts) {
      host->pin();
      all.push_back(host);
    }
  }
  for (const std::shared_ptr<RoomHost>& host : all) {
    RoomRequest request;
    request.body = what;
    host->post(std::move(request));
  }
}

bool Rooms::forget(const RoomHost& host) {
  Shard& shard = shard_of(host.id());
  const std::lock_guard lock(shard.guard);
  if (host.is_pinned()) return false;
  if (shard.hosts.erase(host.id()) > 0) services_.metrics.rooms_loaded(--number_);
  return true;
}

void Rooms::close() {
  for (Shard& shard : shards_) {
    std::unordered_map<online::GameId, std::shared_ptr<RoomHost>> hosts;
    const std::lock_guard lock(shard.guard);
    hosts.swap(shard.hosts);
  }
  finished_.close();
}

}  // namespace ordo::server
