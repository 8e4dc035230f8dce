// Who is here, on whatever node: people come, go, and come back.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "online/types.h"
#include "server/accounts/identity.h"
#include "server/base/strand.h"
#include "server/base/timekeeper.h"
#include "server/games/draining.h"
#include "server/games/people.h"
#include "store/database.h"
#include "store/store.h"

namespace ordo::server {

struct PresenceOptions {
  std::chrono::milliseconds grace{5000};          ///< after the last connection: pages are loaded anew
  std::chrono::milliseconds return_time{15'000};  ///< after this server, or a node, was away
  std::chrono::milliseconds by_request{60'000};   ///< how long a program that plays by requests is here
  std::chrono::milliseconds look_every{1000};
  std::chrono::milliseconds beat_every{5000};  ///< signs of life of this node, for the others
  std::chrono::milliseconds silence{20'000};   ///< after which a node is taken for dead
};

/// As far as this node knows.
struct Whereabouts {
  enum class Kind : std::uint8_t { Here, Away, Unknown };
  Kind kind = Kind::Unknown;
  online::Instant since{};  ///< away; the epoch: for longer than anybody remembers
};

/// Some of those who are here.
struct Crowd {
  std::size_t number = 0;  ///< of all
  std::vector<store::Connected> some;
};

/// Thread-safe. A user is here while there is a connection to some node, and a little longer. What an
/// interruption of the server does to connections says nothing about people: for a while after it nobody is
/// taken to have gone.
///
/// Every node knows all who are here. Where there may be other nodes, each has the rows of its own people in
/// the table `online` and says what changes; rows of a node that is silent are removed by the others.
class Presence : public std::enable_shared_from_this<Presence> {
 public:
  Presence(boost::asio::io_context::executor_type executor, store::Database& database,
           std::shared_ptr<const People> people, std::shared_ptr<Draining> draining, Timekeeper& time,
           const PresenceOptions& options);

  /// Called when something about a player of this game may have changed; before start().
  void on_change(std::function<void(const online::GameId&)> tell) { tell_game_ = std::move(tell); }
  /// Called when others are here than before; before start().
  void on_company(std::function<void()> tell) { tell_company_ = std::move(tell); }
  void start();

  void entered(const Identity& who);
  void left(const online::UserId& user);  ///< the last connection to this node
  /// Somebody has asked for something over HTTP.
  void heard_from(const Identity& who);
  /// What was said on the channel "people".
  void heard(const store::Notice& notice);
  /// Notices may have been missed.
  void look_again();

  [[nodiscard]] Whereabouts whereabouts(const online::UserId& user) const;
  /// So many of those who are here at most, accounts and bots rather than guests.
  [[nodiscard]] Crowd crowd(std::size_t most) const;

  /// Whether these users are here matters to this game, until unfollow().
  void follow(const online::UserId& user, const online::GameId& game);
  void unfollow(const online::UserId& user, const online::GameId& game);

 private:
  using Ticks = std::chrono::steady_clock::time_point;
  struct Person {
    online::PlayerKind kind = online::PlayerKind::Guest;
    std::string name;
    bool is_local = false;
    std::vector<std::string> nodes;  ///< others
    std::optional<Ticks> until;      ///< nobody is connected any more: gone, then
  };
  /// Of whom somebody is to be told, without the lock.
  using Changed = std::vector<online::UserId>;

  void look_later();
  void look();
  void beat();
  void flush();
  void read_all();
  // Under the lock.
  void come(const Identity& who, std::optional<Ticks> until, Changed& changed);
  void expire(Ticks now, Changed& changed);
  void drop_node(const std::string& node, Ticks now);
  void note_here(const store::Connected& person, Changed& changed);
  void take_rows(const std::vector<store::Connected>& rows, Changed& changed);
  void go_if_nowhere(const online::UserId& user, Changed& changed);
  void put_all_again();

  void tell(const Changed& changed) const;
  void tell_all() const;

  store::Database& database_;
  const std::shared_ptr<const People> people_;
  const std::shared_ptr<Draining> draining_;
  Timekeeper& time_;
  const PresenceOptions options_;
  const bool has_other_nodes_;
  const std::string node_;  ///< this one
  std::function<void(const online::GameId&)> tell_game_;
  std::function<void()> tell_company_;
  Strand strand_;
  Timer timer_;

  mutable std::mutex mutex_;  // of all below
  std::unordered_map<online::UserId, Person> here_;
  std::unordered_map<online::UserId, online::Instant> gone_;  // who was here not long ago
  std::unordered_set<online::UserId> lingering_;              // those with `until`
  std::unordered_map<online::UserId, std::vector<online::GameId>> games_;
  std::unordered_set<online::UserId> unsaid_;  // whose row is not what it should be
  Ticks settled_at_;                           // before, nobody can tell who has gone
  Ticks looked_at_;
  Ticks beaten_at_{};
  bool is_settled_ = false;
  bool is_writing_ = false;
  bool is_beating_ = false;
  bool is_reading_ = false;
  bool is_read_old_ = false;  // something was said since reading began
};

}  // namespace ordo::server
