// How much of its clock the engine spends on a turn.
#pragma once

#include <optional>

#include "search/parameters.h"
#include "search/vocabulary.h"

namespace ordo::search {

struct Budget {
  Milliseconds soft;  ///< begin no new depth after this
  Milliseconds hard;  ///< stop whatever is going on
};

/// Nothing if time does not matter. A hard limit leaves some milliseconds for the way to whoever holds the
/// clock.
[[nodiscard]] std::optional<Budget> budget(const Limits& limits, const Parameters& parameters,
                                           rules::Color to_move) noexcept;

}  // namespace ordo::search
