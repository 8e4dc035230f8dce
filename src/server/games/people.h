// Who is connected to this node.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/games/client.h"

namespace ordo::server {

/// Thread-safe.
class People {
 public:
  using Clients = std::vector<std::shared_ptr<Client>>;

  void enter(const std::shared_ptr<Client>& client);
  /// True: it was the last one of a known user.
  bool leave(const std::shared_ptr<Client>& client);

  [[nodiscard]] bool is_here(const online::UserId& user) const;
  [[nodiscard]] Clients clients_of(const online::UserId& user) const;
  [[nodiscard]] Clients all() const;
  void send(const online::UserId& user, const Frame& frame) const;

 private:
  static constexpr std::size_t kShards = 16;
  struct UserShard {
    mutable std::mutex guard;
    std::unordered_map<online::UserId, Clients> users;
  };
  struct ClientShard {
    mutable std::mutex guard;
    std::unordered_set<std::shared_ptr<Client>> clients;
  };

  [[nodiscard]] UserShard& shard_of(const online::UserId& user) {
    return by_user_[std::hash<online::UserId>()(user) % kShards];
  }
  [[nodiscard]] const UserShard& shard_of(const online::UserId& user) const {
    return by_user_[std::hash<online::UserId>()(user) % kShards];
  }
  [[nodiscard]] ClientShard& shard_of(const std::shared_ptr<Client>& client) {
    // Addresses are multiples of 16.
    return clients_[(std::hash<std::shared_ptr<Client>>()(client) >> 6U) % kShards];
  }

  std::array<UserShard, kShards> by_user_;
  std::array<ClientShard, kShards> clients_;
};

}  // namespace ordo::server
