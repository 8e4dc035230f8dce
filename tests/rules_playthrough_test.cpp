// Replays the games in tests/playthroughs and compares every line with what is written there.
//
// With ORDO_UPDATE_PLAYTHROUGHS=1 in the environment the files are written anew instead; read the difference
// before you commit it. A new file needs a title, "game: ordo" or "game: ordox", perhaps "start: <fen>", and
// "plays: <turn>" lines.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>

#include "support/playthrough.h"

namespace ordo {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> playthroughs() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(ORDO_TESTS_DIR "/playthroughs")) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string read(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The first line that differs, with its number.
std::string difference(const std::string& expected, const std::string& actual) {
  std::istringstream expected_lines(expected);
  std::istringstream actual_lines(actual);
  for (int number = 1;; ++number) {
    std::string expected_line;
    std::string actual_line;
    const bool more_expected = static_cast<bool>(std::getline(expected_lines, expected_line));
    const bool more_actual = static_cast<bool>(std::getline(actual_lines, actual_line));
    if (!more_expected && !more_actual) return "the last line's end";
    if (expected_line != actual_line || more_expected != more_actual) {
      return "line " + std::to_string(number) + "\n  file:  " + expected_line + "\n  rules: " + actual_line;
    }
  }
}

TEST(Playthroughs, GoAsTheyAreWritten) {
  const bool update = std::getenv("ORDO_UPDATE_PLAYTHROUGHS") != nullptr;
  for (const fs::path& file : playthroughs()) {
    SCOPED_TRACE(file.filename().string());
    const std::string expected = read(file);
    const std::string actual = support::write_playthrough(support::read_script(expected));
    if (update) {
      std::ofstream(file) << actual;
    } else {
      EXPECT_TRUE(actual == expected) << difference(expected, actual);
    }
    EXPECT_EQ(actual.find("\nrefused: "), std::string::npos);
  }
}

TEST(Playthroughs, ShowWhatIsSpecialInEachGame) {
  std::string all;
  for (const fs::path& file : playthroughs()) all += read(file);
  for (const char* const sight :
       {"game: ordo\n", "game: ordox\n", "is split into", "plays: ", "removes: ", "=", " home-row, ",
        " last-piece, ", " cannot-reconnect, ", " repetition, ", "can win on: ", "has to fear: "}) {
    EXPECT_NE(all.find(sight), std::string::npos) << sight;
  }
}

}  // namespace
}  // namespace ordo
