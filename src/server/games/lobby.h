// The open seeks: who looks at them, and keeping those alive whose owners are here.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "online/summary.h"
#include "server/base/clock.h"
#include "server/base/strand.h"
#include "server/games/client.h"
#include "server/games/draining.h"
#include "server/games/followed_list.h"
#include "server/games/people.h"
#include "store/database.h"

namespace ordo::server {

/// How long a seek lives unless it is renewed; and how long after its owner's last connection has gone.
inline constexpr std::chrono::seconds kSeekLife{20};
inline constexpr std::chrono::seconds kSeekGrace{3};
inline constexpr std::chrono::seconds kSeekAfterlife{6};

/// Thread-safe. A follower gets {"t":"lobby","seeks":[…]}, again whenever it has changed. Nothing about seeks
/// is kept on a node but a hint: any node renews those of the people connected to it.
class Lobby : public std::enable_shared_from_this<Lobby> {
 public:
  Lobby(boost::asio::io_context::executor_type executor, store::Database& database,
        std::shared_ptr<const People> people, std::shared_ptr<Draining> draining, Clock clock);

  void follow(const std::shared_ptr<Client>& client, bool on) { list_->follow(client, on); }
  /// Something has changed, here or elsewhere.
  void changed() { list_->changed(); }
  /// A seek of this user exists.
  void note_seeker(const online::UserId& user);
  /// The user's last connection to this node is gone.
  void user_left(const online::UserId& user);
  /// Every few seconds.
  void renew();

 private:
  using Seeks = std::optional<std::vector<online::Seek>>;  ///< nothing: they could not be read

  /// Calls `then(Seeks)` on the strand, while the lobby is there.
  template <class Then>
  void read_seeks(Then then);
  void let_expire(const online::UserId& user);
  /// Only those that are still there: one that is taken meanwhile must not come back.
  void set_life(std::vector<online::Seek> seeks, online::Duration life);

  store::Database& database_;
  const std::shared_ptr<const People> people_;
  const std::shared_ptr<Draining> draining_;
  const Clock clock_;
  Strand strand_;
  const std::shared_ptr<FollowedList> list_;
  std::unordered_set<online::UserId> seekers_;
};

}  // namespace ordo::server
