// Each wish is one job in the database; what it comes to is told after the commit.
#include "server/games/game_maker.h"

#include <cstdint>
#include <utility>

#include "server/accounts/auth.h"
#include "server/base/secret.h"
#include "server/games/game_maker_stored.h"

namespace ordo::server {
namespace {

using online::Color;
using Kind = Refused::Kind;
template <class T>
using Answer = GameMaker::Answer<T>;

/// Of removing a name from games, before somebody who waits for it is answered.
constexpr int kMostPortionsAtOnce = 20;

[[nodiscard]] Refused too_many_engine_games() {
  return {Kind::TooMuch, "too-many-engine-games",
          "there are too many games with the engine going on already: finish some first"};
}
[[nodiscard]] Refused account_needed() {
  return {Kind::Forbidden, "account-needed", "rated games need an account"};
}

[[nodiscard]] Refused blocked() {
  return {Kind::Forbidden, "blocked", "this player does not want to play with you"};
}

[[nodiscard]] Color by_lot() { return random_below(2) == 0 ? Color::White : Color::Black; }

}  // namespace

std::optional<Refused> GameMaker::objection_now(const Identity& who) const {
  if (services_.draining->has_begun()) {
    return Refused{Kind::Unavailable, "reconnect", "this server is about to stop: try again"};
  }
  if (!who.is_known()) return identity_needed();
  services_.presence->heard_from(who);
  return std::nullopt;
}

bool GameMaker::has_too_many_engine_games(store::Store& store, const Identity& who,
                                          const online::GameId& next, online::Instant now) const {
  if (store.live_engine_games_of(who.user) >= services_.most_engine_games_of_a_user) return true;
  const auto is_going_on = [&store](const online::GameId& game) {
    const auto summary = store.summary(game);
    return summary && summary->status == online::RoomStatus::Playing;
  };
  return !services_.engine_games->admit(who.network, next, now, is_going_on);
}

void GameMaker::announce(const online::GameSummary& made, const Identity& who) const {
  services_.metrics.game_created();
  if (made.status == online::RoomStatus::Playing) {
    services_.announcer->started(made);
    // The engine may have the first turn.
    RoomRequest look;
    look.network = who.network;
    services_.rooms->pinned(made.id)->post(std::move(look));
  }
  services_.announcer->changed(made);
}

Awaitable<Answer<GameMaker::Events>> GameMaker::done_in(online::GameId game, RoomRequest request) {
  auto start = [rooms = services_.rooms, game = std::move(game),
                request = std::move(request)](auto done) mutable {
    request.reply = std::move(done);
    rooms->pinned(game)->post(std::move(request));
  };
  return answered<Answer<Events>>(std::move(start));
}

Answer<online::GameSummary> GameMaker::store_game(store::Store& store, const Identity& who,
                                                  const GameWish& wish, const online::GameId& id,
                                                  online::Instant now) const {
  if (auto refused = objection_to_seating(store, {who.user}, services_.most_live_games_of_a_user)) {
    return util::failure(*std::move(refused));
  }
  if (wish.engine_level && has_too_many_engine_games(store, who, id, now)) {
    return util::failure(too_many_engine_games());
  }
  const Color color = *wish.color;
  online::Created created{wish.settings, {}, {}};
  created.players[index(color)] = player_for(store, who, wish.settings.start.variant());
  if (wish.engine_level) created.players[index(opponent(color))] = engine_player(*wish.engine_level);
  NewGame game = new_game(id, std::move(created), now);
  store.create_game(game.summary, game.created);
  services_.announcer->say_changed(store, game.summary);
  return std::move(game.summary);
}

Awaitable<Answer<online::GameSummary>> GameMaker::create(Identity who, GameWish wish) {
  const std::shared_ptr<GameMaker> self = shared_from_this();
  if (auto refused = objection_now(who)) co_return util::failure(*std::move(refused));
  if (auto refused = objection(who, wish, services_.has_engines)) {
    co_return util::failure(*std::move(refused));
  }
  if (!wish.color) wish.color = by_lot();
  const online::GameId id = random_id();
  auto job = [self, who, wish, id, now = services_.clock()](store::Store& store) {
    return self->store_game(store, who, wish, id, now);
  };
  auto look = [id](store::Store& store) { return store.summary(id); };
  auto made = co_await stored<online::GameSummary>("game-not-created", std::move(job), std::move(look));
  if (made) {
    self->announce(*made, who);
  } else if (made.error().kind == Kind::TooMuch) {
    self->services_.metrics.limited("games");
  }
  co_return made;
}

Answer<std::optional<online::Player>> GameMaker::player_to_join(store::Store& store, const Identity& who,
                                                                const online::GameId& game) const {
  const auto summary = store.summary(game);
  if (!summary) return util::failure(Refused{Kind::Missing, "no-such-game", "there is no such game"});
  for (const online::UserId& user : users_of(*summary)) {
    if (user == who.user) return std::optional<online::Player>();
  }
  if (summary->settings.rated && !who.has_account()) return util::failure(account_needed());
  // Counted again when it is stored; this spares the room those who ask in vain.
  if (store.live_games_of(who.user) >= services_.most_live_games_of_a_user) {
    return util::failure(too_many_games());
  }
  return std::optional(player_for(store, who, summary->settings.start.variant()));
}

Awaitable<Answer<bool>> GameMaker::join(Identity who, online::GameId game) {
  const std::shared_ptr<GameMaker> self = shared_from_this();
  if (auto refused = objection_now(who)) co_return util::failure(*std::move(refused));
  RoomRequest request;
  request.user = who.user;
  request.arrived = services_.clock();
  try {
    auto job = [self, who, game](store::Store& store) { return self->player_to_join(store, who, game); };
    auto player = co_await reading(services_.database, std::move(job));
    if (!player) co_return util::failure(std::move(player).error());
    if (!*player) co_return true;
    request.body = RoomRequest::Join{**player};
  } catch (const std::exception& error) {
    self->services_.log.write(LogLevel::Error, "join-failed", {{"reason", error.what()}});
    co_return util::failure(could_not_store());
  }
  auto joined = co_await done_in(std::move(game), std::move(request));
  if (!joined) co_return util::failure(std::move(joined).error());
  co_return true;
}

Awaitable<Answer<GameMaker::Events>> GameMaker::command(Identity who, online::GameId game,
                                                        online::Command command) {
  const std::shared_ptr<GameMaker> self = shared_from_this();
  if (auto refused = objection_now(who)) co_return util::failure(*std::move(refused));
  RoomRequest request;
  request.body = RoomRequest::Obey{std::move(command)};
  request.network = who.network;
  request.user = std::move(who.user);
  request.arrived = services_.clock();
  co_return co_await done_in(std::move(game), std::move(request));
}

Answer<online::Seek> GameMaker::store_seek(store::Store& store, const Identity& who,
                                           online::Seek seek) const {
  if (auto refused = objection_to_seating(store, {who.user}, services_.most_live_games_of_a_user)) {
    return util::failure(*std::move(refused));
  }
  if (store.seeks_of(who.user, seek.created_at) >= services_.most_seeks_of_a_user) {
    return util::failure(Refused{Kind::TooMuch, "too-many-seeks", "withdraw one of your seeks first"});
  }
  seek.owner_rating = player_for(store, who, seek.settings.start.variant()).rating;
  store.put_seek(seek);
  return seek;
}

Awaitable<Answer<online::Seek>> GameMaker::seek(Identity who, GameWish wish) {
  const std::shared_ptr<GameMaker> self = shared_from_this();
  if (auto refused = objection_now(who)) co_return util::failure(*std::move(refused));
  wish.engine_level.reset();
  if (auto refused = objection(who, wish, false)) co_return util::failure(*std::move(refused));
  const online::Instant now = services_.clock();
  const online::Seek wanted{random_id(),   who.user,   who.name, {},
                            wish.settings, wish.color, now,      now + kSeekLife};
  auto job = [self, who, wanted](store::Store& store) { return self->store_seek(store, who, wanted); };
  auto look = [id = wanted.id, now](store::Store& store) { return store.seek(id, now); };
  auto made = co_await stored<online::Seek>("seek-failed", std::move(job), std::move(look));
  if (made) self->services_.lobby->note_seeker(who.user);
  co_return made;
}

Awaitable<Answer<bool>> GameMaker::withdraw_seek(Identity who, std::string seek) {
  if (auto refused = objection_now(who)) co_return util::failure(*std::move(refused));
  auto job = [who, seek](store::Store& store) -> Answer<bool> {
    if (store.drop_seek(who.user, seek)) return true;
    return util::failure(Refused{Kind::Missing, "no-such-seek", "you have no such seek"});
  };
  auto look = [seek, now = services_.clock()](store::Store& store) {
    return store.seek(seek, now) ? std::optional<bool>() : true;
  };
  co_return co_await stored<bool>("seek-failed", std::move(job), std::move(look));
}

/// Taking a seek and making the game of it, as one job.
struct GameMaker::AcceptSeek {
  std::shared_ptr<const GameMaker> maker;
  Identity who;
  std::string seek;
  online::GameId game;
  Color lot;
  online::Instant now;

  [[nodiscard]] Answer<online::GameSummary> operator()(store::Store& store) const {
    const auto wanted = store.seek(seek, now);
    if (!wanted) return util::failure(too_late());
    if (wanted->owner == who.user) {
      return util::failure(Refused{Kind::Conflict, "own-seek", "this is your own seek"});
    }
    if (wanted->target && *wanted->target != who.user) return util::failure(too_late());
    if (store.is_blocked(wanted->owner, who.user)) return util::failure(blocked());
    if (wanted->target && wanted->settings.time.kind != online::TimeControl::Kind::Correspondence &&
        maker->services_.presence->whereabouts(wanted->owner).kind == Whereabouts::Kind::Away) {
      return util::failure(Refused{Kind::Conflict, "not-here", "this player is not here just now"});
    }
    if (wanted->settings.rated && !who.has_account()) return util::failure(account_needed());
    if (auto refused = objection_to_seating(store, {wanted->owner, who.user},
                                            maker->services_.most_live_games_of_a_user)) {
      return util::failure(*std::move(refused));
    }
    const auto owner = store.user(wanted->owner);
    if (!owner || !store.take_seek(seek, now)) return util::failure(too_late());
    const rules::Variant variant = wanted->settings.start.variant();
    const Color color = wanted->color.value_or(lot);
    online::Created created{wanted->settings, {}, {}};
    created.players[index(color)] =
        player_for(store, {owner->id, owner->kind, owner->name, {}, false}, variant);
    created.players[index(opponent(color))] = player_for(store, who, variant);
    const NewGame made = new_game(game, std::move(created), now);
    store.create_game(made.summary, made.created);
    maker->services_.announcer->say_started(store, made.summary);
    return made.summary;
  }

 private:
  [[nodiscard]] static Refused too_late() {
    return {Kind::Missing, "no-such-seek", "somebody else was faster, or it was withdrawn"};
  }
};

Awaitable<Answer<online::GameId>> GameMaker::accept_seek(Identity who, std::string seek) {
  const std::shared_ptr<GameMaker> self = shared_from_this();
  if (auto refused = objection_now(who)) co_return util::failure(*std::move(refused));
  const online::GameId game = random_id();
  AcceptSeek accept{self, who, std::move(seek), game, by_lot(), services_.clock()};
  auto look = [game](store::Store& store) { return store.summary(game); };
  auto made = co_await stored<online::GameSummary>("seek-failed", std::move(accept), std::move(look));
  if (!made) co_return util::failure(std::move(made).error());
  self->announce(*made, who);
  co_return made->id;
}

Awaitable<Answer<bool>> GameMaker::remove_user(online::UserId user) {
  const std::shared_ptr<GameMaker> self = shared_from_this();
  const auto ended = std::make_shared<std::vector<online::GameSummary>>();
  auto job = [self, user, ended, now = services_.clock()](store::Store& store) -> Answer<bool> {
    *ended = store.delete_user(user, now);
    for (const online::GameSummary& game : *ended) self->services_.announcer->say_changed(store, game);
    announce_revoked(store, user, kAllCredentials);
    return true;
  };
  auto look = [user](store::Store& store) {
    return store.has_deleted({&user, 1}) ? std::optional<bool>(true) : std::nullopt;
  };
  auto removed = co_await stored<bool>("deletion-failed", std::move(job), std::move(look));
  if (!removed) co_return removed;
  for (const online::GameSummary& game : *ended) {
    self->services_.metrics.game_ended();
    self->services_.announcer->changed(game);
  }
  co_await self->remove_traces(std::move(user));
  co_return true;
}

/// The user is gone already: whatever is left here, because there is much of it or the database is sick, the
/// sweeper does.
Awaitable<void> GameMaker::remove_traces(online::UserId user) {
  const std::shared_ptr<GameMaker> self = shared_from_this();
  const Storing storing(services_.draining);
  try {
    for (int portion = 0; portion < kMostPortionsAtOnce; ++portion) {
      auto job = [user](store::Store& store) {
        return store.remove_traces(user);
      };  // g++ 12 destroys a nameless one twice
      if (!co_await in_transaction(self->services_.database, std::move(job))) break;
    }
  } catch (const std::exception& error) {
    self->services_.log.write(LogLevel::Warning, "deletion-goes-on-later", {{"reason", error.what()}});
  }
}

}  // namespace ordo::server
