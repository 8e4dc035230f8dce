// The two halves of an iteration: what is tried, and what is learned from it.
#include "tune/spsa.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "util/check.h"
#include "util/random.h"

namespace ordo::tune {
namespace {

constexpr double kGrain = 1e6;
constexpr double kTryDecay = 0.101;
constexpr double kGoDecay = 0.602;

/// 0 to below 1.
[[nodiscard]] double fraction(util::Random& random) noexcept {
  return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

[[nodiscard]] double tried(const Gains& gains, std::size_t iteration) {
  return gains.c / std::pow(static_cast<double>(iteration), kTryDecay);
}

[[nodiscard]] int within(const thinking::Parameter& parameter, double value) {
  return static_cast<int>(std::clamp<double>(value, parameter.least, parameter.most));
}

}  // namespace

double rounded(double value) noexcept { return std::round(value * kGrain) / kGrain; }

Spsa::Spsa(std::vector<thinking::Parameter> parameters, const Gains& gains, std::uint64_t seed)
    : parameters_(std::move(parameters)), gains_(gains), seed_(seed) {
  ORDO_CHECK(!parameters_.empty());
}

std::vector<double> Spsa::usual() const {
  std::vector<double> values;
  for (const thinking::Parameter& parameter : parameters_) values.push_back(parameter.usual);
  return values;
}

Trial Spsa::trial(std::size_t iteration, const std::vector<double>& values) const {
  util::Random random(seed_, iteration);
  Trial trial;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const thinking::Parameter& parameter = parameters_[i];
    const int sign = random.below(2) == 0 ? 1 : -1;
    const double way = sign * tried(gains_, iteration) * parameter.step;
    // Rounded with the same luck: both are as far apart as they can be.
    const double luck = fraction(random);
    trial.signs.push_back(sign);
    trial.plus.push_back(within(parameter, std::floor(values[i] + way + luck)));
    trial.minus.push_back(within(parameter, std::floor(values[i] - way + luck)));
  }
  return trial;
}

std::vector<double> Spsa::learned(std::size_t iteration, const std::vector<double>& values,
                                  const Trial& trial, double difference) const {
  const double go = gains_.a / std::pow(gains_.stability + static_cast<double>(iteration), kGoDecay);
  const double slope = difference / (2 * tried(gains_, iteration));
  std::vector<double> changed;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const thinking::Parameter& parameter = parameters_[i];
    const double value = values[i] + go * slope * trial.signs[i] * parameter.step;
    changed.push_back(std::clamp<double>(rounded(value), parameter.least, parameter.most));
  }
  return changed;
}

}  // namespace ordo::tune
