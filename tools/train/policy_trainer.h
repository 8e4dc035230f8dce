// Learning the policy: which of its quiet parts a side plays, as the searches of `ordo selfplay` found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "eval/policy.h"
#include "rules/movegen.h"
#include "rules/variant.h"
#include "selfplay/sample.h"

namespace ordo::train {

/// Weights in logits, eval::PolicyInputs::kAll of them.
using Policy = std::vector<float>;

struct PolicySettings {
  rules::Variant variant = rules::Variant::Ordo;
  int epochs = 3;
  double rate = 0.01;
  double decay = 0.001;  ///< of weights, by the rate
  std::uint64_t seed = 1;
};

/// The quiet parts of a position as the weights that count for each, and which of them was best.
class Choice {
 public:
  explicit Choice(rules::Variant variant) : groups_(variant, 64) {}

  /// False if there is nothing to choose or no quiet part is known to be best.
  [[nodiscard]] bool read(rules::Variant variant, const selfplay::Sample& sample, bool mirrored);

  /// How likely each of the parts is.
  [[nodiscard]] std::span<const float> chances(const Policy& policy);
  [[nodiscard]] std::size_t best() const noexcept { return best_; }
  /// Adds the slope of the error of these chances, the cross-entropy.
  void add_slope(std::span<const float> chances, Policy& slopes) const;

 private:
  template <rules::Variant V>
  [[nodiscard]] bool list(const rules::View& view, rules::Part best);

  rules::GroupCache groups_;
  rules::PartList parts_;
  std::vector<std::uint16_t> weights_;  ///< of one part after the other,
  std::vector<std::size_t> ends_;       ///< which end there
  std::vector<float> chances_;
  std::size_t best_ = 0;
};

/// Of a test: the mean cross-entropy, and how often the best part came first or among the first six.
struct PolicyTest {
  double error = 0;
  double first = 0;
  double among_six = 0;
  std::size_t choices = 0;
};
[[nodiscard]] PolicyTest test_policy(rules::Variant variant, const Policy& policy,
                                     std::span<const selfplay::PackedSample> samples);

/// `on_epoch`: called after each with its number.
void train_policy(const PolicySettings& settings, std::span<const selfplay::PackedSample> samples,
                  Policy& policy, const std::function<void(int epoch)>& on_epoch);

/// As networks hold it.
[[nodiscard]] std::vector<std::int16_t> quantised(const Policy& policy);

}  // namespace ordo::train
