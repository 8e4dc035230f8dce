// Reads tests/data/forced_wins.txt.
#include "support/forced_wins.h"

#include <fstream>
#include <sstream>

#include "rules/fen.h"
#include "util/check.h"

namespace ordo::support {

std::vector<ForcedWin> read_forced_wins() {
  std::ifstream file(ORDO_TESTS_DIR "/data/forced_wins.txt");
  ORDO_CHECK(file);
  std::vector<ForcedWin> wins;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string variant;
    int turns = 0;
    std::string fen;
    ORDO_CHECK(words >> variant >> turns && std::getline(words, fen));
    const auto game = rules::variant_from(variant);
    ORDO_CHECK(game.has_value());
    const auto position = rules::parse_fen(*game, fen);
    ORDO_CHECK(position);
    wins.push_back({*position, turns, line});
  }
  return wins;
}

}  // namespace ordo::support
