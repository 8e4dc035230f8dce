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

/// Calls then(seeks), or then(nothing) if they could not be read, on a thread of the database.
template <class Then>
void read_open_seeks(store::Database& database, online::Instant now, Then then) {
  const auto seeks = std::make_shared<std::optional<std::vector<online::Seek>>>();
  database.read([seeks, now](store::Connection& connection) { *seeks = store::Store(connection).seeks(now); },
                [seeks, then](const std::exception_ptr& failed) {
                  if (failed) seeks->reset();
                  then(std::move(*seeks));
                },
                store::Reading::List);
}

}  // namespace

Lobby::Lobby(boost::asio::io_context::executor_type executor, store::Database& database,
             std::shared_ptr<const People> people, std::shared_ptr<Draining> draining, Clock clock)
    : database_(database),
      people_(std::move(people)),
      draining_(std::move(draining)),
      clock_(std::move(clock)),
      strand_(boost::asio::make_strand(std::move(executor))),
      list_(std::make_shared<FollowedList>(
          strand_, kReadEvery,
          [&database, now = clock_](const std::function<void(FollowedList::Text)>& found) {
            read_open_seeks(database, now(), [found](const Seeks& seeks) {
              found(seeks ? FollowedList::Text(online::lobby_message(*seeks)) : std::nullopt);
            });
          })) {}

template <class Then>
void Lobby::read_seeks(Then then) {
  read_open_seeks(database_, clock_(), [self = shared_from_this(), then](Seeks seeks) {
    boost::asio::post(self->strand_,
                      [self, then, seeks = std::move(seeks)]() mutable { then(std::move(seeks)); });
  });
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
    changed();
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
