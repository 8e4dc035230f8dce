// One reading a user at a time, so that the newest list comes last.
#include "server/games/challenges.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "online/list_message.h"
#include "server/games/notice_words.h"
#include "store/store.h"

namespace ordo::server {

void Challenges::follow(const std::shared_ptr<Client>& client, bool on) {
  client->notes().at_challenges = on;
  if (on) tell(client->identity().user);
}

People::Clients Challenges::followers_of(const online::UserId& user) const {
  People::Clients clients = people_->clients_of(user);
  std::erase_if(clients,
                [](const std::shared_ptr<Client>& client) { return !client->notes().at_challenges; });
  return clients;
}

void Challenges::heard(const store::Notice& notice) {
  if (const auto declined = notice_words<3>(notice.text)) {
    const Frame frame = frame_of(online::challenge_declined_message(name_in_notice((*declined)[2])));
    for (const auto& client : followers_of(online::UserId((*declined)[0]))) client->send(frame);
    return;
  }
  if (const auto both = notice_words<2>(notice.text)) {
    for (const std::string_view user : *both) tell(online::UserId(user));
  }
}

void Challenges::look_again() {
  for (const std::shared_ptr<Client>& client : people_->all()) {
    if (client->notes().at_challenges) tell(client->identity().user);
  }
}

void Challenges::tell(const online::UserId& user) {
  if (followers_of(user).empty()) return;
  {
    const std::lock_guard lock(mutex_);
    const auto [found, is_new] = reading_.try_emplace(user, false);
    if (!is_new) {
      found->second = true;
      return;
    }
  }
  read(user);
}

void Challenges::read(const online::UserId& user) {
  const auto challenges = std::make_shared<std::vector<online::Seek>>();
  database_.read(
      [challenges, user, now = clock_()](store::Connection& connection) {
        *challenges = store::Store(connection).challenges_of(user, now);
      },
      [self = shared_from_this(), challenges, user](const std::exception_ptr& failed) {
        if (!failed) {
          const Frame frame = frame_of(online::challenges_message(*challenges, user));
          for (const auto& client : self->followers_of(user)) client->send(frame);
        }
        {
          const std::lock_guard lock(self->mutex_);
          const auto found = self->reading_.find(user);
          if (!found->second) {
            self->reading_.erase(found);
            return;
          }
          found->second = false;
        }
        self->read(user);
      });
}

}  // namespace ordo::server
