// Showing who is here when that changes, not too often, and never all of a crowd.
#include "server/games/company.h"

#include <algorithm>
#include <utility>

#include <boost/asio/strand.hpp>

namespace ordo::server {
namespace {

constexpr std::chrono::seconds kShowEvery{2};

[[nodiscard]] auto rank_of(const store::Connected& person) {
  return std::pair(person.kind == online::PlayerKind::Guest, std::string_view(person.name));
}

}  // namespace

Company::Company(boost::asio::io_context::executor_type executor, store::Database& database,
                 std::shared_ptr<const Presence> presence)
    : list_(std::make_shared<FollowedList>(
          boost::asio::make_strand(std::move(executor)), kShowEvery,
          [&database, presence = std::move(presence)](const std::function<void(FollowedList::Text)>& found) {
            const auto some = std::make_shared<SomePeople>();
            database.read(
                [some, crowd = presence->crowd(store::kMostRatings)](store::Connection& connection) {
                  store::Store store(connection);
                  *some = people_of(crowd, store);
                },
                [some, found](const std::exception_ptr& failed) {
                  found(failed ? std::nullopt
                               : FollowedList::Text(online::people_message(some->number, some->people)));
                },
                store::Reading::List);
          })) {}

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

}  // namespace ordo::server
