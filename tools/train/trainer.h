// Learning: batches of samples, AdamW, a rate that falls like a cosine.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "data.h"
#include "model.h"

namespace ordo::train {

struct TrainSettings {
  int epochs = 20;
  std::size_t batch = 16'384;
  double rate = 0.0015;
  double decay = 0.01;    ///< of weights, by the rate
  double result = 0.5;    ///< how much of the target is the result of the game, the rest is the score
  double slope = 0.0058;  ///< of the scores: the logarithm of the odds for a centipoint
  bool heads_only =
      false;  ///< the first layer stays as it is, and so do the heads of which there are no samples
  int threads = 2;
  std::uint64_t seed = 1;
};

/// What the mover is to expect, from 0 to 1.
[[nodiscard]] double target(const TrainSettings& settings, const selfplay::Sample& sample) noexcept;

/// Of the test: the mean error against the target (cross-entropy less what no network can avoid), and against
/// the results alone.
struct TestResult {
  double error = 0;
  double result_error = 0;
};
[[nodiscard]] TestResult test(const TrainSettings& settings, const Parameters& parameters,
                              const std::vector<selfplay::PackedSample>& samples);

/// `on_epoch`: called after each with its number, the rate and the mean error while learning.
void train(const TrainSettings& settings, Data& data, Parameters& parameters,
           const std::function<void(int epoch, double rate, double error)>& on_epoch);

}  // namespace ordo::train
