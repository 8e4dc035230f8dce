// How large the samples of the tests are.
#pragma once

namespace ordo::support {

/// `size` divided by the whole number in the environment variable ORDO_TEST_SCALE, at least 1. Sanitizers and
/// unoptimised builds set it; everywhere else samples have their full size.
[[nodiscard]] int scaled(int size);
/// Whether all is done that is not a matter of samples. Divided by up to 4, as `./test` does in its release
/// build, only samples are smaller.
[[nodiscard]] bool full_scale();

}  // namespace ordo::support
