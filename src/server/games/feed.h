// The games going on, for the front page: a few of them, followed in the log like any other node's.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "online/room.h"
#include "server/base/clock.h"
#include "server/base/strand.h"
#include "server/games/client.h"
#include "server/games/draining.h"
#include "store/database.h"

namespace ordo::server {

/// Thread-safe. A follower gets {"t":"feed","games":[…]}, again when other games are shown, and
/// {"t":"feed-update","games":[…]} with those that have changed, at most once a second. The log is looked
/// into only while somebody follows; no game knows about it.
class Feed : public std::enable_shared_from_this<Feed> {
 public:
  Feed(boost::asio::io_context::executor_type executor, store::Database& database,
       std::shared_ptr<const Draining> draining, Clock clock);

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

  store::Database& database_;
  const std::shared_ptr<const Draining> draining_;
  const Clock clock_;
  Strand strand_;
  Timer timer_;
  std::vector<Follower> followers_;
  std::vector<online::Room> shown_;
  TimePoint looked_at_{};
  bool is_looking_ = false;
  bool is_waiting_ = false;
};

}  // namespace ordo::server
