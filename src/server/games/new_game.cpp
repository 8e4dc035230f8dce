// Checking wishes, drawing lots and sitting players down.
#include "server/games/new_game.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "engines/pool.h"
#include "rules/fen.h"
#include "rules/outcome.h"
#include "util/check.h"

namespace ordo::server {
namespace {

using online::Color;
using online::Player;
using online::TimeControl;
using Kind = Refused::Kind;

[[nodiscard]] std::optional<int> shown_rating(store::Store& store, const online::UserId& user,
                                              rules::Variant variant) {
  return static_cast<int>(std::lround(store.rating(user, variant).rating));
}

}  // namespace

Refused identity_needed() { return {Kind::Unknown, "identity-needed", "come as a guest or sign in first"}; }

Refused too_many_games() {
  return {Kind::TooMuch, "too-many-games", "there are too many games going on already: finish some first"};
}

std::optional<Refused> objection_to_seating(store::Store& store, std::vector<online::UserId> users,
                                            int most_games) {
  std::ranges::sort(users);
  for (const online::UserId& user : users) {
    if (user.empty()) continue;  // the engine
    if (!store.hold_user(user)) return Refused{Kind::Conflict, "gone", "this account has been deleted"};
    if (store.live_games_of(user) >= most_games) return too_many_games();
  }
  return std::nullopt;
}

std::optional<Refused> objection(const Identity& who, const GameWish& wish, bool has_engines) {
  const online::GameSettings& settings = wish.settings;
  if (!who.is_known()) return identity_needed();
  if (settings.start.phase() != rules::Phase::Whole || rules::outcome(settings.start)) {
    return Refused{Kind::BadWish, "bad-position", "in this position there is nothing left to play"};
  }
  if (wish.engine_level) {
    if (*wish.engine_level < 1 || *wish.engine_level > engines::kFullStrength) {
      return Refused{Kind::BadWish, "bad-level",
                     fmt::format("the levels of the engine are 1 to {}", engines::kFullStrength)};
    }
    if (settings.rated) return Refused{Kind::BadWish, "bad-rated", "games with the engine are not rated"};
    if (!has_engines)
      return Refused{Kind::Unavailable, "no-engine", "this server has no engine to play with"};
  }
  if (!settings.rated) return std::nullopt;
  if (!who.has_account()) return Refused{Kind::Forbidden, "account-needed", "rated games need an account"};
  if (settings.start != rules::Position::initial(settings.start.variant())) {
    return Refused{Kind::BadWish, "bad-rated", "rated games start from the initial position"};
  }
  if (settings.time.kind == TimeControl::Kind::None) {
    return Refused{Kind::BadWish, "bad-rated", "rated games are played with a clock"};
  }
  return std::nullopt;
}

Player player_for(store::Store& store, const Identity& who, rules::Variant variant) {
  Player player{who.kind, who.user, who.name, 0, std::nullopt};
  if (may_be_rated(player)) player.rating = shown_rating(store, who.user, variant);
  return player;
}

Player engine_player(int level) {
  return {online::PlayerKind::Engine, {}, fmt::format("Engine {}", level), level, std::nullopt};
}

NewGame new_game(const online::GameId& id, online::Created created, online::Instant now) {
  const online::StoredEvent first{1, now, std::move(created)};
  const auto room = online::Room::replay(id, std::span(&first, 1));
  ORDO_CHECK(room.ok());
  return {online::summary_of(*room), first};
}

NewGame rematch_of(store::Store& store, const online::Room& room, const online::GameId& id,
                   online::Instant now) {
  online::Created created{room.settings(), {room.player(Color::Black), room.player(Color::White)}, room.id()};
  for (std::optional<Player>& player : created.players) {
    if (player && player->rating) {
      player->rating = shown_rating(store, player->id, room.settings().start.variant());
    }
  }
  return new_game(id, std::move(created), now);
}

}  // namespace ordo::server
