// How events and players are written: for the log, and for those who look on.
#pragma once

#include <string>

#include "online/event.h"
#include "util/json_writer.h"

namespace ordo::online {

/// Ids of users are for the log alone: everybody may see a game, and a guest is nobody's business.
enum class Audience : std::uint8_t { Log, Clients };

void append_json(std::string& json, const Event& event, Audience audience);

/// "seq", "at" and "event", as clients see them; of what is not for them only that there is something:
/// {"e":"hidden"}.
void write_stored_event_members(util::JsonWriter& json, const StoredEvent& stored, bool is_shown);

/// An object, or null.
void write_player(util::JsonWriter& json, const std::optional<Player>& player, Audience audience);

/// "variant", "start", "time" and "rated".
void write_settings_members(util::JsonWriter& json, const GameSettings& settings);

/// {"winner":"white","ending":"time"}; the winner of a draw is null.
void write_outcome_members(util::JsonWriter& json, const rules::Outcome& outcome);

/// "outcome" with such an object, or null.
void write_outcome_member(util::JsonWriter& json, const std::optional<rules::Outcome>& outcome);

/// The name with a colour or null.
void write_color_member(util::JsonWriter& json, std::string_view name, std::optional<Color> color);

}  // namespace ordo::online
