// The legal turns of a position as sorted text, fast enough for many thousands of positions.
#pragma once

#include <string>

#include "rules/position.h"

namespace ordo::apps {

/// Appends the canonical text of every legal turn in plain byte order, with `separator` between them;
/// nothing where the game is over.
void append_sorted_turns(const rules::Position& position, char separator, std::string& text);

}  // namespace ordo::apps
