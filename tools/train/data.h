// The samples to learn from: read, split into those to learn from and those to test on, and shuffled.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "selfplay/sample.h"
#include "util/random.h"
#include "util/result.h"

namespace ordo::train {

struct Data {
  std::vector<selfplay::PackedSample> training;
  std::vector<selfplay::PackedSample> test;  ///< of one game in twenty
};

/// All samples of all these folders.
[[nodiscard]] util::Result<Data, std::string> read_data(const std::vector<std::string>& folders);

/// All of them, not only within a game or a file: neighbours teach the same thing twice.
void shuffle(std::vector<selfplay::PackedSample>& samples, util::Random& random);

}  // namespace ordo::train
