// A list that people follow: read when it has changed, not too often, and shown when it is another one.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/base/strand.h"
#include "server/games/client.h"

namespace ordo::server {

/// Thread-safe. Nobody follows, nobody reads.
class FollowedList : public std::enable_shared_from_this<FollowedList> {
 public:
  /// The list as a message; nothing: it could not be read.
  using Text = std::optional<std::string>;
  /// Called on the strand. Calls what it is given once, on whatever thread.
  using Read = std::function<void(std::function<void(Text)>)>;

  FollowedList(Strand strand, std::chrono::milliseconds every, Read read);

  void follow(const std::shared_ptr<Client>& client, bool on);
  /// Something may have changed, here or elsewhere.
  void changed();

 private:
  using TimePoint = std::chrono::steady_clock::time_point;
  struct Follower {
    std::shared_ptr<Client> client;
    bool is_new = true;
  };

  void refresh();
  void show(const std::string& text);

  Strand strand_;
  Timer timer_;
  const std::chrono::milliseconds every_;  ///< so long at least lies between two readings
  const Read read_;
  std::vector<Follower> followers_;
  std::string shown_;
  TimePoint read_at_{};
  bool is_reading_ = false;
  bool is_old_ = false;      ///< something has changed since reading began
  bool is_waiting_ = false;  ///< for the timer
};

}  // namespace ordo::server
