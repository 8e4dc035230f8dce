// A queue in which nobody waits for all that somebody else has asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <optional>
#include <string>
#include <utility>

namespace ordo::engines {

/// Who asks. Users of one network are served in turns, and so are networks, so that neither many games nor
/// many users from one place make others wait. Both may be empty: all who are nobody are one.
struct Asker {
  std::uint64_t network = 0;
  std::string user;
};

/// First in, first out for each user. Not thread-safe. A handful of users wait at a time; they are searched
/// for one by one.
template <class T>
class FairQueue {
 public:
  void push(const Asker& asker, T item) {
    users_of(asker.network).of(asker.user).push_back(std::move(item));
    ++size_;
  }

  /// The next one; whoever it came from is last in turn from now on.
  [[nodiscard]] std::optional<T> pop() {
    if (size_ == 0) return std::nullopt;
    Users& users = networks_.front().second;
    std::deque<T>& items = users.list.front().second;
    std::optional<T> next = std::move(items.front());
    items.pop_front();
    --size_;
    to_the_end(users.list, items.empty());
    to_the_end(networks_, users.list.empty());
    return next;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  struct Users {
    std::list<std::pair<std::string, std::deque<T>>> list;

    [[nodiscard]] std::deque<T>& of(const std::string& user) {
      for (auto& [known, items] : list) {
        if (known == user) return items;
      }
      return list.emplace_back(user, std::deque<T>()).second;
    }
  };

  [[nodiscard]] Users& users_of(std::uint64_t network) {
    for (auto& [known, users] : networks_) {
      if (known == network) return users;
    }
    return networks_.emplace_back(network, Users()).second;
  }

  template <class List>
  static void to_the_end(List& list, bool is_done) {
    if (is_done) {
      list.pop_front();
    } else {
      list.splice(list.end(), list, list.begin());
    }
  }

  std::list<std::pair<std::uint64_t, Users>> networks_;
  std::size_t size_ = 0;
};

}  // namespace ordo::engines
