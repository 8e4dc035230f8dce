// `ordo solve`: proves or refutes that a side can force a win.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "apps/commands/command.h"
#include "apps/commands/position_option.h"

namespace ordo::apps {

struct SolveOptions {
  PositionOption position;
  std::string winner;          ///< "white", "black"; empty: who is to move
  std::optional<double> time;  ///< seconds
  std::optional<std::uint64_t> nodes;
  std::optional<int> turns;  ///< of the winner, at most
  bool shortest = false;
  std::size_t memory = 64;  ///< megabytes
  std::string tables;       ///< a folder, "builtin" or "none"
  std::string tree;         ///< the file that proofs are written to; "-": standard output; empty: none
  bool json = false;
  bool progress = false;  ///< on the error stream
};

int run_solve(const SolveOptions& options, Console& console);

}  // namespace ordo::apps
