// `ordo analyze`: what the engine thinks of positions, or of every position of a game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/commands/command.h"
#include "apps/commands/position_option.h"
#include "thinking/options.h"

namespace ordo::apps {

struct AnalyzeOptions {
  PositionOption position;
  std::vector<std::string> fens;  ///< besides position.fen; "-" stands for the lines of standard input
  std::string load;
  std::size_t game = 1;  ///< which one of the file
  std::optional<std::size_t> ply;
  std::string annotate;  ///< the file to write; empty: none

  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<std::int64_t> time;  ///< milliseconds
  int lines = 1;
  int threads = 1;
  std::size_t hash = thinking::EngineOptions().hash_megabytes;
  int jobs = 1;
  std::string tables = "builtin";  ///< or a folder, or "none"

  bool json = false;
  bool progress = false;  ///< on the error stream
};

int run_analyze(const AnalyzeOptions& options, Console& console);

}  // namespace ordo::apps
