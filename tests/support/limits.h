// Limits of one kind, in few words.
#pragma once

#include "thinking/limits.h"

namespace ordo::support {

[[nodiscard]] inline thinking::Limits to_depth(int depth) {
  thinking::Limits limits;
  limits.depth = depth;
  return limits;
}
[[nodiscard]] inline thinking::Limits within_nodes(std::uint64_t nodes) {
  thinking::Limits limits;
  limits.nodes = nodes;
  return limits;
}
[[nodiscard]] inline thinking::Limits within_time(thinking::Milliseconds time) {
  thinking::Limits limits;
  limits.move_time = time;
  return limits;
}
/// The same clock for both sides.
[[nodiscard]] inline thinking::Limits on_the_clock(thinking::Clock clock) {
  thinking::Limits limits;
  limits.clocks = {clock, clock};
  return limits;
}

}  // namespace ordo::support
