// The games of tests/data/games as they lie there, for those who follow games.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

namespace ordo::support {

inline const std::filesystem::path kGamesFolder = ORDO_TESTS_DIR "/data/games";

[[nodiscard]] inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// In the order of their names.
[[nodiscard]] inline std::vector<std::filesystem::path> game_paths() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kGamesFolder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Calls follow(line, known): a line of "messages" and the state that is to be known after it, but nothing
/// while the end of the game is still to be told.
template <class Follow>
void for_each_line(const boost::json::value& game, Follow&& follow) {
  boost::json::object known = game.at("snapshot").at("state").as_object();
  for (const boost::json::value& line : game.at("messages").as_array()) {
    const auto* changed = line.as_object().if_contains("changed");
    if (changed != nullptr) {
      for (const auto& [name, value] : changed->as_object()) known[name] = value;
    }
    follow(line.as_object(), changed == nullptr ? nullptr : &known);
  }
}

}  // namespace ordo::support
