// Following a few live games by reading what is new in their logs.
#include "server/feed.h"

#include <algorithm>
#include <utility>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

#include "online/json_text.h"
#include "rules/notation.h"
#include "server/hub_core.h"
#include "server/summary_json.h"

namespace ordo::server {
namespace {

constexpr std::size_t kMostShown = 12;
constexpr std::chrono::milliseconds kLookEvery{1000};
/// A game whose players think for longer makes room for others.
constexpr std::chrono::minutes kIdle{2};

/// The summary, with both clocks as they were at "now" and the last turn.
[[nodiscard]] std::string game_json(const online::Room& room, online::Instant now) {
  std::string text = summary_json(summary_of(room));
  text.pop_back();
  std::string more;
  online::JsonWriter json(more);
  json.open('{');
  json.member("now", online::milliseconds(now));
  const auto white = room.left(online::Color::White, now);
  const auto black = room.left(online::Color::Black, now);
  if (white && black) {
    json.name("left");
    json.open('{');
    json.member("white", white->count());
    json.member("black", black->count());
    json.close('}');
  }
  if (!room.game().turns().empty()) json.member("turn", rules::to_text(room.game().turns().back()));
  json.close('}');
  more.front() = ',';
  return text + more;
}

[[nodiscard]] std::string feed_message(std::string_view kind, const std::vector<std::string>& games) {
  std::string text;
  online::JsonWriter json(text);
  json.open('{');
  json.member("t", kind);
  json.name("games");
  json.open('[');
  for (const std::string& game : games) json.raw(game);
  json.close(']');
  json.close('}');
  return text;
}

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

Feed::Feed(HubCore& core) : core_(core), strand_(boost::asio::make_strand(core.executor)), timer_(strand_) {}

void Feed::follow(const std::shared_ptr<Client>& client, bool on) {
  boost::asio::dispatch(strand_, [this, core = core_.shared_from_this(), client, on] {
    std::erase_if(followers_, [&](const Follower& follower) { return follower.client == client; });
    if (!on) return;
    if (followers_.empty()) shown_.clear();
    followers_.push_back({client});
    if (!shown_.empty()) show(false, {});
    look();
  });
}

void Feed::look() {
  if (is_looking_ || is_waiting_) return;
  if (followers_.empty()) return;
  if (std::chrono::steady_clock::now() < looked_at_ + kLookEvery) return look_later();
  is_looking_ = true;
  looked_at_ = std::chrono::steady_clock::now();
  const online::Instant now = core_.clock();
  const auto next = std::make_shared<Look>();
  for (const online::Room& room : shown_) next->shown.push_back({room.id(), room.seq(), {}});
  const auto kept = static_cast<std::size_t>(
      std::ranges::count_if(shown_, [&](const online::Room& room) { return is_worth_showing(room, now); }));
  next->places = kMostShown - kept;
  core_.database.read(
      [next](store::Connection& connection) {
        store::Store store(connection);
        next->run(store);
      },
      [this, core = core_.shared_from_this(), next](const std::exception_ptr& failed) {
        boost::asio::post(strand_, [this, core, next, has_failed = failed != nullptr] {
          is_looking_ = false;
          if (!has_failed) seen(*next);
          look_later();
        });
      });
}

void Feed::look_later() {
  if (followers_.empty() || core_.is_draining) return;
  is_waiting_ = true;
  timer_.expires_at(looked_at_ + kLookEvery);
  timer_.async_wait([this, weak = core_.weak_from_this()](const boost::system::error_code& error) {
    const auto core = weak.lock();
    if (!core || error) return;
    is_waiting_ = false;
    look();
  });
}

void Feed::seen(Look& look) {
  const online::Instant now = core_.clock();
  std::vector<std::string> changed;
  std::vector<online::GameId> broken;
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    if (look.shown[i].news.empty()) continue;
    for (const online::StoredEvent& event : look.shown[i].news) {
      if (shown_[i].apply(event)) continue;
      broken.push_back(shown_[i].id());
      break;
    }
    changed.push_back(game_json(shown_[i], now));
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
        for (const online::Room& room : shown_) games.push_back(game_json(room, core_.clock()));
        all = frame_of(feed_message("feed", games));
      }
      follower.client->send(all);
    } else if (!changed.empty()) {
      if (!update) update = frame_of(feed_message("feed-update", changed));
      follower.client->send(update);
    }
    follower.is_new = false;
  }
}

}  // namespace ordo::server
