// Turning parts.
#include "rules/turned.h"

#include "rules/query.h"

namespace ordo::rules {

Part turned(Part part, Bitboard enemy) noexcept {
  const Part other = part.turned();
  const auto keep = other.keep();
  if (!keep) return other;
  const Bitboard stays = group_of(enemy - bitboard(other.to()), *keep);
  const Bitboard name = largest_subgroups(enemy, other.to()) & stays;
  return name.any() ? other.keeping(name.first()) : other;
}

}  // namespace ordo::rules
