// Forwards and backwards through the network.
#include "model.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace ordo::train {

Parameters random_parameters(util::Random& random) {
  Parameters parameters;
  const auto uniform = [&random](float bound) {
    return bound * (2 * static_cast<float>(random.below(1 << 20)) / (1 << 20) - 1);
  };
  constexpr float kRow = 0.08F;  // a hundred of them are added up
  for (Row& row : parameters.rows)
    for (float& weight : row) weight = uniform(kRow);
  parameters.bias.fill(0.3F);
  for (Row& head : parameters.heads)
    for (float& weight : head) weight = uniform(0.2F);
  return parameters;
}

bool read_factors(std::string_view text, HeadFactors& factors) {
  std::vector<float> read;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    float factor = 0;
    const auto parsed = std::from_chars(text.data() + start, text.data() + comma, factor);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + comma || !(factor > 0) ||
        !std::isfinite(factor))
      return false;
    read.push_back(factor);
    start = comma + 1;
  }
  if (read.size() == 1) read.assign(kHeads, read.front());
  if (read.size() != kHeads) return false;
  std::copy(read.begin(), read.end(), factors.begin());
  return true;
}

void scale(Parameters& parameters, const HeadFactors& by) noexcept {
  for (std::size_t i = 0; i < kHeads; ++i) {
    for (float& weight : parameters.heads[i]) weight *= by[i];
    parameters.head_bias[i] *= by[i];
  }
}

Sight::Sight(const selfplay::Sample& sample, bool mirrored) {
  const rules::Bitboard own = mirrored ? sample.own.mirrored() : sample.own;
  const rules::Bitboard enemy = mirrored ? sample.enemy.mirrored() : sample.enemy;
  eval::visit_side(own, [&](int row) { add(eval::kMoverRows + row); });
  eval::visit_side(enemy.turned(), [&](int row) { add(eval::kWaiterRows + row); });
  eval::visit_contact_rows(own, enemy, sample.phase, [&](int row) { add(row); });
  head_ = eval::Network::head_of(own.count() + enemy.count());
}

float value(const Parameters& parameters, const Sight& sight, Row& sums) noexcept {
  sums = parameters.bias;
  for (const std::uint16_t number : sight) {
    const Row& row = parameters.rows[number];
    for (std::size_t i = 0; i < kHidden; ++i) sums[i] += row[i];
  }
  const Row& head = parameters.heads[sight.head()];
  Row parts;
  for (std::size_t i = 0; i < kHidden; ++i) {
    const float active = std::clamp(sums[i], 0.0F, 1.0F);
    parts[i] = active * active * head[i];
  }
  float sum = parameters.head_bias[sight.head()];
  for (const float part : parts) sum += part;
  return kLogit * sum;
}

void add_slope(const Parameters& parameters, const Sight& sight, const Row& sums, float miss,
               Parameters& slopes) noexcept {
  const std::size_t head = sight.head();
  miss *= kLogit;
  Row back;
  for (std::size_t i = 0; i < kHidden; ++i) {
    const float active = std::clamp(sums[i], 0.0F, 1.0F);
    slopes.heads[head][i] += miss * active * active;
    const bool moves = sums[i] > 0 && sums[i] < 1;
    back[i] = moves ? miss * 2 * active * parameters.heads[head][i] : 0;
  }
  slopes.head_bias[head] += miss;
  for (std::size_t i = 0; i < kHidden; ++i) slopes.bias[i] += back[i];
  for (const std::uint16_t number : sight) {
    Row& row = slopes.rows[number];
    for (std::size_t i = 0; i < kHidden; ++i) row[i] += back[i];
  }
}

}  // namespace ordo::train
