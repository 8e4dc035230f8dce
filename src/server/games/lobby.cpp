// Showing seeks when they change, not too often, and renewing them.
#include "server/games/lobby.h"

#include <algorithm>
#include <utility>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "online/list_message.h"
#include "store/store.h"

namespace ordo::server {
namespace {

constexpr std::chrono::milliseconds kReadEvery{500};

}  // namespace

Lobby::Lobby(boost::asio::io_context::executor_type executor, store::Database& database,
             std::shared_ptr<const People> people, std::shared_ptr<Draining> draining, Clock clock)
    : database_(database),
      people_(std::move(people)),
      draining_(std::move(draining)),
      clock_(std::move(clock)),
      strand_(boost::asio::make_strand(std::move(executor))),
      timer_(strand_) {}

void Lobby::follow(const std::shared_ptr<Client>& client, bool on) {
  boost::asio::dispatch(strand_, [self = shared_from_this(), client, on] {
    std::erase_if(self->followers_, [&](const Follower& follower) { return follower.client == client; });
    if (!on) return;
    if (self->followers_.empty()) self->shown_.clear();
    self->followers_.push_back({client});
    if (!self->shown_.empty()) self->show(std::string(self->shown_));
    self->refresh();
  });
}

void Lobby::changed() {
  boost::asio::dispatch(strand_, [self = shared_from_this()] { self->refresh(); });
}

template <class Then>
void Lobby::read_seeks(Then then) {
  const auto seeks = std::make_shared<std::optional<std::vector<online::Seek>>>();
  database_.read([seeks, now = clock_()](
                     store::Connection& connection) { *seeks = store::Store(connection).seeks(now); },
                 [self = shared_from_this(), seeks, then](const std::exception_ptr& failed) {
                   if (failed) seeks->reset();
                   boost::asio::post(self->strand_, [self, seeks, then] { then(std::move(*seeks)); });
                 },
                 store::Reading::List);
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
    timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
      const auto self = weak.lock();
      if (!self || error) return;
      self->is_waiting_ = false;
      self->refresh();
    });
    return;
  }
  is_reading_ = true;
  is_old_ = false;
  read_at_ = std::chrono::steady_clock::now();
  read_seeks([this](const Seeks& seeks) {
    is_reading_ = false;
    if (seeks) show(online::lobby_message(*seeks));
    if (is_old_) refresh();
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
  boost::asio::dispatch(strand_, [self = shared_from_this(), user] { self->seekers_.insert(user); });
}

void Lobby::renew() {
  read_seeks([this](Seeks seeks) {
    if (!seeks) return;
    seekers_.clear();
    for (const online::Seek& seek : *seeks) seekers_.insert(seek.owner);
    std::erase_if(*seeks, [this](const online::Seek& seek) { return !people_->is_here(seek.owner); });
    set_life(*std::move(seeks), kSeekLife);
    // Others may have run out.
    refresh();
  });
}

void Lobby::user_left(const online::UserId& user) {
  boost::asio::dispatch(strand_, [self = shared_from_this(), user] {
    if (!self->seekers_.contains(user)) return;
    const auto timer = std::make_shared<boost::asio::steady_timer>(self->strand_, kSeekGrace);
    timer->async_wait([timer, user, weak = std::weak_ptr(self)](const boost::system::error_code& error) {
      const auto alive = weak.lock();
      if (alive && !error && !alive->people_->is_here(user)) alive->let_expire(user);
    });
  });
}

/// Not dropped: the user may be connected to another node, which then renews it in time.
void Lobby::let_expire(const online::UserId& user) {
  read_seeks([this, user](Seeks seeks) {
    if (!seeks) return;
    std::erase_if(*seeks, [&](const online::Seek& seek) { return seek.owner != user; });
    set_life(*std::move(seeks), kSeekAfterlife);
  });
}

void Lobby::set_life(std::vector<online::Seek> seeks, online::Duration life) {
  if (seeks.empty() || draining_->has_begun()) return;
  const online::Instant now = clock_();
  const auto storing = std::make_shared<Storing>(draining_);
  database_.write(
      [seeks = std::move(seeks), now, life](store::Connection& connection) {
        store::Store store(connection);
        for (const online::Seek& seek : seeks) store.renew_seek(seek.id, now, now + life);
      },
      [storing](const std::exception_ptr&) {});
}

}  // namespace ordo::server
