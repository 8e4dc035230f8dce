// Following a few live games by reading what is new in their logs.
#include "server/games/feed.h"

#include <algorithm>
#include <utility>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

#include "online/list_message.h"
#include "store/store.h"

namespace ordo::server {
namespace {

constexpr std::size_t kMostShown = 12;
constexpr std::chrono::milliseconds kLookEvery{1000};
/// A game whose players think for longer makes room for others.
constexpr std::chrono::minutes kIdle{2};

[[nodiscard]] bool is_worth_showing(const online::Room& room, online::Instant now) {
  return room.status() == online::RoomStatus::Playing && now - room.last_at() < kIdle;
}

}  // namespace

/// What is read in one go.
struct Feed::Look {
  struct Seen {
    online::GameId game;
    std::int64_t seq;
    std::vector<online::StoredEvent> news;
  };
  std::vector<Seen> shown;
  std::size_t places = 0;  ///< free ones
  std::vector<online::Room> others;

  void run(store::Store& store) {
    others.clear();
    for (Seen& seen : shown) seen.news = store.events(seen.game, seen.seq + 1);
    if (places == 0) return;
    store::GameFilter filter;
    filter.live = true;
    filter.limit = static_cast<int>(2 * kMostShown);
    for (const store::GameSummary& summary : store.games(filter)) {
      if (others.size() >= places) break;
      if (summary.status != online::RoomStatus::Playing) continue;
      if (std::ranges::any_of(shown, [&](const Seen& seen) { return seen.game == summary.id; })) continue;
      auto room = online::Room::replay(summary.id, store.events(summary.id));
      if (room) others.push_back(*std::move(room));
    }
  }
};

Feed::Feed(boost::asio::io_context::executor_type executor, store::Database& database,
           std::shared_ptr<const Draining> draining, Clock clock)
    : database_(database),
      draining_(std::move(draining)),
      clock_(std::move(clock)),
      strand_(boost::asio::make_strand(std::move(executor))),
      timer_(strand_) {}

void Feed::follow(const std::shared_ptr<Client>& client, bool on) {
  boost::asio::dispatch(strand_, [self = shared_from_this(), client, on] {
    std::erase_if(self->followers_, [&](const Follower& follower) { return follower.client == client; });
    if (!on) return;
    if (self->followers_.empty()) self->shown_.clear();
    self->followers_.push_back({client});
    if (!self->shown_.empty()) self->show(false, {});
    self->look();
  });
}

void Feed::look() {
  if (is_looking_ || is_waiting_) return;
  if (followers_.empty()) return;
  if (std::chrono::steady_clock::now() < looked_at_ + kLookEvery) return look_later();
  is_looking_ = true;
  looked_at_ = std::chrono::steady_clock::now();
  const online::Instant now = clock_();
  const auto next = std::make_shared<Look>();
  for (const online::Room& room : shown_) next->shown.push_back({room.id(), room.seq(), {}});
  const auto kept = static_cast<std::size_t>(
      std::ranges::count_if(shown_, [&](const online::Room& room) { return is_worth_showing(room, now); }));
  next->places = kMostShown - kept;
  database_.read(
      [next](store::Connection& connection) {
        store::Store store(connection);
        next->run(store);
      },
      [self = shared_from_this(), next](const std::exception_ptr& failed) {
        boost::asio::post(self->strand_, [self, next, has_failed = failed != nullptr] {
          self->is_looking_ = false;
          if (!has_failed) self->seen(*next);
          self->look_later();
        });
      },
      store::Reading::List);
}

void Feed::look_later() {
  if (followers_.empty() || draining_->has_begun()) return;
  is_waiting_ = true;
  timer_.expires_at(looked_at_ + kLookEvery);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!self || error) return;
    self->is_waiting_ = false;
    self->look();
  });
}

void Feed::seen(Look& look) {
  const online::Instant now = clock_();
  std::vector<std::string> changed;
  std::vector<online::GameId> broken;
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    if (look.shown[i].news.empty()) continue;
    for (const online::StoredEvent& event : look.shown[i].news) {
      if (shown_[i].apply(event)) continue;
      broken.push_back(shown_[i].id());
      break;
    }
    changed.push_back(online::feed_game_json(shown_[i], now));
  }
  bool is_other = std::erase_if(shown_, [&](const online::Room& room) {
                    return std::ranges::find(broken, room.id()) != broken.end();
                  }) > 0;
  // One that is over stays until another takes its place.
  for (online::Room& room : look.others) {
    if (shown_.size() >= kMostShown) {
      const auto old = std::ranges::find_if(
          shown_, [&](const online::Room& shown) { return !is_worth_showing(shown, now); });
      if (old == shown_.end()) break;
      shown_.erase(old);
    }
    shown_.push_back(std::move(room));
    is_other = true;
  }
  show(is_other, changed);
}

void Feed::show(bool is_other, const std::vector<std::string>& changed) {
  Frame all;
  Frame update;
  for (Follower& follower : followers_) {
    if (is_other || follower.is_new) {
      if (!all) {
        std::vector<std::string> games;
        for (const online::Room& room : shown_) games.push_back(online::feed_game_json(room, clock_()));
        all = frame_of(online::feed_message(games));
      }
      follower.client->send(all);
    } else if (!changed.empty()) {
      if (!update) update = frame_of(online::feed_update_message(changed));
      follower.client->send(update);
    }
    follower.is_new = false;
  }
}

}  // namespace ordo::server
