// Limits of one kind, in few words.
#pragma once

#include "search/limits.h"

namespace ordo::support {

[[nodiscard]] inline search::Limits to_depth(int depth) {
  search::Limits limits;
  limits.depth = depth;
  return limits;
}
[[nodiscard]] inline search::Limits within_nodes(std::uint64_t nodes) {
  search::Limits limits;
  limits.nodes = nodes;
  return limits;
}
[[nodiscard]] inline search::Limits within_time(search::Milliseconds time) {
  search::Limits limits;
  limits.move_time = time;
  return limits;
}
/// The same clock for both sides.
[[nodiscard]] inline search::Limits on_the_clock(search::Clock clock) {
  search::Limits limits;
  limits.clocks = {clock, clock};
  return limits;
}

}  // namespace ordo::support
