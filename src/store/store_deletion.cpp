// Somebody goes for good: games end, names and words disappear, and no later write can bring them back.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "online/room.h"
#include "online/summary.h"
#include "store/rows.h"
#include "store/store.h"
#include "util/check.h"

namespace ordo::store {
namespace {

using online::kDeletedName;

constexpr std::string_view kDeletedChat = "(deleted)";

/// Ends a game that this user leaves. Nothing: it is over, or its log is damaged and cannot be added to.
[[nodiscard]] std::optional<GameSummary> end_game_of(Store& store, const GameId& game, const UserId& user,
                                                     Instant now) {
  for (;;) {
    auto replayed = online::Room::replay(game, store.events(game));
    if (!replayed) return std::nullopt;
    online::Room room = *std::move(replayed);
    const online::Command command =
        room.plies() < 2 ? online::Command{online::Abort{}} : online::Command{online::Resign{}};
    const auto proposal = room.propose(user, command, now);
    if (!proposal || proposal->events.empty()) return std::nullopt;
    const std::int64_t first_seq = room.next_seq();
    const Instant at = std::max(now, room.last_at());
    for (const online::Event& event : proposal->events) {
      const auto applied = room.apply({room.next_seq(), at, event});
      ORDO_CHECK(applied.ok());
    }
    const GameSummary summary = online::summary_of(room);
    // Another node may have made a turn since the log was read; then it is read again.
    if (!store.append(summary, first_seq, at, proposal->events).was_outrun) return summary;
  }
}

[[nodiscard]] std::vector<GameId> live_games_at(Connection& connection, const UserId& user, Color seat) {
  std::vector<GameId> games;
  for (const Row& row :
       connection.query(seat == Color::White ? "SELECT id FROM games WHERE live = 1 AND white_id = $1"
                                             : "SELECT id FROM games WHERE live = 1 AND black_id = $1",
                        {user})) {
    games.push_back(row.text(0));
  }
  return games;
}

/// Some that are over and still have the name.
[[nodiscard]] std::vector<GameId> named_games_at(Connection& connection, const UserId& user, Color seat,
                                                 std::size_t most) {
  std::vector<GameId> games;
  for (const Row& row : connection.query(
           seat == Color::White
               ? "SELECT id FROM games WHERE live = 0 AND white_id = $1 AND white_name <> $2 LIMIT $3"
               : "SELECT id FROM games WHERE live = 0 AND black_id = $1 AND black_name <> $2 LIMIT $3",
           {user, value_of(kDeletedName), static_cast<std::int64_t>(most)})) {
    games.push_back(row.text(0));
  }
  return games;
}

/// The same event without what `user`, who sits at `seat`, has said and was called.
[[nodiscard]] online::Event without_traces(online::Event event, const UserId& user, Color seat) {
  if (auto* created = std::get_if<online::Created>(&event)) {
    for (auto& player : created->players) {
      if (player && player->id == user) player->name = kDeletedName;
    }
  } else if (auto* joined = std::get_if<online::Joined>(&event)) {
    if (joined->player.id == user) joined->player.name = kDeletedName;
  } else if (auto* said = std::get_if<online::Said>(&event)) {
    if (said->by == seat) said->text = kDeletedChat;
  }
  return event;
}

void remove_traces_from(Connection& connection, const GameId& game, const UserId& user, Color seat) {
  const auto rows = connection.query(
      "SELECT seq, body FROM events WHERE game = $1 AND (body LIKE '{\"e\":\"created\"%' OR body LIKE "
      "'{\"e\":\"join\"%' OR body LIKE '{\"e\":\"say\"%')",
      {game});
  for (const Row& row : rows) {
    const std::int64_t seq = row.integer(0);
    const online::Event event = event_from(game, seq, row.text(1));
    const online::Event clean = without_traces(event, user, seat);
    if (clean == event) continue;
    connection.execute("UPDATE events SET body = $3 WHERE game = $1 AND seq = $2",
                       {game, seq, online::to_json(clean)});
  }
  const bool is_white = seat == Color::White;
  connection.execute(is_white ? "UPDATE games SET white_name = $2 WHERE id = $1"
                              : "UPDATE games SET black_name = $2 WHERE id = $1",
                     {game, value_of(kDeletedName)});
  connection.execute("DELETE FROM plans WHERE game = $1 AND color = $2", {game, value_of(word(seat))});
}

}  // namespace

std::vector<GameSummary> Store::delete_user(const UserId& id, Instant now) {
  // Whoever seats, rates or lets this user speak holds the user as well, and comes before all of this or
  // after.
  if (!hold_user(id)) return {};
  const auto known = user(id);
  std::vector<GameSummary> ended;
  for (const Color seat : {Color::White, Color::Black}) {
    for (const GameId& game : live_games_at(connection_, id, seat)) {
      if (auto summary = end_game_of(*this, game, id, now)) ended.push_back(*std::move(summary));
    }
  }
  if (known && known->kind != online::PlayerKind::Guest) {
    connection_.execute(
        "INSERT INTO resting_names (name_key, until) VALUES ($1, $2) "
        "ON CONFLICT (name_key) DO UPDATE SET until = excluded.until",
        {name_key(known->name), value_of(now + kNameRest)});
  }
  connection_.execute(
      "UPDATE users SET name = $2, name_key = NULL, password_hash = '', deleted_at = $3 WHERE id = $1",
      {id, value_of(kDeletedName), value_of(now)});
  connection_.execute("DELETE FROM credentials WHERE user_id = $1", {id});
  connection_.execute("DELETE FROM ratings WHERE user_id = $1", {id});
  connection_.execute("DELETE FROM blocks WHERE user_id = $1 OR other_id = $1", {id});
  connection_.execute("DELETE FROM online WHERE user_id = $1", {id});
  connection_.execute("UPDATE reports SET asked_by = '' WHERE asked_by = $1", {id});
  forget_devices(id);
  keep_no_games(id);
  for (const Row& row :
       connection_.query("SELECT owner, id FROM seeks WHERE owner = $1 OR target = $1", {id}))
    drop_seek(row.text(0), row.text(1));
  const auto clean = [&](const GameId& game, Color seat) {
    remove_traces_from(connection_, game, id, seat);
    notify("games", "reload " + game);
  };
  for (const Color seat : {Color::White, Color::Black}) {
    // Of a damaged log, which could not be ended.
    for (const GameId& game : live_games_at(connection_, id, seat)) clean(game, seat);
    for (GameSummary& summary : ended) {
      auto& player = summary.players[seat == Color::White ? 0 : 1];
      if (!player || player->id != id) continue;
      clean(summary.id, seat);
      player->name = kDeletedName;
    }
  }
  if (remove_traces(id)) connection_.execute("INSERT INTO leaving (user_id) VALUES ($1)", {id});
  return ended;
}

bool Store::remove_traces(const UserId& id) {
  (void)hold_user(id);  // one node at a time
  std::size_t left = kTracesAtOnce;
  for (const Color seat : {Color::White, Color::Black}) {
    for (const GameId& game : named_games_at(connection_, id, seat, left)) {
      remove_traces_from(connection_, game, id, seat);
      notify("games", "reload " + game);
      --left;
    }
  }
  if (left == 0) return true;
  connection_.execute("DELETE FROM leaving WHERE user_id = $1", {id});
  return false;
}

}  // namespace ordo::store
