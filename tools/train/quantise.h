// From floating point to the integers that the engine computes with.
#pragma once

#include <string>

#include "eval/network.h"
#include "model.h"
#include "util/result.h"

namespace ordo::train {

/// Or why it cannot be: sums that have no room.
[[nodiscard]] util::Result<eval::Network, std::string> quantised(const Parameters& parameters,
                                                                 rules::Variant variant);

/// The other way round, to go on learning from a network.
[[nodiscard]] Parameters parameters_of(const eval::Network& network);

}  // namespace ordo::train
