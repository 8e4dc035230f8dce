// Half of each batch on each thread, then one step.
#include "trainer.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <thread>

namespace ordo::train {
namespace {

constexpr float kBound = 1.98F;  // of weights, so that they can be written as small integers

[[nodiscard]] double cross_entropy(double target, double chance) noexcept {
  const double kLeast = 1e-9;
  const auto log = [kLeast](double x) { return std::log(std::max(x, kLeast)); };
  return -(target * log(chance) + (1 - target) * log(1 - chance));
}

/// The error less the one that a perfect guess of the target has, too.
[[nodiscard]] double excess(double target, double chance) noexcept {
  return cross_entropy(target, chance) - cross_entropy(target, target);
}

struct Share {
  Parameters slopes;
  double error = 0;
};

void work(const TrainSettings& settings, const Parameters& parameters,
          std::span<const selfplay::PackedSample> samples, std::uint64_t seed, Share& share) {
  util::Random random(settings.seed, seed);
  Row sums;
  for (const selfplay::PackedSample& bytes : samples) {
    const selfplay::Sample sample = *selfplay::unpacked(bytes);
    const Sight sight(sample, random.below(2) == 0);
    const double wanted = target(settings, sample);
    const double got = chance(value(parameters, sight, sums));
    share.error += excess(wanted, got);
    add_slope(parameters, sight, sums, static_cast<float>(got - wanted), share.slopes);
  }
}

/// AdamW.
class Stepper {
 public:
  void step(const TrainSettings& settings, double rate, std::vector<Share>& shares, double samples,
            Parameters& parameters) {
    ++steps_;
    const auto correct_mean = static_cast<float>(1 / (1 - std::pow(kMean, steps_)));
    const auto correct_square = static_cast<float>(1 / (1 - std::pow(kSquare, steps_)));
    std::vector<float*> means;
    std::vector<float*> squares;
    mean_.for_each_part([&](float* values, std::size_t) { means.push_back(values); });
    square_.for_each_part([&](float* values, std::size_t) { squares.push_back(values); });
    std::vector<std::vector<float*>> slopes(shares.size());
    for (std::size_t i = 0; i < shares.size(); ++i)
      shares[i].slopes.for_each_part([&](float* values, std::size_t) { slopes[i].push_back(values); });
    std::size_t part = 0;
    const auto pace = static_cast<float>(rate);
    const auto keep = static_cast<float>(settings.heads_only ? 1 : 1 - rate * settings.decay);
    parameters.for_each_part([&](float* values, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) {
        float slope = 0;
        for (auto& one : slopes) {
          slope += one[part][i];
          one[part][i] = 0;
        }
        slope /= static_cast<float>(samples);
        float& mean = means[part][i];
        float& square = squares[part][i];
        mean = static_cast<float>(kMean) * mean + static_cast<float>(1 - kMean) * slope;
        square = static_cast<float>(kSquare) * square + static_cast<float>(1 - kSquare) * slope * slope;
        if (settings.heads_only && part < kPartsOfFirstLayer) continue;
        const float moved = pace * mean * correct_mean / (std::sqrt(square * correct_square) + 1e-8F);
        values[i] = std::clamp(values[i] * keep - moved, -kBound, kBound);
      }
      ++part;
    });
  }

 private:
  static constexpr double kMean = 0.9;
  static constexpr double kSquare = 0.999;
  Parameters mean_;
  Parameters square_;
  int steps_ = 0;
};

/// Runs `body(first, last, thread)` over so many samples.
template <class Body>
void split(int threads, std::size_t count, Body&& body) {
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i) {
    const auto edge = [&](int k) {
      return count * static_cast<std::size_t>(k) / static_cast<std::size_t>(threads);
    };
    workers.emplace_back([&body, i, first = edge(i), last = edge(i + 1)] { body(first, last, i); });
  }
  for (std::thread& worker : workers) worker.join();
}

}  // namespace

double target(const TrainSettings& settings, const selfplay::Sample& sample) noexcept {
  const double result = static_cast<double>(sample.outlook) / 2;
  if (sample.score == selfplay::Sample::kNoScore) return result;
  const double share = sample.course == selfplay::Course::Aside ? 0 : settings.result;
  return share * result + (1 - share) * chance(sample.score * settings.slope);
}

TestResult test(const TrainSettings& settings, const Parameters& parameters,
                const std::vector<selfplay::PackedSample>& samples) {
  struct Sum {
    TestResult of;
    std::size_t results = 0;
  };
  std::vector<Sum> sums(static_cast<std::size_t>(settings.threads));
  split(settings.threads, samples.size(), [&](std::size_t first, std::size_t last, int thread) {
    Sum sum;
    Row row;
    for (std::size_t i = first; i < last; ++i) {
      const selfplay::Sample sample = *selfplay::unpacked(samples[i]);
      const double got = chance(value(parameters, Sight(sample, false), row));
      sum.of.error += excess(target(settings, sample), got);
      if (sample.course == selfplay::Course::Aside) continue;
      sum.of.result_error += cross_entropy(static_cast<double>(sample.outlook) / 2, got);
      ++sum.results;
    }
    sums[static_cast<std::size_t>(thread)] = sum;
  });
  TestResult mean;
  std::size_t results = 0;
  for (const Sum& sum : sums) {
    mean.error += sum.of.error / static_cast<double>(samples.size());
    mean.result_error += sum.of.result_error;
    results += sum.results;
  }
  mean.result_error /= static_cast<double>(std::max<std::size_t>(results, 1));
  return mean;
}

void train(const TrainSettings& settings, Data& data, Parameters& parameters,
           const std::function<void(int epoch, double rate, double error)>& on_epoch) {
  util::Random random(settings.seed, 0);
  std::vector<Share> shares(static_cast<std::size_t>(settings.threads));
  Stepper stepper;
  const std::size_t batches = std::max<std::size_t>(1, data.training.size() / settings.batch);
  const auto all = static_cast<double>(batches) * settings.epochs;
  std::uint64_t number = 0;
  for (int epoch = 1; epoch <= settings.epochs; ++epoch) {
    shuffle(data.training, random);
    double rate = 0;
    for (std::size_t batch = 0; batch < batches; ++batch, ++number) {
      const std::span<const selfplay::PackedSample> some(
          data.training.data() + batch * settings.batch,
          std::min(settings.batch, data.training.size() - batch * settings.batch));
      split(settings.threads, some.size(), [&](std::size_t first, std::size_t last, int thread) {
        work(settings, parameters, some.subspan(first, last - first),
             number * static_cast<std::uint64_t>(settings.threads) + static_cast<std::uint64_t>(thread) + 1,
             shares[static_cast<std::size_t>(thread)]);
      });
      constexpr double kWarmUp = 200;  // batches
      const double falling = 0.5 * (1 + std::cos(std::numbers::pi * static_cast<double>(number) / all));
      rate = settings.rate * std::max(falling, 0.01) *
             std::min(1.0, (static_cast<double>(number) + 1) / kWarmUp);
      stepper.step(settings, rate, shares, static_cast<double>(some.size()), parameters);
    }
    double error = 0;
    for (Share& share : shares) error += std::exchange(share.error, 0);
    on_epoch(epoch, rate,
             error / static_cast<double>(batches * std::min(settings.batch, data.training.size())));
  }
}

}  // namespace ordo::train
