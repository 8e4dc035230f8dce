// A softmax over the quiet parts of each position, AdamW.
#include "policy_trainer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "util/random.h"

namespace ordo::train {
namespace {

constexpr std::size_t kBatch = 256;

[[nodiscard]] rules::Part mirrored(rules::Part part) noexcept {
  const auto end = [width = part.shape().width()](rules::Square square) {
    return rules::Square(rules::kFiles - width - square.file(), square.rank());
  };
  return rules::Part::of(part.shape(), end(part.from()), end(part.to()), part.captures());
}

class PolicyStepper {
 public:
  void step(const PolicySettings& settings, double rate, Policy& slopes, Policy& policy) {
    constexpr float kMean = 0.9F;
    constexpr float kSquare = 0.999F;
    const auto pace = static_cast<float>(rate);
    const auto keep = static_cast<float>(1 - rate * settings.decay);
    for (std::size_t i = 0; i < policy.size(); ++i) {
      const float slope = slopes[i] / static_cast<float>(kBatch);
      slopes[i] = 0;
      mean_[i] = kMean * mean_[i] + (1 - kMean) * slope;
      square_[i] = kSquare * square_[i] + (1 - kSquare) * slope * slope;
      policy[i] = policy[i] * keep - pace * mean_[i] / (std::sqrt(square_[i]) + 1e-6F);
    }
  }

 private:
  Policy mean_ = Policy(eval::PolicyInputs::kAll);
  Policy square_ = Policy(eval::PolicyInputs::kAll);
};

}  // namespace

bool Choice::read(rules::Variant variant, const selfplay::Sample& sample, bool mirror) {
  if (!sample.best.exists() || sample.best.captures() || rules::is_split(sample.own)) return false;
  rules::View view{sample.own, sample.enemy, sample.phase};
  rules::Part best = sample.best;
  if (mirror) {
    view.own = view.own.mirrored();
    view.enemy = view.enemy.mirrored();
    best = mirrored(best);
  }
  return variant == rules::Variant::Ordo ? list<rules::Variant::Ordo>(view, best)
                                         : list<rules::Variant::OrdoX>(view, best);
}

template <rules::Variant V>
bool Choice::list(const rules::View& view, rules::Part best) {
  rules::generate_parts<V>(view, groups_, parts_);
  const eval::PolicyInputs inputs(view);
  weights_.clear();
  ends_.clear();
  bool is_there = false;
  for (const rules::Part part : parts_) {
    if (part.captures()) continue;
    if (part == best) {
      best_ = ends_.size();
      is_there = true;
    }
    inputs.visit(part, [&](std::size_t number) { weights_.push_back(static_cast<std::uint16_t>(number)); });
    ends_.push_back(weights_.size());
  }
  return is_there && ends_.size() > 1;
}

std::span<const float> Choice::chances(const Policy& policy) {
  chances_.clear();
  std::size_t at = 0;
  for (const std::size_t end : ends_) {
    float sum = 0;
    for (; at < end; ++at) sum += policy[weights_[at]];
    chances_.push_back(sum);
  }
  const float most = *std::max_element(chances_.begin(), chances_.end());
  float all = 0;
  for (float& chance : chances_) all += chance = std::exp(chance - most);
  for (float& chance : chances_) chance /= all;
  return chances_;
}

void Choice::add_slope(std::span<const float> chances, Policy& slopes) const {
  std::size_t at = 0;
  for (std::size_t part = 0; part < ends_.size(); ++part) {
    const float miss = chances[part] - (part == best_ ? 1.0F : 0.0F);
    for (; at < ends_[part]; ++at) slopes[weights_[at]] += miss;
  }
}

PolicyTest test_policy(rules::Variant variant, const Policy& policy,
                       std::span<const selfplay::PackedSample> samples) {
  constexpr std::ptrdiff_t kSix = 6;
  PolicyTest test;
  Choice choice(variant);
  for (const selfplay::PackedSample& bytes : samples) {
    if (!choice.read(variant, *selfplay::unpacked(bytes), false)) continue;
    const std::span<const float> chances = choice.chances(policy);
    const float best = chances[choice.best()];
    const auto as_good =
        std::count_if(chances.begin(), chances.end(), [best](float other) { return other >= best; });
    test.error -= std::log(std::max(best, 1e-9F));
    test.first += as_good <= 1 ? 1 : 0;
    test.among_six += as_good <= kSix ? 1 : 0;
    ++test.choices;
  }
  const auto count = static_cast<double>(std::max<std::size_t>(test.choices, 1));
  test.error /= count;
  test.first /= count;
  test.among_six /= count;
  return test;
}

void train_policy(const PolicySettings& settings, std::span<const selfplay::PackedSample> samples,
                  Policy& policy, const std::function<void(int epoch)>& on_epoch) {
  util::Random random(settings.seed, 1);
  Choice choice(settings.variant);
  PolicyStepper stepper;
  Policy slopes(policy.size());
  const double all = static_cast<double>(samples.size()) * settings.epochs;
  double seen = 0;
  std::size_t in_batch = 0;
  for (int epoch = 1; epoch <= settings.epochs; ++epoch) {
    for (const selfplay::PackedSample& bytes : samples) {
      ++seen;
      if (!choice.read(settings.variant, *selfplay::unpacked(bytes), random.below(2) == 0)) continue;
      choice.add_slope(choice.chances(policy), slopes);
      if (++in_batch < kBatch) continue;
      in_batch = 0;
      const double falling = 0.5 * (1 + std::cos(std::numbers::pi * seen / all));
      stepper.step(settings, settings.rate * std::max(falling, 0.01), slopes, policy);
    }
    on_epoch(epoch);
  }
}

std::vector<std::int16_t> quantised(const Policy& policy) {
  constexpr float kOne = 256;
  std::vector<std::int16_t> weights;
  for (const float weight : policy) {
    const float rounded = std::clamp(std::round(weight * kOne), -32'767.0F, 32'767.0F);
    weights.push_back(static_cast<std::int16_t>(rounded));
  }
  return weights;
}

}  // namespace ordo::train
