// A tuning: iteration after iteration until there are enough, and what has come of it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tune/spsa.h"
#include "tune/state.h"

namespace ordo::tune {

/// Plays the games of an iteration, numbered from 1. Nothing: it was stopped.
using Play = std::function<std::optional<Outcome>(std::size_t number, const Trial& trial)>;
/// Called with all when one more is finished.
using OnIteration = std::function<void(const std::vector<Iteration>& iterations)>;

/// Adds to the iterations until there are `wanted`. False: it was stopped. Passes on what the functions
/// throw; the iterations finished before are there.
bool run_tuning(const Spsa& spsa, std::size_t wanted, std::vector<Iteration>& iterations, const Play& play,
                const OnIteration& on_iteration);

/// The mean score of both engines, 0 to 1, over iterations [first, last); nothing without any. Against each
/// other it is one half.
[[nodiscard]] std::optional<match::Estimate> score_between(const std::vector<Iteration>& iterations,
                                                           std::size_t first, std::size_t last);

/// What to use: the mean of the values after each iteration of the last quarter, since a single one is where
/// the noise of the last games has left it. Without an iteration the usual ones.
[[nodiscard]] std::vector<double> settled(const Spsa& spsa, const std::vector<Iteration>& iterations);

struct Telling {
  std::string game;    ///< for people
  std::size_t wanted;  ///< iterations
  bool is_stopped;
  bool has_pool;  ///< the score tells something
};

/// One line, without its end: `12/200  plus 53.1 %, minus 46.9 %`. Of at least one iteration.
[[nodiscard]] std::string progress_line(const std::vector<Iteration>& iterations, const Telling& telling);
/// A table of several lines: each parameter before and after, the score, and the words to try it with.
[[nodiscard]] std::string summary_text(const Spsa& spsa, const std::vector<Iteration>& iterations,
                                       const Telling& telling);

}  // namespace ordo::tune
