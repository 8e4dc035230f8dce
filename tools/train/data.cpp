// Files of samples in memory: some ten million take 320 MB.
#include "data.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "selfplay/harvest.h"

namespace ordo::train {

util::Result<Data, std::string> read_data(const std::vector<std::string>& folders) {
  constexpr std::uint32_t kTestEvery = 20;
  Data data;
  std::vector<selfplay::PackedSample> all;
  for (const std::string& folder : folders) {
    if (!std::filesystem::is_directory(folder)) return util::failure(fmt::format("{} is no folder", folder));
    for (const auto& file : selfplay::sample_files(folder)) {
      if (const auto read = selfplay::read_samples(file, all); !read) return util::failure(read.error());
    }
  }
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
