// Making and joining games, and seeks: what is asked for by request.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "online/command.h"
#include "online/event.h"
#include "online/summary.h"
#include "server/accounts/identity.h"
#include "server/base/async.h"
#include "server/base/clock.h"
#include "server/base/limits.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/games/announcer.h"
#include "server/games/draining.h"
#include "server/games/engine_games.h"
#include "server/games/lobby.h"
#include "server/games/new_game.h"
#include "server/games/refused.h"
#include "server/games/rooms.h"
#include "store/database.h"
#include "util/result.h"

namespace ordo::server {

/// What is given by reference outlives the maker.
struct GameMakerServices {
  store::Database& database;
  Log& log;
  Metrics& metrics;
  Clock clock;
  std::shared_ptr<Draining> draining;
  std::shared_ptr<const Announcer> announcer;
  std::shared_ptr<Presence> presence;
  std::shared_ptr<Rooms> rooms;
  std::shared_ptr<Lobby> lobby;
  bool has_engines = false;
  int most_live_games_of_a_user = 50;
  int most_seeks_of_a_user = 3;
  int most_engine_games_of_a_user = 20;
  std::shared_ptr<EngineGames> engine_games;
  std::shared_ptr<RateLimiter> challenges;         ///< by user
  std::shared_ptr<RateLimiter> challenges_to_one;  ///< by user and other
};

/// Thread-safe. Whatever is asked for goes on if the asker is gone meanwhile.
class GameMaker : public std::enable_shared_from_this<GameMaker> {
 public:
  template <class T>
  using Answer = util::Result<T, Refused>;
  using Events = std::vector<online::StoredEvent>;

  explicit GameMaker(GameMakerServices services) : services_(std::move(services)) {}

  Awaitable<Answer<online::GameSummary>> create(Identity who, GameWish wish);
  Awaitable<Answer<bool>> join(Identity who, online::GameId game);
  /// The events that the command led to.
  Awaitable<Answer<Events>> command(Identity who, online::GameId game, online::Command command);
  Awaitable<Answer<online::Seek>> seek(Identity who, GameWish wish);
  Awaitable<Answer<bool>> withdraw_seek(Identity who, std::string seek);
  /// Or a challenge.
  Awaitable<Answer<online::GameId>> accept_seek(Identity who, std::string seek);
  Awaitable<Answer<online::Seek>> challenge(Identity who, std::string name, GameWish wish);
  Awaitable<Answer<bool>> decline_challenge(Identity who, std::string challenge);
  /// For good: see Store::delete_user. The credentials of the user are revoked on all nodes.
  Awaitable<Answer<bool>> remove_user(online::UserId user);

 private:
  struct AcceptSeek;

  Awaitable<void> remove_traces(online::UserId user);
  [[nodiscard]] std::optional<Refused> objection_now(const Identity& who) const;
  [[nodiscard]] bool has_too_many_engine_games(store::Store& store, const Identity& who,
                                               const online::GameId& next, online::Instant now) const;
  [[nodiscard]] Answer<online::GameSummary> store_game(store::Store& store, const Identity& who,
                                                       const GameWish& wish, const online::GameId& id,
                                                       online::Instant now) const;
  [[nodiscard]] Answer<std::optional<online::Player>> player_to_join(store::Store& store, const Identity& who,
                                                                     const online::GameId& game) const;
  [[nodiscard]] Answer<online::Seek> store_seek(store::Store& store, const Identity& who,
                                                online::Seek seek) const;
  [[nodiscard]] Answer<online::Seek> store_challenge(store::Store& store, const Identity& who,
                                                     const std::string& name, online::Seek seek) const;
  void announce(const online::GameSummary& made, const Identity& who) const;
  Awaitable<Answer<Events>> done_in(online::GameId game, RoomRequest request);
  /// A job in a transaction; what it throws is logged as `event` and answered with words for people, unless
  /// `look`, which gives an optional T, finds that it was stored all the same.
  template <class T, class Job, class Look>
  Awaitable<Answer<T>> stored(const char* event, Job job, Look look);

  const GameMakerServices services_;
};

}  // namespace ordo::server
