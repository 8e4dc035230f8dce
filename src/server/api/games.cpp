// Games: listed, made, looked at, joined and played by request.
#include <stdexcept>

#include "online/event_json.h"
#include "online/list_message.h"
#include "online/message.h"
#include "online/room_record.h"
#include "online/words.h"
#include "server/api/api.h"

namespace ordo::server {
namespace {

using util::JsonWriter;

[[nodiscard]] Response no_such_game() { return error_response(404, "no-such-game", "there is no such game"); }

[[nodiscard]] bool plays(const online::GameSummary& summary, const online::UserId& user) noexcept {
  if (user.empty()) return false;
  return (summary.players[0] && summary.players[0]->id == user) ||
         (summary.players[1] && summary.players[1]->id == user);
}

struct GamePage {
  std::optional<std::string> unknown;  ///< a name that nobody has
  std::vector<online::GameSummary> games;
};

/// The id of whom the query names.
[[nodiscard]] std::optional<online::UserId> user_called(store::Store& store, const std::string& name,
                                                        const Identity& asker) {
  if (name == "me") return asker.is_known() ? std::optional(asker.user) : std::nullopt;
  const auto user = store.user_named(name);
  if (!user || user->deleted_at) return std::nullopt;
  return user->id;
}

[[nodiscard]] GamePage find_games(store::Store& store, const GameQuery& wanted, const Identity& asker) {
  store::GameFilter filter;
  filter.variant = wanted.variant;
  filter.result = wanted.result;
  filter.rated = wanted.rated;
  filter.live = wanted.live;
  filter.before = wanted.before;
  filter.limit = wanted.limit;
  if (wanted.player && !(filter.player = user_called(store, *wanted.player, asker)))
    return {wanted.player, {}};
  if (wanted.opponent && !(filter.opponent = user_called(store, *wanted.opponent, asker))) {
    return {wanted.opponent, {}};
  }
  // The id of a game that waits is the key to its free seat.
  filter.with_waiting = asker.is_known() && filter.player == asker.user;
  return {std::nullopt, store.games(filter)};
}

/// Events as clients see them; what players say is for players.
[[nodiscard]] Response events_response(const online::GameId& game,
                                       const std::vector<online::StoredEvent>& events, bool is_player) {
  return object_response([&](JsonWriter& json) {
    json.member("game", game);
    json.list_member("events", events, [&](const online::StoredEvent& stored) {
      const bool is_shown = is_player || !std::holds_alternative<online::Said>(stored.event);
      json.open('{');
      online::write_stored_event_members(json, stored, is_shown);
      json.close('}');
    });
  });
}

[[nodiscard]] Response game_response(const online::GameId& id) {
  return object_response([&](JsonWriter& json) { json.member("game", id); });
}

/// A log that cannot be replayed is damage, not somebody's mistake.
[[nodiscard]] online::Room replayed(const online::GameId& id,
                                    const std::vector<online::StoredEvent>& events) {
  auto room = online::Room::replay(id, events);
  if (!room) throw std::runtime_error("game " + id + ": " + room.error());
  return *std::move(room);
}

[[nodiscard]] GameWish wish_of(const GameBody& game) {
  return {game.settings, game.color, game.engine_level};
}

}  // namespace

Awaitable<Response> Api::games(const Request& request) {
  const auto wanted = decode_game_query(request.query);
  if (!wanted) co_return bad_request(wanted.error());
  auto look = [query = *wanted, who = request.identity](store::Store& store) {
    return find_games(store, query, who);
  };
  const GamePage page = co_await reading(services_.database, std::move(look), store::Reading::List);
  if (page.unknown) co_return error_response(404, "no-such-player", "there is no player of this name");
  co_return object_response([&](JsonWriter& json) {
    online::write_summaries_member(json, page.games);
    if (page.games.size() == static_cast<std::size_t>(wanted->limit)) {
      json.member("next", page_mark(page.games.back().last_at, page.games.back().id));
    }
  });
}

Awaitable<Response> Api::make_game(const Request& request) {
  const auto wanted = decode_new_game(request.body);
  if (!wanted) co_return bad_request(wanted.error());
  const GameWish wish = wish_of(*wanted);
  const auto made = co_await services_.maker.create(request.identity, wish);
  if (!made) co_return refused_response(made.error());
  co_return object_response(
      [&](JsonWriter& json) {
        json.name("game");
        online::write_summary(json, *made);
      },
      201);
}

Awaitable<std::optional<online::Room>> Api::stored_room(online::GameId id) {
  if (!is_id(id)) co_return std::nullopt;
  auto look = [id](store::Store& store) { return store.events(id); };
  const auto events = co_await reading(services_.database, std::move(look));
  if (events.empty()) co_return std::nullopt;
  co_return replayed(id, events);
}

Awaitable<Response> Api::game(const Request& request) {
  const auto room = co_await stored_room(request.arguments[0]);
  if (!room) co_return no_such_game();
  co_return object_response([&](JsonWriter& json) {
    json.member("id", room->id());
    json.member("seq", room->seq());
    json.member("now", online::milliseconds(services_.clock()));
    online::write_color_member(json, "seat", room->seat_of(request.identity.user));
    json.raw_member("state", online::state_json(*room, services_.clock()));
  });
}

Awaitable<Response> Api::game_record(const Request& request) {
  const online::GameId id = request.arguments[0];
  if (!is_id(id)) co_return no_such_game();
  auto look = [id](store::Store& store) { return store.events(id); };
  const auto events = co_await reading(services_.database, std::move(look));
  if (events.empty()) co_return no_such_game();
  const online::Room room = replayed(id, events);
  Response response;
  response.type = "text/plain; charset=utf-8";
  response.body = records::write_record(online::record_of_room(room, events));
  co_return response;
}

Awaitable<Response> Api::game_events(const Request& request) {
  const online::GameId id = request.arguments[0];
  const auto from = decode_events_query(request.query);
  if (!from) co_return bad_request(from.error());
  if (!is_id(id)) co_return no_such_game();
  using Found = std::pair<std::optional<online::GameSummary>, std::vector<online::StoredEvent>>;
  auto look = [id, first = *from](store::Store& store) {
    return Found(store.summary(id), store.events(id, first));
  };
  const Found found = co_await reading(services_.database, std::move(look));
  if (!found.first) co_return no_such_game();
  co_return events_response(id, found.second, plays(*found.first, request.identity.user));
}

Awaitable<Response> Api::join_game(const Request& request) {
  const online::GameId id = request.arguments[0];
  if (!is_id(id)) co_return no_such_game();
  const auto joined = co_await services_.maker.join(request.identity, id);
  if (!joined) co_return refused_response(joined.error());
  co_return game_response(id);
}

Awaitable<Response> Api::command(const Request& request) {
  const online::GameId id = request.arguments[0];
  if (!is_id(id)) co_return no_such_game();
  const auto wanted = decode_command(request.body, id);
  if (!wanted) co_return bad_request(wanted.error());
  const auto events = co_await services_.maker.command(request.identity, id, *wanted);
  if (!events) co_return refused_response(events.error());
  co_return events_response(id, *events, true);
}

Awaitable<Response> Api::seeks(const Request& /*request*/) {
  auto look = [now = services_.clock()](store::Store& store) { return store.seeks(now); };
  const auto open = co_await reading(services_.database, std::move(look), store::Reading::List);
  co_return object_response([&](JsonWriter& json) { online::write_seeks_member(json, open); });
}

Awaitable<Response> Api::make_seek(const Request& request) {
  const auto wanted = decode_seek(request.body);
  if (!wanted) co_return bad_request(wanted.error());
  const GameWish wish = wish_of(*wanted);
  const auto made = co_await services_.maker.seek(request.identity, wish);
  if (!made) co_return refused_response(made.error());
  co_return object_response(
      [&](JsonWriter& json) {
        json.name("seek");
        online::write_seek(json, *made);
      },
      201);
}

Awaitable<Response> Api::withdraw_seek(const Request& request) {
  const auto gone = co_await services_.maker.withdraw_seek(request.identity, request.arguments[0]);
  if (!gone) co_return refused_response(gone.error());
  co_return json_response("{}");
}

Awaitable<Response> Api::accept_seek(const Request& request) {
  const auto game = co_await services_.maker.accept_seek(request.identity, request.arguments[0]);
  if (!game) co_return refused_response(game.error());
  co_return game_response(*game);
}

}  // namespace ordo::server
