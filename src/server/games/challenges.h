// Challenges as those who follow them see them: to somebody, and of somebody.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/base/clock.h"
#include "server/games/client.h"
#include "server/games/people.h"
#include "store/database.h"

namespace ordo::server {

/// Thread-safe. A follower gets {"t":"challenges",…}, and again whenever something has changed, on whatever
/// node; {"t":"challenge-declined",…} comes beside it.
class Challenges : public std::enable_shared_from_this<Challenges> {
 public:
  Challenges(store::Database& database, std::shared_ptr<const People> people, Clock clock)
      : database_(database), people_(std::move(people)), clock_(std::move(clock)) {}

  void follow(const std::shared_ptr<Client>& client, bool on);
  /// What was said on the channel "challenges".
  void heard(const store::Notice& notice);
  /// Notices may have been missed.
  void look_again();

 private:
  [[nodiscard]] People::Clients followers_of(const online::UserId& user) const;
  void tell(const online::UserId& user);
  void read(const online::UserId& user);

  store::Database& database_;
  const std::shared_ptr<const People> people_;
  const Clock clock_;
  std::mutex mutex_;
  /// Whose list is being read, and whether something has changed since. Guarded by mutex_.
  std::unordered_map<online::UserId, bool> reading_;
};

}  // namespace ordo::server
