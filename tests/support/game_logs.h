// The games of tests/data/games: everything that can happen in one, scripted and at random.
#pragma once

#include <string>
#include <vector>

namespace ordo::support {

struct GameFile {
  std::string name;  ///< "draws.json"
  std::string text;
};

/// All of them, played anew.
[[nodiscard]] std::vector<GameFile> game_files();

}  // namespace ordo::support
