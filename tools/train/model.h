// The network in floating point, as it is trained: its value for a position, and the slope of the error.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string_view>
#include <vector>

#include "eval/inputs.h"
#include "eval/network.h"
#include "selfplay/sample.h"
#include "util/random.h"

namespace ordo::train {

inline constexpr std::size_t kHidden = eval::Network::kHidden;
inline constexpr std::size_t kHeads = eval::Network::kHeads;

using Row = std::array<float, kHidden>;

/// All numbers that are learned; also their slopes, and what Adam remembers of them.
struct Parameters {
  std::vector<Row> rows = std::vector<Row>(eval::kInputRows);  ///< the first layer, a row for each input
  Row bias{};
  std::array<Row, kHeads> heads{};
  std::array<float, kHeads> head_bias{};

  /// Calls visit(values, count) for each piece of memory of them, in a fixed order.
  template <class Visit>
  void for_each_part(Visit&& visit) {
    visit(rows.data()->data(), rows.size() * kHidden);
    visit(bias.data(), bias.size());
    visit(heads.data()->data(), kHeads * kHidden);
    visit(head_bias.data(), kHeads);
  }
};

/// The first of what for_each_part() visits.
inline constexpr std::size_t kPartsOfFirstLayer = 2;

/// Small random rows, as learning starts from.
[[nodiscard]] Parameters random_parameters(util::Random& random);

/// A factor for each head.
using HeadFactors = std::array<float, kHeads>;

[[nodiscard]] constexpr HeadFactors each_head(float factor) noexcept {
  HeadFactors factors{};
  factors.fill(factor);
  return factors;
}

/// One number above 0 for all heads, or as many as there are heads with commas between them; false for
/// anything else.
[[nodiscard]] bool read_factors(std::string_view text, HeadFactors& factors);

/// Multiplies the values that each head says.
void scale(Parameters& parameters, const HeadFactors& by) noexcept;

/// What the network is shown of a sample, left and right exchanged if `mirrored`.
class Sight {
 public:
  Sight(const selfplay::Sample& sample, bool mirrored);

  [[nodiscard]] const std::uint16_t* begin() const noexcept { return rows_.data(); }
  [[nodiscard]] const std::uint16_t* end() const noexcept { return rows_.data() + count_; }
  [[nodiscard]] std::size_t head() const noexcept { return head_; }

 private:
  void add(int row) noexcept { rows_[count_++] = static_cast<std::uint16_t>(row); }

  std::array<std::uint16_t, 512> rows_;
  std::size_t count_ = 0;
  std::size_t head_ = 0;
};

/// The logarithm of the odds that an output of 1 stands for: a score of 400 promises ten to one.
inline constexpr float kLogit = static_cast<float>(eval::Network::kCentipoints * std::numbers::ln10 / 400);

[[nodiscard]] inline double chance(double logit) noexcept { return 1 / (1 + std::exp(-logit)); }

/// The logarithm of the odds that the mover wins.
[[nodiscard]] float value(const Parameters& parameters, const Sight& sight, Row& sums) noexcept;
/// Adds the slope of the error of one sample, whose value missed by `miss`, to `slopes`.
void add_slope(const Parameters& parameters, const Sight& sight, const Row& sums, float miss,
               Parameters& slopes) noexcept;

}  // namespace ordo::train
