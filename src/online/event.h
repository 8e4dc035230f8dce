// What happens in a game, as it is stored and sent: an append-only list of numbered events.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "online/player.h"
#include "online/time_control.h"
#include "online/types.h"
#include "rules/outcome.h"
#include "rules/position.h"
#include "util/result.h"

namespace ordo::online {

using rules::Color;

struct GameSettings {
  rules::Position start = rules::Position::initial(rules::Variant::Ordo);
  TimeControl time;
  bool rated = false;

  friend bool operator==(const GameSettings&, const GameSettings&) = default;
};

/// Always the first event, number 1. A seat without a player waits for whoever follows the link.
struct Created {
  GameSettings settings;
  std::array<std::optional<Player>, 2> players;  ///< White, Black
  std::optional<GameId> rematch_of;
  friend bool operator==(const Created&, const Created&) = default;
};
struct Joined {
  Color color;
  Player player;
  friend bool operator==(const Joined&, const Joined&) = default;
};
struct Moved {
  int ply;                       ///< of this turn: 1 for the first
  std::string turn;              ///< canonical text
  std::optional<Duration> left;  ///< what the mover has left afterwards, the increment included
  friend bool operator==(const Moved&, const Moved&) = default;
};
/// An offer stands until it is answered, taken back with a turn of the offering side's own, or lapses when
/// the other side moves.
struct DrawOffered {
  Color by;
  friend bool operator==(const DrawOffered&, const DrawOffered&) = default;
};
struct DrawDeclined {
  Color by;
  friend bool operator==(const DrawDeclined&, const DrawDeclined&) = default;
};
struct TakebackAsked {
  Color by;
  friend bool operator==(const TakebackAsked&, const TakebackAsked&) = default;
};
struct TakebackDeclined {
  Color by;
  friend bool operator==(const TakebackDeclined&, const TakebackDeclined&) = default;
};
/// So many turns remain; the clocks go on with what they showed.
struct TakenBack {
  int plies;
  friend bool operator==(const TakenBack&, const TakenBack&) = default;
};
/// Nobody could play for a while, since the server was away. Of this turn so much time does not count; and
/// where a Fischer clock runs, both sides get so much more, to find their way back.
struct Paused {
  Duration stood;
  Duration added;
  friend bool operator==(const Paused&, const Paused&) = default;
};
/// A player of a game with a Fischer clock is not connected: nobody waits for a first turn of somebody who is
/// not there, and later, when the turn is that player's, the other may claim the game after so long a wait.
struct Gone {
  Color by;
  Duration patience;
  friend bool operator==(const Gone&, const Gone&) = default;
};
/// The player is there again.
struct Back {
  Color by;
  friend bool operator==(const Back&, const Back&) = default;
};
struct Ended {
  rules::Outcome outcome;
  friend bool operator==(const Ended&, const Ended&) = default;
};
/// Ended before it began: by a player before the second turn, or because nobody came or made a first turn.
struct Aborted {
  std::optional<Color> by;
  friend bool operator==(const Aborted&, const Aborted&) = default;
};
/// After a rated game, in the same commit as Ended: the new ratings, rounded.
struct Rated {
  std::array<int, 2> before;
  std::array<int, 2> after;
  friend bool operator==(const Rated&, const Rated&) = default;
};
struct RematchOffered {
  Color by;
  friend bool operator==(const RematchOffered&, const RematchOffered&) = default;
};
/// The rematch exists.
struct RematchMade {
  GameId game;
  friend bool operator==(const RematchMade&, const RematchMade&) = default;
};
/// Only players are shown the text; others see that there is an event with this number.
struct Said {
  Color by;
  std::string text;
  std::optional<std::int64_t> id = {};  ///< the speaker's own, to know the line again
  friend bool operator==(const Said&, const Said&) = default;
};

using Event =
    std::variant<Created, Joined, Moved, DrawOffered, DrawDeclined, TakebackAsked, TakebackDeclined,
                 TakenBack, Paused, Gone, Back, Ended, Aborted, Rated, RematchOffered, RematchMade, Said>;

/// As it lies in the log of its game.
struct StoredEvent {
  std::int64_t seq = 0;  ///< 1, 2, 3 … within the game, without gaps
  Instant at;            ///< never earlier than the one before
  Event event;

  friend bool operator==(const StoredEvent&, const StoredEvent&) = default;
};

/// The event as a JSON object without white space, with its kind under "e":
/// {"e":"move","ply":3,"turn":"c2-c4","left":295000}. This text is what is stored; clients get it without the
/// ids of players.
[[nodiscard]] std::string to_json(const Event& event);
[[nodiscard]] util::Result<Event, std::string> parse_event(std::string_view json);

}  // namespace ordo::online
