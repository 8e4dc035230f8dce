// The list of who is here, for those who look for somebody to play with.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "online/list_message.h"
#include "server/base/strand.h"
#include "server/games/client.h"
#include "server/games/followed_list.h"
#include "server/games/presence.h"
#include "store/database.h"

namespace ordo::server {

/// Some of those who are here; accounts and bots come first.
struct SomePeople {
  std::size_t number = 0;  ///< of all
  std::vector<online::Person> people;
};

/// Thread-safe. A follower gets {"t":"people",…}, and again when others are here, at most every two seconds.
class Company {
 public:
  /// The database must outlive it.
  Company(boost::asio::io_context::executor_type executor, store::Database& database,
          std::shared_ptr<const Presence> presence);

  void follow(const std::shared_ptr<Client>& client, bool on) { list_->follow(client, on); }
  void changed() { list_->changed(); }

  /// Within a job: with their ratings of today.
  [[nodiscard]] static SomePeople people_of(Crowd crowd, store::Store& store);

 private:
  const std::shared_ptr<FollowedList> list_;
};

}  // namespace ordo::server
