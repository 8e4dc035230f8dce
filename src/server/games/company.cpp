// Showing who is here when that changes, not too often, and never all of a crowd.
#include "server/games/company.h"

#include <algorithm>
#include <utility>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

namespace ordo::server {
namespace {

constexpr std::chrono::seconds kShowEvery{2};

[[nodiscard]] auto rank_of(const store::Connected& person) {
  return std::pair(person.kind == online::PlayerKind::Guest, std::string_view(person.name));
}

}  // namespace

Company::Company(boost::asio::io_context::executor_type executor, store::Database& database,
                 std::shared_ptr<const Presence> presence)
    : database_(database),
      presence_(std::move(presence)),
      strand_(boost::asio::make_strand(std::move(executor))),
      timer_(strand_) {}

void Company::follow(const std::shared_ptr<Client>& client, bool on) {
  boost::asio::dispatch(strand_, [self = shared_from_this(), client, on] {
    std::erase_if(self->followers_, [&](const Follower& follower) { return follower.client == client; });
    if (!on) return;
    if (self->followers_.empty()) self->shown_.clear();
    self->followers_.push_back({client});
    if (!self->shown_.empty()) self->show(std::string(self->shown_));
    self->refresh();
  });
}

void Company::changed() {
  boost::asio::dispatch(strand_, [self = shared_from_this()] { self->refresh(); });
}

SomePeople Company::people_of(Crowd crowd, store::Store& store) {
  SomePeople some{crowd.number, {}};
  std::ranges::sort(crowd.some, {}, rank_of);
  std::vector<online::UserId> users;
  for (const store::Connected& person : crowd.some) {
    users.push_back(person.user);
    some.people.push_back({person.name, person.kind, {}});
  }
  for (const store::ShownRating& rating : store.ratings(users)) {
    const auto found = std::ranges::find(users, rating.user);
    if (found == users.end()) continue;
    some.people[static_cast<std::size_t>(found - users.begin())]
        .ratings[static_cast<std::size_t>(rating.variant)] = rating.rating;
  }
  return some;
}

void Company::refresh() {
  if (followers_.empty() || is_waiting_) return;
  if (is_reading_) {
    is_old_ = true;
    return;
  }
  const auto earliest = read_at_ + kShowEvery;
  if (std::chrono::steady_clock::now() < earliest && !shown_.empty()) {
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
  const auto some = std::make_shared<SomePeople>();
  database_.read(
      [some, crowd = presence_->crowd(store::kMostRatings)](store::Connection& connection) {
        store::Store store(connection);
        *some = people_of(crowd, store);
      },
      [self = shared_from_this(), some](const std::exception_ptr& failed) {
        boost::asio::post(self->strand_, [self, some, has_failed = failed != nullptr] {
          self->is_reading_ = false;
          if (!has_failed) self->show(online::people_message(some->number, some->people));
          if (self->is_old_) self->refresh();
        });
      },
      store::Reading::List);
}

void Company::show(const std::string& text) {
  const bool is_news = text != shown_;
  const Frame frame = frame_of(text);
  for (Follower& follower : followers_) {
    if (is_news || follower.is_new) follower.client->send(frame);
    follower.is_new = false;
  }
  shown_ = text;
}

}  // namespace ordo::server
