// Lists of one's own games, and changes to them, in the right order.
#include "server/mine.h"

#include <algorithm>
#include <utility>

#include "online/json_text.h"
#include "server/hub_core.h"
#include "server/summary_json.h"

namespace ordo::server {
namespace {

using State = ClientNotes::Mine;

constexpr int kMostGames = 100;

[[nodiscard]] std::string list_message(const std::vector<store::GameSummary>& games) {
  std::string text;
  online::JsonWriter json(text);
  json.open('{');
  json.member("t", "mine");
  json.name("games");
  json.open('[');
  for (const store::GameSummary& game : games) write_summary(json, game);
  json.close(']');
  json.close('}');
  return text;
}

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
  const auto games = std::make_shared<std::vector<store::GameSummary>>();
  store::GameFilter filter;
  filter.player = client->identity().user;
  filter.live = true;
  filter.limit = kMostGames;
  core_.database.read(
      [games, filter](store::Connection& connection) { *games = store::Store(connection).games(filter); },
      [this, core = core_.shared_from_this(), games, client](const std::exception_ptr& failed) {
        ClientNotes& notes = client->notes();
        {
          // Under the guard, so that no change can be sent before the list it changes.
          const std::lock_guard lock(notes.guard);
          if (notes.mine == State::Off) return;
          if (failed) {
            notes.mine = State::Off;
            --followers_;
            client->send(frame_of(online::error_message(
                "retry", "your games could not be read just now: try again", nullptr, std::nullopt)));
            return;
          }
          if (notes.mine == State::Reading) {
            notes.mine = State::On;
            client->send(frame_of(list_message(*games)));
            return;
          }
          notes.mine = State::Reading;
        }
        read_list(client);
      });
}

void Mine::changed(const store::GameSummary& summary) {
  if (followers_ == 0) return;
  Frame frame;
  Users users = users_of(summary.players);
  if (users[0] == users[1]) users[1].clear();
  for (const online::UserId& user : users) {
    if (user.empty()) continue;
    for (const std::shared_ptr<Client>& client : core_.people.clients_of(user)) {
      ClientNotes& notes = client->notes();
      const std::lock_guard lock(notes.guard);
      if (notes.mine == State::Off) continue;
      if (notes.mine != State::On) {
        notes.mine = State::ReadingOld;
        continue;
      }
      if (!frame) frame = frame_of(R"({"t":"mine-update","game":)" + summary_json(summary) + '}');
      client->send(frame);
    }
  }
}

bool Mine::has_follower(const Users& users) const {
  return followers_ > 0 && std::ranges::any_of(users, [this](const online::UserId& user) {
           return !user.empty() && core_.people.is_here(user);
         });
}

void Mine::changed_elsewhere(const online::GameId& game, const Users& users) {
  if (!has_follower(users)) return;
  const auto summary = std::make_shared<std::optional<store::GameSummary>>();
  core_.database.read(
      [summary, game](store::Connection& connection) { *summary = store::Store(connection).summary(game); },
      [this, core = core_.shared_from_this(), summary](const std::exception_ptr& failed) {
        if (!failed && *summary) changed(**summary);
      });
}

}  // namespace ordo::server
