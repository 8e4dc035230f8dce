// Simultaneous perturbation stochastic approximation: all numbers are tried at once, a little up or down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "thinking/options.h"

namespace ordo::tune {

/// How far iteration k (from 1) tries, c / k^0.101, and how far it goes for what it found, a / (stability +
/// k)^0.602, both in steps of each parameter: the exponents are those of J. C. Spall ("Implementation of the
/// simultaneous perturbation algorithm for stochastic optimization", 1998).
struct Gains {
  double a = 40;
  double c = 2;
  double stability = 50;
};

/// What the two engines of an iteration play with.
struct Trial {
  std::vector<int> signs;  ///< +1: the first engine has more of it; -1: less
  std::vector<int> plus;
  std::vector<int> minus;
};

/// Climbs by noisy differences. Values are real numbers, kept to a millionth, so that a file tells them
/// exactly; engines play with whole ones, rounded at random so that the mean is right. What happens in an
/// iteration depends on nothing but the seed, its number and the values it begins with.
class Spsa {
 public:
  /// At least one parameter.
  Spsa(std::vector<thinking::Parameter> parameters, const Gains& gains, std::uint64_t seed);

  [[nodiscard]] const std::vector<thinking::Parameter>& parameters() const noexcept { return parameters_; }
  /// Where it begins.
  [[nodiscard]] std::vector<double> usual() const;

  [[nodiscard]] Trial trial(std::size_t iteration, const std::vector<double>& values) const;
  /// The values after an iteration in which the first engine of the trial scored so much more a game.
  [[nodiscard]] std::vector<double> learned(std::size_t iteration, const std::vector<double>& values,
                                            const Trial& trial, double difference) const;

 private:
  std::vector<thinking::Parameter> parameters_;
  Gains gains_;
  std::uint64_t seed_;
};

/// To the millionth.
[[nodiscard]] double rounded(double value) noexcept;

}  // namespace ordo::tune
