// Lists of one's own games, and changes to them, in the right order.
#include "server/games/mine.h"

#include <algorithm>
#include <utility>

#include "online/list_message.h"
#include "online/message.h"
#include "store/store.h"

namespace ordo::server {
namespace {

using State = ClientNotes::Mine;

constexpr int kMostGames = 100;

}  // namespace

void Mine::follow(const std::shared_ptr<Client>& client, bool on) {
  {
    ClientNotes& notes = client->notes();
    const std::lock_guard lock(notes.guard);
    if (on && notes.has_left) return;
    if (on == (notes.mine != State::Off)) return;
    notes.mine = on ? State::Reading : State::Off;
    followers_ += on ? 1 : -1;
  }
  if (on) read_list(client);
}

void Mine::read_list(const std::shared_ptr<Client>& client) {
  const auto games = std::make_shared<std::vector<online::GameSummary>>();
  store::GameFilter filter;
  filter.player = client->identity().user;
  filter.live = true;
  filter.limit = kMostGames;
  database_.read(
      [games, filter](store::Connection& connection) { *games = store::Store(connection).games(filter); },
      [self = shared_from_this(), games, client](const std::exception_ptr& failed) {
        ClientNotes& notes = client->notes();
        {
          // Under the guard, so that no change can be sent before the list it changes.
          const std::lock_guard lock(notes.guard);
          if (notes.mine == State::Off) return;
          if (failed) {
            notes.mine = State::Off;
            --self->followers_;
            client->send(frame_of(online::error_message(
                "retry", "your games could not be read just now: try again", nullptr, std::nullopt)));
            return;
          }
          if (notes.mine == State::Reading) {
            notes.mine = State::On;
            client->send(frame_of(online::mine_message(*games)));
            return;
          }
          notes.mine = State::Reading;
        }
        self->read_list(client);
      },
      store::Reading::List);
}

void Mine::changed(const online::GameSummary& summary) {
  if (followers_ == 0) return;
  Frame frame;
  online::Users users = users_of(summary);
  if (users[0] == users[1]) users[1].clear();
  for (const online::UserId& user : users) {
    if (user.empty()) continue;
    for (const std::shared_ptr<Client>& client : people_->clients_of(user)) {
      ClientNotes& notes = client->notes();
      const std::lock_guard lock(notes.guard);
      if (notes.mine == State::Off) continue;
      if (notes.mine != State::On) {
        notes.mine = State::ReadingOld;
        continue;
      }
      if (!frame) frame = frame_of(online::mine_update_message(summary));
      client->send(frame);
    }
  }
}

bool Mine::has_follower(const online::Users& users) const {
  return followers_ > 0 && std::ranges::any_of(users, [this](const online::UserId& user) {
           return !user.empty() && people_->is_here(user);
         });
}

void Mine::changed_elsewhere(const online::GameId& game, const online::Users& users) {
  if (!has_follower(users)) return;
  const auto summary = std::make_shared<std::optional<online::GameSummary>>();
  database_.read(
      [summary, game](store::Connection& connection) { *summary = store::Store(connection).summary(game); },
      [self = shared_from_this(), summary](const std::exception_ptr& failed) {
        if (!failed && *summary) self->changed(**summary);
      });
}

}  // namespace ordo::server
