// Reading a list anew, and telling those who follow it.
#include "server/games/followed_list.h"

#include <utility>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

namespace ordo::server {

FollowedList::FollowedList(Strand strand, std::chrono::milliseconds every, Read read)
    : strand_(std::move(strand)), timer_(strand_), every_(every), read_(std::move(read)) {}

void FollowedList::follow(const std::shared_ptr<Client>& client, bool on) {
  boost::asio::dispatch(strand_, [self = shared_from_this(), client, on] {
    std::erase_if(self->followers_, [&](const Follower& follower) { return follower.client == client; });
    if (!on) return;
    if (self->followers_.empty()) self->shown_.clear();
    self->followers_.push_back({client});
    if (!self->shown_.empty()) self->show(std::string(self->shown_));
    self->refresh();
  });
}

void FollowedList::changed() {
  boost::asio::dispatch(strand_, [self = shared_from_this()] { self->refresh(); });
}

void FollowedList::refresh() {
  if (followers_.empty() || is_waiting_) return;
  if (is_reading_) {
    is_old_ = true;
    return;
  }
  if (const TimePoint earliest = read_at_ + every_; std::chrono::steady_clock::now() < earliest) {
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
  read_([self = shared_from_this()](Text text) {
    boost::asio::post(self->strand_, [self, text = std::move(text)] {
      self->is_reading_ = false;
      if (text) self->show(*text);
      if (self->is_old_) self->refresh();
    });
  });
}

void FollowedList::show(const std::string& text) {
  const bool is_news = text != shown_;
  const Frame frame = frame_of(text);
  for (Follower& follower : followers_) {
    if (is_news || follower.is_new) follower.client->send(frame);
    follower.is_new = false;
  }
  shown_ = text;
}

}  // namespace ordo::server
