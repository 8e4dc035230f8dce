// How a tuning went, as a picture.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tune/spsa.h"
#include "tune/state.h"

namespace ordo::tune {

/// An SVG: above, each parameter between the least and the most it may be, iteration by iteration; below, the
/// mean score of both engines in each iteration and over the last ones, unless they played each other.
[[nodiscard]] std::string plot_svg(const Spsa& spsa, const std::vector<Iteration>& iterations,
                                   std::string_view title, bool has_pool);

}  // namespace ordo::tune
