// Positions in which a side would rather not move.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/position.h"
#include "tablebase/tables.h"

namespace ordo::tablebuild {

/// Over all placements, mirror images counted apart.
struct Zugzwangs {
  std::uint64_t one_sided = 0;             ///< the mover would get more if it were the opponent's turn
  std::uint64_t mutual = 0;                ///< of these: whoever is to move loses
  std::optional<rules::Position> example;  ///< the first mutual one, White to move
};

/// Nothing if either table is not there or is damaged.
[[nodiscard]] std::optional<Zugzwangs> count_zugzwangs(const tablebase::Tables& tables,
                                                       rules::Variant variant, int own, int enemy);

}  // namespace ordo::tablebuild
