// The list of who is here, for those who look for somebody to play with.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "online/list_message.h"
#include "server/base/strand.h"
#include "server/games/client.h"
#include "server/games/presence.h"
#include "store/database.h"

namespace ordo::server {

/// Some of those who are here; accounts and bots come first.
struct SomePeople {
  std::size_t number = 0;  ///< of all
  std::vector<online::Person> people;
};

/// Thread-safe. A follower gets {"t":"people",…}, and again when others are here, at most every two seconds.
class Company : public std::enable_shared_from_this<Company> {
 public:
  Company(boost::asio::io_context::executor_type executor, store::Database& database,
          std::shared_ptr<const Presence> presence);

  void follow(const std::shared_ptr<Client>& client, bool on);
  void changed();

  /// Within a job: with their ratings of today.
  [[nodiscard]] static SomePeople people_of(Crowd crowd, store::Store& store);

 private:
  struct Follower {
    std::shared_ptr<Client> client;
    bool is_new = true;
  };
  void refresh();
  void show(const std::string& text);

  store::Database& database_;
  const std::shared_ptr<const Presence> presence_;
  Strand strand_;
  Timer timer_;
  std::vector<Follower> followers_;
  std::string shown_;
  std::chrono::steady_clock::time_point read_at_{};
  bool is_reading_ = false;
  bool is_waiting_ = false;
  bool is_old_ = false;
};

}  // namespace ordo::server
