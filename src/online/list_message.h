// Games, seeks and ratings as lists show them, and the messages that carry such lists: without the ids of
// users.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

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

/// Challenges: as seeks, with "to", the name of whom they are for, and "expires".
/// {"t":"challenges","in":[…],"out":[…]}: to this user, and of this user.
void write_challenges_members(util::JsonWriter& json, std::span<const Seek> challenges, const UserId& user);
[[nodiscard]] std::string challenges_message(std::span<const Seek> challenges, const UserId& user);
/// {"t":"challenge-declined","name":"…"}
[[nodiscard]] std::string challenge_declined_message(std::string_view name);

/// Somebody who is here.
struct Person {
  std::string name;
  PlayerKind kind = PlayerKind::Guest;
  std::array<std::optional<int>, 2> ratings;  ///< of Ordo and Ordo X
};
/// {"t":"people","n":57,"people":[{"name","kind","ratings":{"ordo"?,"ordox"?}}]}: how many are here, and some
/// of them.
void write_people_members(util::JsonWriter& json, std::size_t number, std::span<const Person> people);
[[nodiscard]] std::string people_message(std::size_t number, std::span<const Person> people);

/// {"t":"mine","games":[…]}, and {"t":"mine-update","game":{…}}
[[nodiscard]] std::string mine_message(std::span<const GameSummary> games);
[[nodiscard]] std::string mine_update_message(const GameSummary& game);

/// The summary, with both clocks as they are at "now" and the last turn.
[[nodiscard]] std::string feed_game_json(const Room& room, Instant now);
/// {"t":"feed","games":[…]}: all that are shown; {"t":"feed-update","games":[…]}: those that have changed.
[[nodiscard]] std::string feed_message(std::span<const std::string> games);
[[nodiscard]] std::string feed_update_message(std::span<const std::string> games);

}  // namespace ordo::online
