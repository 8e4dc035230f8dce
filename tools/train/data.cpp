// Files of samples in memory: some ten million take 320 MB.
#include "data.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "model.h"
#include "selfplay/harvest.h"

namespace ordo::train {
namespace {

/// What the mover of the sample expects of what was expected by the mover of another one of its game.
[[nodiscard]] double seen_from(const selfplay::Sample& sample, const selfplay::Sample& other,
                               double expected) noexcept {
  return (sample.ply - other.ply) % 2 == 0 ? expected : 1 - expected;
}

}  // namespace

void look_back(const Hindsight& hindsight, std::vector<selfplay::PackedSample>& samples) {
  constexpr double kMost = 0.998;  // of what can be expected
  if (hindsight.share <= 0) return;
  std::optional<selfplay::Sample> later;
  double expected = 0;  // by the mover of `later`
  for (auto bytes = samples.rbegin(); bytes != samples.rend(); ++bytes) {
    selfplay::Sample sample = *selfplay::unpacked(*bytes);
    if (sample.course == selfplay::Course::Aside) continue;
    const bool goes_on = later && later->game == sample.game && later->ply >= sample.ply;
    const double end = static_cast<double>(sample.outlook) / 2;
    const double after = goes_on ? seen_from(sample, *later, expected) : end;
    const int turns = goes_on ? later->ply - sample.ply : 1;
    const double of_later = std::pow(hindsight.share, turns);
    const bool has_score = sample.score != selfplay::Sample::kNoScore;
    const double now = has_score ? chance(sample.score * hindsight.slope) : end;
    expected = std::clamp((1 - of_later) * now + of_later * after, 1 - kMost, kMost);
    later = sample;
    if (sample.course != selfplay::Course::Fair || !has_score) continue;
    sample.score =
        static_cast<std::int16_t>(std::lround(std::log(expected / (1 - expected)) / hindsight.slope));
    *bytes = selfplay::packed(sample);
  }
}

util::Result<Data, std::string> read_data(const std::vector<std::string>& folders,
                                          const Hindsight& hindsight) {
  constexpr std::uint32_t kTestEvery = 20;
  Data data;
  std::vector<selfplay::PackedSample> all;
  for (const std::string& folder : folders) {
    if (!std::filesystem::is_directory(folder)) return util::failure(fmt::format("{} is no folder", folder));
    for (const auto& file : selfplay::sample_files(folder)) {
      if (const auto read = selfplay::read_samples(file, all); !read) return util::failure(read.error());
    }
  }
  look_back(hindsight, all);
  for (const selfplay::PackedSample& bytes : all) {
    const bool tests = selfplay::unpacked(bytes)->game % kTestEvery == 0;
    (tests ? data.test : data.training).push_back(bytes);
  }
  if (data.training.empty() || data.test.empty()) return util::failure("too few samples");
  return data;
}

void shuffle(std::vector<selfplay::PackedSample>& samples, util::Random& random) {
  for (std::size_t i = samples.size(); i > 1; --i) std::swap(samples[i - 1], samples[random.below(i)]);
}

}  // namespace ordo::train
