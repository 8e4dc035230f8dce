// Endings that the tables know, drawn at random: games seldom come to them, or are over there.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/variant.h"
#include "selfplay/sample.h"
#include "tablebase/tables.h"

namespace ordo::selfplay {

/// Some samples under that number: the same seed and number give the same. Nobody can win at once in them,
/// which a search sees. None if there are no tables.
[[nodiscard]] std::vector<Sample> random_endings(rules::Variant variant, std::uint64_t seed,
                                                 std::uint32_t number, const tablebase::Tables& tables);

}  // namespace ordo::selfplay
