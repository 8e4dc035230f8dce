// Games, seeks and ratings as lists show them, and the messages that carry such lists: without the ids of
// users.
#pragma once

#include <span>
#include <string>

#include "online/glicko.h"
#include "online/summary.h"
#include "util/json_writer.h"

namespace ordo::online {

/// {"id","variant","start","fen","time","rated","white","black","status","outcome","plies","created","last",
/// "deadline"}: `start` and `fen` are the first position and the present one, players and outcome may be
/// null, times are milliseconds since 1970, and the deadline is left out when there is none.
void write_summary(util::JsonWriter& json, const GameSummary& summary);
void write_summaries_member(util::JsonWriter& json, std::span<const GameSummary> games);  ///< "games":[…]

/// {"id","owner":{"name","rating"},"variant","start","time","rated","color","created"}; the colour is the
/// owner's: "white", "black" or "random".
void write_seek(util::JsonWriter& json, const Seek& seek);
void write_seeks_member(util::JsonWriter& json, std::span<const Seek> seeks);  ///< "seeks":[…]

/// {"rating","deviation","games","provisional"}, in whole numbers, as of `now`.
void write_rating(util::JsonWriter& json, const Rating& rating, Instant now);

/// {"t":"lobby","seeks":[…]}
[[nodiscard]] std::string lobby_message(std::span<const Seek> seeks);

/// {"t":"mine","games":[…]}, and {"t":"mine-update","game":{…}}
[[nodiscard]] std::string mine_message(std::span<const GameSummary> games);
[[nodiscard]] std::string mine_update_message(const GameSummary& game);

/// The summary, with both clocks as they are at "now" and the last turn.
[[nodiscard]] std::string feed_game_json(const Room& room, Instant now);
/// {"t":"feed","games":[…]}: all that are shown; {"t":"feed-update","games":[…]}: those that have changed.
[[nodiscard]] std::string feed_message(std::span<const std::string> games);
[[nodiscard]] std::string feed_update_message(std::span<const std::string> games);

}  // namespace ordo::online
