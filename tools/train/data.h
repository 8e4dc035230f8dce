// The samples to learn from: read, split into those to learn from and those to test on, and shuffled.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "selfplay/sample.h"
#include "util/random.h"
#include "util/result.h"

namespace ordo::train {

/// What a search said of a position, mixed with what was said of those after it: so that what it did not see
/// coming is learned, too, the sooner the nearer it was.
struct Hindsight {
  double share = 0;       ///< how much of what is expected comes from a turn later; 0: nothing
  double slope = 0.0058;  ///< of the scores: the logarithm of the odds for a centipoint
};

/// Does that to the scores of all samples of fair games, which lie in the order they were played in.
void look_back(const Hindsight& hindsight, std::vector<selfplay::PackedSample>& samples);

struct Data {
  std::vector<selfplay::PackedSample> training;
  std::vector<selfplay::PackedSample> test;  ///< of one game in twenty
};

/// All samples of all these folders.
[[nodiscard]] util::Result<Data, std::string> read_data(const std::vector<std::string>& folders,
                                                        const Hindsight& hindsight = {});

/// All of them, not only within a game or a file: neighbours teach the same thing twice.
void shuffle(std::vector<selfplay::PackedSample>& samples, util::Random& random);

}  // namespace ordo::train
