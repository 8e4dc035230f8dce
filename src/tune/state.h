// What a tuning has learned so far, iteration by iteration, and the file in which it is kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "match/statistics.h"
#include "thinking/options.h"
#include "util/append_file.h"
#include "util/result.h"

namespace ordo::tune {

/// How the two engines of an iteration have done.
struct Outcome {
  match::Pentanomial plus;
  match::Pentanomial minus;
  std::uint64_t faults = 0;  ///< games that ended by a fault of anybody
};

/// What came of one.
struct Iteration {
  std::vector<double> values;  ///< of the parameters, after it
  Outcome outcome;
};

/// What must be the same for a tuning to go on.
struct Identity {
  std::vector<std::string> settings;  ///< a line each, for people to compare
  std::vector<thinking::Parameter> parameters;
  std::size_t pairs = 0;  ///< that each engine plays in an iteration
};

/// One JSON object, with the end of its line.
[[nodiscard]] std::string head_line(const Identity& identity);
[[nodiscard]] std::string iteration_line(std::size_t number, const Iteration& iteration);

struct State {
  std::vector<Iteration> iterations;
  std::size_t bytes = 0;  ///< of whole lines; what follows was being written when the tuning was killed
};
/// Failing: the line and what is wrong with it, or that it is of another tuning.
[[nodiscard]] util::Result<State, std::string> parse_state(std::string_view text, const Identity& identity);

/// An open file that nobody else writes to meanwhile.
class StateFile {
 public:
  /// Opens or creates it, and removes a line that is not whole; failing, why, in words that follow its name.
  [[nodiscard]] static util::Result<StateFile, std::string> open(const std::string& path,
                                                                 const Identity& identity);

  /// Those that were in it. To be asked for once.
  [[nodiscard]] std::vector<Iteration> take_iterations() noexcept { return std::exchange(iterations_, {}); }
  /// `number` from 1. Throws std::system_error, e.g. if the disk is full.
  void append(std::size_t number, const Iteration& iteration);

 private:
  explicit StateFile(util::AppendFile file) noexcept : file_(std::move(file)) {}

  util::AppendFile file_;
  std::vector<Iteration> iterations_;
};

}  // namespace ordo::tune
