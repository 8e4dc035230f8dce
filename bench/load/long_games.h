// Legal games that go on for long: what clients play that test the server, not the players.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/variant.h"

namespace ordo::load {

/// The turns of a game from the initial setup that nobody hurries to end: at most `plies`, and the game goes
/// on after the last of them. The same for the same seed.
[[nodiscard]] std::vector<std::string> long_game(rules::Variant variant, std::uint64_t seed,
                                                 std::size_t plies);

}  // namespace ordo::load
