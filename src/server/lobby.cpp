// Showing seeks when they change, not too often, and renewing them.
#include "server/lobby.h"

#include <algorithm>
#include <utility>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

#include "online/json_text.h"
#include "server/hub_core.h"
#include "server/summary_json.h"

namespace ordo::server {
namespace {

constexpr std::chrono::milliseconds kReadEvery{500};

[[nodiscard]] std::string lobby_message(const std::vector<store::Seek>& seeks) {
  std::string text;
  online::JsonWriter json(text);
  json.open('{');
  json.member("t", "lobby");
  json.name("seeks");
  json.open('[');
  for (const store::Seek& seek : seeks) write_seek(json, seek);
  json.close(']');
  json.close('}');
  return text;
}

}  // namespace

Lobby::Lobby(HubCore& core)
    : core_(core), strand_(boost::asio::make_strand(core.executor)), timer_(strand_) {}

void Lobby::follow(const std::shared_ptr<Client>& client, bool on) {
  boost::asio::dispatch(strand_, [this, core = core_.shared_from_this(), client, on] {
    std::erase_if(followers_, [&](const Follower& follower) { return follower.client == client; });
    if (!on) return;
    if (followers_.empty()) shown_.clear();
    followers_.push_back({client});
    if (!shown_.empty()) show(std::string(shown_));
    refresh();
  });
}

void Lobby::changed() {
  boost::asio::dispatch(strand_, [this, core = core_.shared_from_this()] { refresh(); });
}

void Lobby::refresh() {
  if (followers_.empty() || is_waiting_) return;
  if (is_reading_) {
    is_old_ = true;
    return;
  }
  if (const TimePoint earliest = read_at_ + kReadEvery; std::chrono::steady_clock::now() < earliest) {
    is_waiting_ = true;
    timer_.expires_at(earliest);
    timer_.async_wait([this, weak = core_.weak_from_this()](const boost::system::error_code& error) {
      const auto core = weak.lock();
      if (!core || error) return;
      is_waiting_ = false;
      refresh();
    });
    return;
  }
  is_reading_ = true;
  is_old_ = false;
  read_at_ = std::chrono::steady_clock::now();
  const auto seeks = std::make_shared<std::vector<store::Seek>>();
  core_.database.read([seeks, now = core_.clock()](
                          store::Connection& connection) { *seeks = store::Store(connection).seeks(now); },
                      [this, core = core_.shared_from_this(), seeks](const std::exception_ptr& failed) {
                        boost::asio::post(strand_, [this, core, seeks, has_failed = failed != nullptr] {
                          is_reading_ = false;
                          if (!has_failed) show(lobby_message(*seeks));
                          if (is_old_) refresh();
                        });
                      });
}

void Lobby::show(const std::string& text) {
  const bool is_news = text != shown_;
  const Frame frame = frame_of(text);
  for (Follower& follower : followers_) {
    if (is_news || follower.is_new) follower.client->send(frame);
    follower.is_new = false;
  }
  shown_ = text;
}

void Lobby::note_seeker(const online::UserId& user) {
  boost::asio::dispatch(strand_, [this, core = core_.shared_from_this(), user] { seekers_.insert(user); });
}

void Lobby::renew() {
  const auto seeks = std::make_shared<std::vector<store::Seek>>();
  core_.database.read([seeks, now = core_.clock()](
                          store::Connection& connection) { *seeks = store::Store(connection).seeks(now); },
                      [this, core = core_.shared_from_this(), seeks](const std::exception_ptr& failed) {
                        if (failed) return;
                        boost::asio::post(strand_, [this, core, seeks] {
                          seekers_.clear();
                          for (const store::Seek& seek : *seeks) seekers_.insert(seek.owner);
                          std::erase_if(*seeks, [this](const store::Seek& seek) {
                            return !core_.people.is_here(seek.owner);
                          });
                          set_life(std::move(*seeks), kSeekLife);
                          // Others may have run out.
                          refresh();
                        });
                      });
}

void Lobby::user_left(const online::UserId& user) {
  boost::asio::dispatch(strand_, [this, core = core_.shared_from_this(), user] {
    if (!seekers_.contains(user)) return;
    const auto timer = std::make_shared<boost::asio::steady_timer>(strand_, kSeekGrace);
    timer->async_wait(
        [this, timer, user, weak = core_.weak_from_this()](const boost::system::error_code& error) {
          const auto alive = weak.lock();
          if (!alive || error || core_.people.is_here(user)) return;
          const auto seeks = std::make_shared<std::vector<store::Seek>>();
          core_.database.read(
              [seeks, now = core_.clock()](store::Connection& connection) {
                *seeks = store::Store(connection).seeks(now);
              },
              [this, alive, seeks, user](const std::exception_ptr& failed) {
                if (failed) return;
                std::erase_if(*seeks, [&](const store::Seek& seek) { return seek.owner != user; });
                // Not dropped: the user may be connected to another node, which then renews it in time.
                set_life(std::move(*seeks), kSeekAfterlife);
              });
        });
  });
}

void Lobby::set_life(std::vector<store::Seek> seeks, online::Duration life) {
  if (seeks.empty() || core_.is_draining) return;
  const online::Instant now = core_.clock();
  core_.begin_storing();
  core_.database.write(
      [seeks = std::move(seeks), now, life](store::Connection& connection) {
        store::Store store(connection);
        for (const store::Seek& seek : seeks) {
          auto kept = store.take_seek(seek.id, now);
          if (!kept) continue;
          kept->alive_until = now + life;
          store.put_seek(*kept);
        }
      },
      [core = core_.shared_from_this()](const std::exception_ptr&) { core->end_storing(); });
}

}  // namespace ordo::server
