// What the server tells of a game, read by those who follow it.
#include <exception>
#include <stdexcept>
#include <utility>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include "online/message.h"
#include "online/words.h"
#include "rules/fen.h"

namespace ordo::online {
namespace {

using boost::json::object;
using boost::json::value;

/// A member that is there but makes no sense.
[[noreturn]] void refuse(std::string_view name) {
  throw std::runtime_error("'" + std::string(name) + "' makes no sense");
}

std::string_view text(const value& value) {
  const auto& string = value.as_string();
  return {string.data(), string.size()};
}

Instant instant(const object& object, std::string_view name) {
  return instant_from(object.at(name).as_int64());
}

/// Nothing where there is null or nothing.
const value* optional(const object& object, std::string_view name) {
  const value* found = object.if_contains(name);
  return found == nullptr || found->is_null() ? nullptr : found;
}

std::optional<Color> optional_color(const object& object, std::string_view name) {
  const value* found = optional(object, name);
  if (found == nullptr) return std::nullopt;
  const auto color = color_from(text(*found));
  if (!color) refuse(name);
  return color;
}

std::optional<GameId> optional_id(const object& object, std::string_view name) {
  const value* found = optional(object, name);
  return found == nullptr ? std::nullopt : std::optional(GameId(text(*found)));
}

std::optional<Player> optional_player(const object& object, std::string_view name) {
  const value* found = optional(object, name);
  if (found == nullptr) return std::nullopt;
  const auto& told = found->as_object();
  const auto kind = player_kind_from(text(told.at("kind")));
  if (!kind) refuse(name);
  Player player{*kind, {}, std::string(text(told.at("name"))), 0, {}};
  if (const value* level = optional(told, "level")) player.level = level->to_number<int>();
  if (const value* rating = optional(told, "rating")) player.rating = rating->to_number<int>();
  return player;
}

GameSettings settings_of(const object& state) {
  const auto variant = rules::variant_from(text(state.at("variant")));
  if (!variant) refuse("variant");
  const auto start = rules::parse_fen(*variant, text(state.at("start")));
  if (!start) throw std::runtime_error(start.error().message);
  const auto time = parse_time_control(text(state.at("time")));
  if (!time) throw std::runtime_error(time.error());
  return {*start, *time, state.at("rated").as_bool()};
}

std::optional<rules::Outcome> outcome_of(const object& state) {
  const value* found = optional(state, "outcome");
  if (found == nullptr) return std::nullopt;
  const auto ending = rules::ending_from(text(found->at("ending")));
  if (!ending) refuse("outcome");
  return rules::Outcome{optional_color(found->as_object(), "winner"), *ending};
}

std::optional<Rated> ratings_of(const object& state) {
  const value* found = optional(state, "ratings");
  if (found == nullptr) return std::nullopt;
  Rated rated{};
  for (const Color color : {Color::White, Color::Black}) {
    const auto& pair = found->at(word(color)).as_array();
    rated.before[static_cast<std::size_t>(color)] = pair.at(0).to_number<int>();
    rated.after[static_cast<std::size_t>(color)] = pair.at(1).to_number<int>();
  }
  return rated;
}

/// A server from before there was presence tells nothing of it.
Absences absences_of(const object& state) {
  Absences absences;
  const value* gone = optional(state, "gone");
  if (gone == nullptr) return absences;
  for (const Color color : {Color::White, Color::Black}) {
    const value* found = optional(gone->as_object(), word(color));
    if (found == nullptr) continue;
    Absence absence{Duration(found->at("patience").as_int64()), {}};
    if (optional(found->as_object(), "claim") != nullptr)
      absence.claim_at = instant(found->as_object(), "claim");
    absences[static_cast<std::size_t>(color)] = absence;
  }
  return absences;
}

Standing standing_of(const object& message) {
  const object& state = message.at("state").as_object();
  Standing standing;
  standing.id = text(message.at("game"));
  standing.seq = message.at("seq").as_int64();
  standing.now = instant(message, "now");
  standing.created_at = instant(state, "created");
  standing.last_at = instant(state, "last");
  standing.made = {settings_of(state),
                   {optional_player(state, "white"), optional_player(state, "black")},
                   optional_id(state, "rematch_of")};
  const auto status = room_status_from(text(state.at("status")));
  if (!status) refuse("status");
  standing.status = *status;
  standing.outcome = outcome_of(state);
  for (const value& turn : state.at("turns").as_array()) standing.turns.emplace_back(text(turn));
  if (const value* clocks = optional(state, "clocks")) {
    standing.left = {Duration(clocks->at("white").as_int64()), Duration(clocks->at("black").as_int64())};
  }
  if (optional(state, "deadline") != nullptr) standing.deadline = instant(state, "deadline");
  const object& offers = state.at("offers").as_object();
  standing.draw_offer = optional_color(offers, "draw");
  standing.takeback_request = optional_color(offers, "takeback");
  standing.rematch_offer = optional_color(offers, "rematch");
  standing.gone = absences_of(state);
  standing.rated = ratings_of(state);
  standing.rematch = optional_id(state, "rematch");
  return standing;
}

}  // namespace

util::Result<Snapshot, std::string> read_snapshot(const object& message) {
  try {
    auto room = Room::resume(standing_of(message));
    if (!room) return util::failure(std::move(room).error());
    return Snapshot{*std::move(room), optional_color(message, "seat")};
  } catch (const std::exception& error) {  // a member that is missing, or of another type
    return util::failure(std::string(error.what()));
  }
}

util::Result<StoredEvent, std::string> read_event(const object& message) {
  try {
    auto event = parse_event(boost::json::serialize(message.at("event")));
    if (!event) return util::failure(std::move(event).error());
    return StoredEvent{message.at("seq").as_int64(), instant(message, "at"), *std::move(event)};
  } catch (const std::exception& error) {
    return util::failure(std::string(error.what()));
  }
}

}  // namespace ordo::online
