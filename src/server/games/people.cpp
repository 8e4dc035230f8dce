// Clients by user, in shards with a mutex each.
#include "server/games/people.h"

#include <algorithm>

namespace ordo::server {

void People::enter(const std::shared_ptr<Client>& client) {
  {
    ClientShard& shard = shard_of(client);
    const std::lock_guard lock(shard.guard);
    shard.clients.insert(client);
  }
  const Identity& identity = client->identity();
  if (!identity.is_known()) return;
  UserShard& shard = shard_of(identity.user);
  const std::lock_guard lock(shard.guard);
  shard.users[identity.user].push_back(client);
}

bool People::leave(const std::shared_ptr<Client>& client) {
  {
    ClientShard& shard = shard_of(client);
    const std::lock_guard lock(shard.guard);
    shard.clients.erase(client);
  }
  const Identity& identity = client->identity();
  if (!identity.is_known()) return false;
  UserShard& shard = shard_of(identity.user);
  const std::lock_guard lock(shard.guard);
  const auto user = shard.users.find(identity.user);
  if (user == shard.users.end()) return false;
  std::erase(user->second, client);
  if (!user->second.empty()) return false;
  shard.users.erase(user);
  return true;
}

bool People::is_here(const online::UserId& user) const {
  const UserShard& shard = shard_of(user);
  const std::lock_guard lock(shard.guard);
  return shard.users.contains(user);
}

People::Clients People::clients_of(const online::UserId& user) const {
  const UserShard& shard = shard_of(user);
  const std::lock_guard lock(shard.guard);
  const auto found = shard.users.find(user);
  return found == shard.users.end() ? Clients() : found->second;
}

People::Clients People::all() const {
  Clients all;
  for (const ClientShard& shard : clients_) {
    const std::lock_guard lock(shard.guard);
    all.insert(all.end(), shard.clients.begin(), shard.clients.end());
  }
  return all;
}

void People::send(const online::UserId& user, const Frame& frame) const {
  for (const std::shared_ptr<Client>& client : clients_of(user)) client->send(frame);
}

}  // namespace ordo::server
