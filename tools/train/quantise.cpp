// Rounding, with a check that no sum can overflow.
#include "quantise.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace ordo::train {
namespace {

[[nodiscard]] eval::Network::Row rounded(const Row& row, int one, int bound) {
  eval::Network::Row result;
  for (std::size_t i = 0; i < kHidden; ++i) {
    const auto value = static_cast<int>(std::lround(row[i] * static_cast<float>(one)));
    result.values[i] = static_cast<std::int16_t>(std::clamp(value, -bound, bound));
  }
  return result;
}

[[nodiscard]] Row exact(const eval::Network::Row& row, int one) {
  Row result;
  for (std::size_t i = 0; i < kHidden; ++i)
    result[i] = static_cast<float>(row.values[i]) / static_cast<float>(one);
  return result;
}

}  // namespace

Parameters parameters_of(const eval::Network& network) {
  using eval::Network;
  Parameters parameters;
  for (std::size_t i = 0; i < network.rows.size(); ++i)
    parameters.rows[i] = exact(network.rows[i], Network::kOne);
  parameters.bias = exact(network.bias, Network::kOne);
  for (std::size_t i = 0; i < kHeads; ++i) {
    parameters.heads[i] = exact(network.heads[i], Network::kHeadOne);
    parameters.head_bias[i] = static_cast<float>(network.head_bias[i]) /
                              static_cast<float>(Network::kOne * Network::kOne * Network::kHeadOne);
  }
  return parameters;
}

util::Result<eval::Network, std::string> quantised(const Parameters& parameters, rules::Variant variant) {
  using eval::Network;
  constexpr int kMostHead = 127;
  Network network;
  network.variant = variant;
  for (std::size_t i = 0; i < network.rows.size(); ++i)
    network.rows[i] = rounded(parameters.rows[i], Network::kOne, INT16_MAX);
  network.bias = rounded(parameters.bias, Network::kOne, INT16_MAX);
  for (std::size_t i = 0; i < kHeads; ++i) {
    network.heads[i] = rounded(parameters.heads[i], Network::kHeadOne, kMostHead);
    network.head_bias[i] = static_cast<std::int32_t>(std::lround(
        parameters.head_bias[i] * static_cast<float>(Network::kOne * Network::kOne * Network::kHeadOne)));
  }
  if (const int sum = network.largest_sum(); sum > INT16_MAX)
    return util::failure(fmt::format("sums may reach {}, more than 16 bits hold", sum));
  return network;
}

}  // namespace ordo::train
