// Making and joining games, and seeks: what is asked of the hub over HTTP.
#include <cstdint>
#include <sodium.h>
#include <utility>

#include "server/async.h"
#include "server/hub.h"
#include "server/hub_core.h"
#include "server/new_game.h"

namespace ordo::server {
namespace {

using online::Color;
template <class T>
using Answer = util::Result<T, Refused>;

[[nodiscard]] Refused no_luck() {
  return {503, "retry", "this could not be stored or read just now: try again"};
}
[[nodiscard]] Refused too_many_games() {
  return {429, "too-many-games", "there are too many games going on already: finish some first"};
}
[[nodiscard]] std::optional<Refused> objection_now(const HubCore& core, const Identity& who) {
  if (core.is_draining) return Refused{503, "reconnect", "this server is about to stop: try again"};
  if (!who.is_known()) return Refused{401, "identity-needed", "come as a guest or sign in first"};
  return std::nullopt;
}

[[nodiscard]] Color by_lot() { return randombytes_uniform(2) == 0 ? Color::White : Color::Black; }

/// Counts as being stored while it lives.
class Storing {
 public:
  explicit Storing(HubCore& core) : core_(core) { core_.begin_storing(); }
  Storing(const Storing&) = delete;
  Storing& operator=(const Storing&) = delete;
  ~Storing() { core_.end_storing(); }

 private:
  HubCore& core_;
};

/// What is told after the commit of a new game.
void announce(HubCore& core, const store::GameSummary& summary) {
  core.metrics.game_created();
  if (summary.status == online::RoomStatus::Playing) {
    core.game_started(summary);
    // The engine may have the first turn.
    core.rooms.pinned(summary.id)->post({});
  }
  core.mine.changed(summary);
}

/// What a request to a room leads to.
[[nodiscard]] Awaitable<Answer<std::vector<online::StoredEvent>>> done_in(std::shared_ptr<HubCore> core,
                                                                          online::GameId game,
                                                                          RoomRequest request) {
  auto start = [core = std::move(core), game = std::move(game),
                request = std::move(request)](auto done) mutable {
    request.reply = std::move(done);
    core->rooms.pinned(game)->post(std::move(request));
  };
  return answered<Answer<std::vector<online::StoredEvent>>>(std::move(start));
}

/// Taking a seek and making the game of it, as one job.
struct AcceptSeek {
  std::shared_ptr<HubCore> core;
  Identity who;
  std::string seek;
  online::GameId game;
  Color lot;
  online::Instant now;

  [[nodiscard]] Answer<store::GameSummary> operator()(store::Store& store) const {
    const auto taken = store.take_seek(seek, now);
    if (!taken)
      return util::failure(Refused{404, "no-such-seek", "somebody else was faster, or it was withdrawn"});
    if (auto refused = objection_to(*taken, store)) {
      store.put_seek(*taken);
      return util::failure(*std::move(refused));
    }
    const auto owner = store.user(taken->owner);
    if (!owner || owner->deleted_at) {
      return util::failure(Refused{404, "no-such-seek", "its owner is gone"});
    }
    const rules::Variant variant = taken->settings.start.variant();
    const Color color = taken->color.value_or(lot);
    online::Created created{taken->settings, {}, {}};
    created.players[index(color)] =
        player_for(store, {owner->id, owner->kind, owner->name, {}, false}, variant);
    created.players[index(opponent(color))] = player_for(store, who, variant);
    const NewGame made = new_game(game, std::move(created), now);
    store.create_game(made.summary, made.created);
    if (core->has_other_nodes) {
      store.notify(kUsersChannel, core->start_notice(game, users_of(made.summary.players)));
    }
    return made.summary;
  }

 private:
  [[nodiscard]] std::optional<Refused> objection_to(const store::Seek& taken, store::Store& store) const {
    if (taken.owner == who.user) return Refused{409, "own-seek", "this is your own seek"};
    if (taken.settings.rated && !who.has_account()) {
      return Refused{403, "account-needed", "rated games need an account"};
    }
    const int most = core->options.most_live_games_of_a_user;
    if (store.live_games_of(who.user) >= most || store.live_games_of(taken.owner) >= most) {
      return too_many_games();
    }
    return std::nullopt;
  }
};

}  // namespace

Awaitable<Answer<store::GameSummary>> Hub::create_game(Identity who, GameWish wish) {
  const std::shared_ptr<HubCore> core = core_;
  if (auto refused = objection_now(*core, who)) co_return util::failure(*std::move(refused));
  if (auto refused = objection(who, wish, core->engines != nullptr))
    co_return util::failure(*std::move(refused));
  const Color color = wish.color.value_or(by_lot());
  const online::GameId id = random_id();
  const online::Instant now = core->clock();
  const Storing storing(*core);
  try {
    auto job = [core, who, wish, color, id, now](store::Store& store) -> Answer<store::GameSummary> {
      if (store.live_games_of(who.user) >= core->options.most_live_games_of_a_user) {
        return util::failure(too_many_games());
      }
      online::Created created{wish.settings, {}, {}};
      created.players[index(color)] = player_for(store, who, wish.settings.start.variant());
      if (wish.engine_level) created.players[index(opponent(color))] = engine_player(*wish.engine_level);
      NewGame game = new_game(id, std::move(created), now);
      store.create_game(game.summary, game.created);
      if (core->has_other_nodes) {
        store.notify(kUsersChannel, core->change_notice(id, users_of(game.summary.players)));
      }
      return std::move(game.summary);
    };
    auto made = co_await in_transaction(core->database, std::move(job));
    if (made) announce(*core, *made);
    co_return made;
  } catch (const std::exception& error) {
    core->log.write(LogLevel::Error, "game-not-created", {{"reason", error.what()}});
  }
  co_return util::failure(no_luck());
}

Awaitable<Answer<bool>> Hub::join_game(Identity who, online::GameId game) {
  const std::shared_ptr<HubCore> core = core_;
  if (auto refused = objection_now(*core, who)) co_return util::failure(*std::move(refused));
  RoomRequest request;
  request.user = who.user;
  request.arrived = core->clock();
  try {
    auto job = [core, who, game](store::Store& store) -> Answer<std::optional<online::Player>> {
      const auto summary = store.summary(game);
      if (!summary) return util::failure(Refused{404, "no-such-game", "there is no such game"});
      for (const online::UserId& user : users_of(summary->players)) {
        if (user == who.user) return std::optional<online::Player>();
      }
      if (summary->settings.rated && !who.has_account()) {
        return util::failure(Refused{403, "account-needed", "rated games need an account"});
      }
      if (store.live_games_of(who.user) >= core->options.most_live_games_of_a_user) {
        return util::failure(too_many_games());
      }
      return std::optional(player_for(store, who, summary->settings.start.variant()));
    };
    auto player = co_await reading(core->database, std::move(job));
    if (!player) co_return util::failure(std::move(player).error());
    if (!*player) co_return true;
    request.body = RoomRequest::Join{**player};
  } catch (const std::exception& error) {
    core->log.write(LogLevel::Error, "join-failed", {{"reason", error.what()}});
    co_return util::failure(no_luck());
  }
  auto joined = co_await done_in(core, std::move(game), std::move(request));
  if (!joined) co_return util::failure(std::move(joined).error());
  co_return true;
}

Awaitable<Answer<std::vector<online::StoredEvent>>> Hub::command(Identity who, online::GameId game,
                                                                 online::Command command) {
  const std::shared_ptr<HubCore> core = core_;
  if (auto refused = objection_now(*core, who)) co_return util::failure(*std::move(refused));
  RoomRequest request;
  request.body = RoomRequest::Obey{std::move(command)};
  request.user = std::move(who.user);
  request.arrived = core->clock();
  co_return co_await done_in(core, std::move(game), std::move(request));
}

Awaitable<Answer<store::Seek>> Hub::seek(Identity who, GameWish wish) {
  const std::shared_ptr<HubCore> core = core_;
  if (auto refused = objection_now(*core, who)) co_return util::failure(*std::move(refused));
  wish.engine_level.reset();
  if (auto refused = objection(who, wish, false)) co_return util::failure(*std::move(refused));
  const online::Instant now = core->clock();
  store::Seek seek{random_id(), who.user, who.name, {}, wish.settings, wish.color, now, now + kSeekLife};
  const Storing storing(*core);
  try {
    auto job = [core, who, seek, now](store::Store& store) -> Answer<store::Seek> {
      if (store.seeks_of(who.user, now) >= core->options.most_seeks_of_a_user) {
        return util::failure(Refused{429, "too-many-seeks", "withdraw one of your seeks first"});
      }
      if (store.live_games_of(who.user) >= core->options.most_live_games_of_a_user) {
        return util::failure(too_many_games());
      }
      store::Seek mine = seek;
      mine.owner_rating = player_for(store, who, seek.settings.start.variant()).rating;
      store.put_seek(mine);
      return mine;
    };
    auto made = co_await in_transaction(core->database, std::move(job));
    if (made) core->lobby.note_seeker(who.user);
    co_return made;
  } catch (const std::exception& error) {
    core->log.write(LogLevel::Error, "seek-failed", {{"reason", error.what()}});
  }
  co_return util::failure(no_luck());
}

Awaitable<Answer<bool>> Hub::withdraw_seek(Identity who, std::string seek) {
  const std::shared_ptr<HubCore> core = core_;
  if (auto refused = objection_now(*core, who)) co_return util::failure(*std::move(refused));
  const Storing storing(*core);
  try {
    auto job = [who, seek](store::Store& store) { return store.drop_seek(who.user, seek); };
    const bool was_there = co_await in_transaction(core->database, std::move(job));
    if (was_there) co_return true;
    co_return util::failure(Refused{404, "no-such-seek", "you have no such seek"});
  } catch (const std::exception& error) {
    core->log.write(LogLevel::Error, "seek-failed", {{"reason", error.what()}});
  }
  co_return util::failure(no_luck());
}

Awaitable<Answer<online::GameId>> Hub::accept_seek(Identity who, std::string seek) {
  const std::shared_ptr<HubCore> core = core_;
  if (auto refused = objection_now(*core, who)) co_return util::failure(*std::move(refused));
  const AcceptSeek accept{core, who, std::move(seek), random_id(), by_lot(), core->clock()};
  const Storing storing(*core);
  try {
    auto made = co_await in_transaction(core->database, accept);
    // One that was just being renewed is not seen for a moment.
    if (!made && made.error().status == 404) made = co_await in_transaction(core->database, accept);
    if (!made) co_return util::failure(std::move(made).error());
    announce(*core, *made);
    co_return made->id;
  } catch (const std::exception& error) {
    core->log.write(LogLevel::Error, "seek-failed", {{"reason", error.what()}});
  }
  co_return util::failure(no_luck());
}

}  // namespace ordo::server
