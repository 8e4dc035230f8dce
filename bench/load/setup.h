// Making guests and games over HTTP, before they are played.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/load/players.h"

namespace ordo::load {

/// So many games between two guests each, by link, without a clock; over a few connections at once. Throws
/// if the server refuses something.
[[nodiscard]] std::vector<Pairing> make_games(std::uint16_t port, std::size_t number);

}  // namespace ordo::load
