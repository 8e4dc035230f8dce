// What can be set about the engine.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace ordo::thinking {

/// The parts of the search that can be switched off: for the matches that show what each is worth, and for
/// the test that what remains is plain minimax. docs/strength.md has the results.
struct Features {
  bool table = true;         ///< remember positions
  bool reductions = true;    ///< late moves are searched less deeply first
  bool late_pruning = true;  ///< Ordo X: near the leaves late quiet moves are not searched at all
  bool futility = true;      ///< near the leaves a hopeless or an overwhelming estimate is believed
  bool quiescence = true;    ///< at the leaves captures and forced answers are played out
  bool extensions = true;    ///< Ordo X: forced answers are searched one deeper
  bool killers = true;       ///< quiet moves that refuted a sibling come early
  bool history = true;       ///< quiet moves that were good elsewhere come early
  bool aspiration = true;    ///< a search starts with a narrow window around the last score
};

/// Every feature by the name the protocol gives it.
struct FeatureName {
  std::string_view name;
  bool Features::*member;
};
inline constexpr std::array<FeatureName, 9> kFeatureNames = {{
    {"Table", &Features::table},
    {"Reductions", &Features::reductions},
    {"LatePruning", &Features::late_pruning},
    {"Futility", &Features::futility},
    {"Quiescence", &Features::quiescence},
    {"Extensions", &Features::extensions},
    {"Killers", &Features::killers},
    {"History", &Features::history},
    {"Aspiration", &Features::aspiration},
}};

/// A number the thinker is tuned by: its name is the thinker's own.
struct Parameter {
  std::string name;
  int usual;  ///< the value where none is set
  int least;  ///< not negative
  int most;
  int step;                  ///< what makes a difference worth a match
  bool needs_clock = false;  ///< of no effect but where a clock is divided
};
/// By name, those that are not as usual.
using ParameterValues = std::map<std::string, int, std::less<>>;

inline constexpr int kMaxLevel = 10;

struct EngineOptions {
  static constexpr std::size_t kMaxHash = std::size_t{64} << 10;
  static constexpr int kMaxThreads = 256;
  static constexpr int kMaxLines = 100;

  std::size_t hash_megabytes = 64;  ///< 1 to kMaxHash
  int threads = 1;                  ///< 1 to kMaxThreads
  int lines = 1;                    ///< how many best lines are wanted ("MultiPV"), 1 to kMaxLines
  std::optional<int>
      level;  ///< 1 to kMaxLevel plays weaker and more like people; nothing: as strong as it can
  /// Where endgame tables are: a folder, "builtin" or "none" (tablebase/table_files.h). Levels play without.
  std::string table_path = "none";
  /// What it judges by: a file with a network, "builtin", or "none" for weights alone (eval/network_file.h).
  /// Levels judge by weights.
  std::string network = "builtin";
  std::uint64_t seed = 0;  ///< of the errors a level makes; 0: others each game
  Features features;
  ParameterValues parameters;  ///< only such as Thinker::parameters() lists, within their ranges
};

}  // namespace ordo::thinking
