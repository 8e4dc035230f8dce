// What a drawing of a game in progress shows.
#pragma once

#include <array>
#include <string>

#include "apps/terminal/board_text.h"
#include "rules/game.h"

namespace ordo::apps {

/// The current position with the last turn marked.
[[nodiscard]] BoardView view_of(const rules::Game& game, const std::array<std::string, 2>& names);

/// The same, after a preparation that waits for its advance.
[[nodiscard]] BoardView view_of(const rules::Game& game, const std::array<std::string, 2>& names,
                                rules::Part preparation);

/// The number of the turn with this index, as players count: 1 for the first turn of each side.
[[nodiscard]] std::size_t turn_number(const rules::Game& game, std::size_t index);

}  // namespace ordo::apps
