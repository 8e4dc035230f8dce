// The messages of the WebSocket: what clients say, read strictly, and what they are told.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <boost/json/object.hpp>

#include "online/command.h"
#include "online/plan.h"
#include "online/room.h"
#include "util/result.h"

namespace ordo::online {

/// {"t":"move","game":"…","ply":1,"turn":"c2-c4"} and the other commands: "resign", "draw", "draw-no",
/// "takeback", "takeback-no", "abort", "rematch", "claim", "claim-win", "claim-draw", "say" (with
/// "text").
struct GameCommand {
  GameId game;
  Command command;
};
/// {"t":"watch","game":"…"}: send a snapshot now and every event from then on.
struct Watch {
  GameId game;
};
struct Unwatch {
  GameId game;
};
/// {"t":"plan","game":"…","ply":7,"plan":[…]}: replaces the conditional turns of the sender. "ply", which may
/// be left out, is the number of the opponent's turn that they answer.
struct SetPlan {
  GameId game;
  Plan plan;
  std::optional<int> ply;
};
/// {"t":"lobby","on":true}: open seeks, as a snapshot and then changes.
struct FollowLobby {
  bool on;
};
/// {"t":"feed","on":true}: games going on, for the front page.
struct FollowFeed {
  bool on;
};
/// {"t":"mine","on":true}: whenever a game of mine begins, ends, or waits for me. Bots live on it.
struct FollowMine {
  bool on;
};
/// {"t":"people","on":true}: who is here, as a list, and again when it has changed.
struct FollowPeople {
  bool on;
};
/// {"t":"challenges","on":true}: challenges to me and of mine, and again whenever they have changed.
struct FollowChallenges {
  bool on;
};
/// {"t":"chat","on":false}: this connection wants no chat.
struct SwitchChat {
  bool on;
};
/// {"t":"ping","n":7} is answered by {"t":"pong","n":7,"now":…}.
struct Ping {
  std::int64_t n;
};

struct ClientMessage {
  std::variant<GameCommand, Watch, Unwatch, SetPlan, FollowLobby, FollowFeed, FollowMine, FollowPeople,
               FollowChallenges, SwitchChat, Ping>
      body;
  std::optional<std::int64_t>
      re;  ///< "re": the client's own number, given back in an error about this message
};

struct MessageError {
  std::string message;
  std::optional<std::int64_t> re;
};

inline constexpr std::size_t kMaxMessage = 16 * 1024;  ///< bytes

/// Strict: unknown kinds, unknown or doubled members, wrong types, too long texts and ids that are none are
/// refused with what is wrong.
[[nodiscard]] util::Result<ClientMessage, MessageError> parse_message(std::string_view text);

/// {"t":"event","game":"…","seq":5,"at":…,"event":{…}}; for others than players a Said comes as
/// {"e":"hidden"}.
[[nodiscard]] std::string event_message(const GameId& game, const StoredEvent& event);
[[nodiscard]] std::string hidden_event_message(const GameId& game, const StoredEvent& event);

/// {"t":"snapshot","game":"…","seq":9,"now":…,"seat":"white","state":{…},"chat":[…],"plan":[…]}: all a client
/// needs to show the game and go on with events from seq + 1. "state" is what state_json gives: settings,
/// players, status, outcome, turns, clocks as of "now" and which runs, offers. The viewer's seat is null for
/// those who only look on; they get neither the chat (the Said events of `chat`) nor a plan.
[[nodiscard]] std::string snapshot_message(const Room& room, std::optional<Color> viewer, Instant now,
                                           const Plan* own_plan, std::span<const StoredEvent> chat);

/// What a snapshot says to those who follow the game.
struct Snapshot {
  Room room;
  std::optional<Color> seat;  ///< the viewer's
};
/// Members it does not know are passed over: a newer server may tell more. Failing: what is wrong.
[[nodiscard]] util::Result<Snapshot, std::string> read_snapshot(const boost::json::object& message);

/// What an event message says; likewise. An event that is not for the reader, or of a newer server, cannot be
/// taken in: ask for a snapshot.
[[nodiscard]] util::Result<StoredEvent, std::string> read_event(const boost::json::object& message);

/// {"t":"error","code":"stale-ply","message":"…","game":"…","re":…}; "turn" has the word of a rules::Reason
/// if there is one.
[[nodiscard]] std::string error_message(std::string_view code, std::string_view message, const GameId* game,
                                        std::optional<std::int64_t> re,
                                        std::optional<rules::Reason> turn = {});

/// {"t":"pong",…}
[[nodiscard]] std::string pong_message(std::int64_t n, Instant now);

/// {"t":"reconnect"}: this node is about to stop.
[[nodiscard]] std::string reconnect_message();
/// {"t":"game-start","game":"…"}: a game of the receiver has begun.
[[nodiscard]] std::string game_start_message(const GameId& game);
/// {"t":"plan","game":"…","plan":[…]}: what the receiver's conditional turns are now.
[[nodiscard]] std::string plan_message(const GameId& game, const Plan& plan);
/// {"t":"watchers","game":"…","n":3}: how many look on.
[[nodiscard]] std::string watchers_message(const GameId& game, std::uint32_t number);

/// {"t":"presence","game":"…","away":{"white":null,"black":1800000000000}}: who of the players is connected
/// (null), or since when not; zero: for longer than anybody remembers.
[[nodiscard]] std::string presence_message(const GameId& game,
                                           const std::array<std::optional<Instant>, 2>& away);

/// The state of a room as a JSON object, as in snapshots and in GET /api/games/ID.
[[nodiscard]] std::string state_json(const Room& room, Instant now);

}  // namespace ordo::online
