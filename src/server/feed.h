// The games going on, for the front page: a few of them, followed in the log like any other node's.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "online/room.h"
#include "server/client.h"
#include "server/net.h"
#include "store/store.h"

namespace ordo::server {

class HubCore;

/// Thread-safe. A follower gets {"t":"feed","games":[…]}, again when other games are shown, and
/// {"t":"feed-update","games":[…]} with those that have changed, at most once a second. The log is looked
/// into only while somebody follows; no game knows about it.
class Feed {
 public:
  explicit Feed(HubCore& core);

  void follow(const std::shared_ptr<Client>& client, bool on);

 private:
  using TimePoint = std::chrono::steady_clock::time_point;
  struct Follower {
    std::shared_ptr<Client> client;
    bool is_new = true;
  };
  struct Look;

  void look();
  void look_later();
  void seen(Look& look);
  void show(bool is_other, const std::vector<std::string>& changed);

  HubCore& core_;
  Strand strand_;
  Timer timer_;
  std::vector<Follower> followers_;
  std::vector<online::Room> shown_;
  TimePoint looked_at_{};
  bool is_looking_ = false;
  bool is_waiting_ = false;
};

}  // namespace ordo::server
