// Games in files: a game with its players, read from a record and written as one.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "records/record.h"
#include "rules/game.h"
#include "util/result.h"

namespace ordo::apps {

struct StoredGame {
  rules::Game game;
  std::array<std::string, 2> names;  ///< of White and Black; empty if not known
  std::vector<records::Tag> tags;    ///< Event, Date and whatever else, but not the names
};

struct LoadedGame {
  StoredGame stored;
  std::size_t games = 1;  ///< how many the file holds
  /// Saving the game again keeps all the file holds: no comments, variations or other games would be lost.
  bool is_all = false;
};

/// The game of that number, from 1, or why not.
[[nodiscard]] util::Result<LoadedGame, std::string> load_game(const std::string& path, std::size_t number);

/// The canonical text of the game's record.
[[nodiscard]] std::string record_text(const rules::Game& game, const std::array<std::string, 2>& names,
                                      std::vector<records::Tag> tags);

}  // namespace ordo::apps
