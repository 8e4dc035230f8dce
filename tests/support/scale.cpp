// Reads ORDO_TEST_SCALE, here and nowhere else.
#include "support/scale.h"

#include <algorithm>
#include <cstdlib>

namespace ordo::support {
namespace {

int divisor() {
  const char* const text = std::getenv("ORDO_TEST_SCALE");
  return text == nullptr ? 1 : std::max(1, std::atoi(text));
}

}  // namespace

int scaled(int size) { return std::max(1, size / divisor()); }
bool full_scale() { return divisor() <= 4; }

}  // namespace ordo::support
