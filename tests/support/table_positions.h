// Random positions that endgame tables hold.
#pragma once

#include "rules/position.h"
#include "rules/view.h"
#include "support/random_positions.h"
#include "tablebase/connected_sets.h"

namespace ordo::support {

/// A position of these sizes, each as likely as the next; White to move.
[[nodiscard]] inline rules::Position table_position(rules::Variant variant,
                                                    const tablebase::ConnectedSets& movers,
                                                    const tablebase::ConnectedSets& waiting, Random& random) {
  for (;;) {
    const rules::Bitboard own =
        movers[static_cast<std::uint32_t>(random.below(static_cast<int>(movers.size())))];
    const rules::Bitboard enemy =
        waiting[static_cast<std::uint32_t>(random.below(static_cast<int>(waiting.size())))].turned();
    if ((own & enemy).none()) return rules::View{own, enemy, rules::Phase::Whole}.as_white(variant);
  }
}

}  // namespace ordo::support
