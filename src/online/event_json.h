// How events and players are written: for the log, and for those who look on.
#pragma once

#include <string>

#include "online/event.h"
#include "online/json_text.h"

namespace ordo::online {

/// Ids of users are for the log alone: everybody may see a game, and a guest is nobody's business.
enum class Audience : std::uint8_t { Log, Clients };

void append_json(std::string& json, const Event& event, Audience audience);

/// An object, or null.
void write_player(JsonWriter& json, const std::optional<Player>& player, Audience audience);

/// {"winner":"white","ending":"time"}; the winner of a draw is null.
void write_outcome_members(JsonWriter& json, const rules::Outcome& outcome);

/// The name with a colour or null.
void write_color_member(JsonWriter& json, std::string_view name, std::optional<Color> color);

}  // namespace ordo::online
