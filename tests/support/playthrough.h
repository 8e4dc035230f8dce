// A game written out with all the rules say about each of its positions, for people to read and for tests to
// compare.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/game.h"

namespace ordo::support {

/// The part of a playthrough that somebody chose; the rest follows from it.
struct Script {
  std::string title;
  rules::Variant variant = rules::Variant::Ordo;
  std::string start;               ///< FEN
  std::vector<std::string> turns;  ///< canonical text
};

/// Reads the first line (the title) and the lines "game: …", "start: …" and "plays: …"; all others are passed
/// over, so a new playthrough may be written with just these.
[[nodiscard]] Script read_script(std::string_view playthrough);

/// The whole text. Where a turn is refused the text ends with the reason.
[[nodiscard]] std::string write_playthrough(const Script& script);

}  // namespace ordo::support
