// Notices about games of users, as they go between nodes: "NODE start GAME WHITE BLACK".
#include "server/games/announcer.h"

#include <fmt/format.h>

#include "online/message.h"
#include "server/base/secret.h"
#include "server/games/notice_words.h"

namespace ordo::server {
namespace {

constexpr std::string_view kUsersChannel = "users";
constexpr std::string_view kStarted = "start";
constexpr std::string_view kChanged = "change";
constexpr std::string_view kNobody = "-";

[[nodiscard]] std::string_view word_of(const online::UserId& user) {
  return user.empty() ? kNobody : std::string_view(user);
}

}  // namespace

Announcer::Announcer(std::shared_ptr<const People> people, std::shared_ptr<Mine> mine, bool has_other_nodes)
    : people_(std::move(people)),
      mine_(std::move(mine)),
      has_other_nodes_(has_other_nodes),
      node_(random_id()) {}

void Announcer::say(store::Store& store, std::string_view what, const online::GameSummary& game) const {
  if (!has_other_nodes_) return;
  const online::Users users = users_of(game);
  store.notify(kUsersChannel,
               fmt::format("{} {} {} {} {}", node_, what, game.id, word_of(users[0]), word_of(users[1])));
}

void Announcer::say_started(store::Store& store, const online::GameSummary& game) const {
  say(store, kStarted, game);
}

void Announcer::say_changed(store::Store& store, const online::GameSummary& game) const {
  say(store, kChanged, game);
}

void Announcer::started(const online::GameSummary& game) const { tell_started(game.id, users_of(game)); }

void Announcer::changed(const online::GameSummary& game) const { mine_->changed(game); }

void Announcer::tell_started(const online::GameId& game, const online::Users& users) const {
  const Frame frame = frame_of(online::game_start_message(game));
  for (const online::UserId& user : users) {
    if (!user.empty()) people_->send(user, frame);
  }
}

void Announcer::heard(const store::Notice& notice) const {
  if (notice.channel != kUsersChannel) return;
  const auto words = notice_words<5>(notice.text);
  if (!words || (*words)[0] == node_) return;
  const online::GameId game((*words)[2]);
  online::Users users;
  for (std::size_t i = 0; i < users.size(); ++i) {
    if ((*words)[3 + i] != kNobody) users[i] = (*words)[3 + i];
  }
  if ((*words)[1] == kStarted) tell_started(game, users);
  mine_->changed_elsewhere(game, users);
}

}  // namespace ordo::server
