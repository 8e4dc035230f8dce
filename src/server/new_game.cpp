// Checking wishes, drawing lots and sitting players down.
#include "server/new_game.h"

#include <cmath>
#include <sodium.h>
#include <utility>

#include <fmt/format.h>

#include "rules/fen.h"
#include "rules/outcome.h"
#include "util/check.h"

namespace ordo::server {
namespace {

using online::Color;
using online::Player;
using online::TimeControl;

[[nodiscard]] std::optional<int> shown_rating(store::Store& store, const online::UserId& user,
                                              rules::Variant variant) {
  return static_cast<int>(std::lround(store.rating(user, variant).rating));
}

}  // namespace

std::string random_id() {
  static constexpr std::string_view kLetters =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string id(online::kIdLength, '0');
  for (char& letter : id) letter = kLetters[randombytes_uniform(kLetters.size())];
  return id;
}

std::optional<Refused> objection(const Identity& who, const GameWish& wish, bool has_engines) {
  const online::GameSettings& settings = wish.settings;
  if (!who.is_known()) return Refused{401, "identity-needed", "come as a guest or sign in first"};
  if (settings.start.phase() != rules::Phase::Whole || rules::outcome(settings.start)) {
    return Refused{400, "bad-position", "in this position there is nothing left to play"};
  }
  if (wish.engine_level) {
    if (*wish.engine_level < 1 || *wish.engine_level > kFullStrength) {
      return Refused{400, "bad-level", fmt::format("the levels of the engine are 1 to {}", kFullStrength)};
    }
    if (settings.rated) return Refused{400, "bad-rated", "games with the engine are not rated"};
    if (!has_engines) return Refused{503, "no-engine", "this server has no engine to play with"};
  }
  if (!settings.rated) return std::nullopt;
  if (!who.has_account()) return Refused{403, "account-needed", "rated games need an account"};
  if (settings.start != rules::Position::initial(settings.start.variant())) {
    return Refused{400, "bad-rated", "rated games start from the initial position"};
  }
  if (settings.time.kind == TimeControl::Kind::None) {
    return Refused{400, "bad-rated", "rated games are played with a clock"};
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
  return {summary_of(*room), first};
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

store::GameSummary summary_of(const online::Room& room) {
  const rules::Game& game = room.game();
  store::GameSummary summary;
  summary.id = room.id();
  summary.settings = room.settings();
  summary.players = {room.player(Color::White), room.player(Color::Black)};
  summary.status = room.status();
  if (room.status() == online::RoomStatus::Ended) summary.outcome = game.outcome();
  summary.plies = static_cast<int>(game.turns().size());
  summary.fen = rules::to_fen(game.position());
  summary.created_at = room.created_at();
  summary.last_at = room.last_at();
  summary.deadline = room.deadline();
  return summary;
}

Users users_of(const std::array<std::optional<Player>, 2>& players) {
  Users users;
  for (std::size_t i = 0; i < users.size(); ++i) {
    if (players[i]) users[i] = players[i]->id;
  }
  return users;
}

}  // namespace ordo::server
