// The captures of a side whose group is whole, found without analysing it.
#pragma once

#include "rules/query.h"
#include "rules/view.h"

namespace ordo::rules {

/// Ordo X: calls visit(Part) for a capture from `enemy`, once for each subgroup that may stay where there is
/// a choice.
template <class Visit>
inline void for_each_choice(Bitboard enemy, Part capture, Visit&& visit) {
  const Bitboard names = largest_subgroups(enemy, capture.to());
  if (!names.several()) {
    visit(capture);
  } else {
    names.for_each([&](Square name) { visit(capture.keeping(name)); });
  }
}

/// Calls visit(Part) for each legal capture of one of the `wanted` pieces, seen as the view is. (Reconnection
/// has those of a split group.)
template <Variant V, class Visit>
inline void for_each_capture(const View& view, Bitboard wanted, Visit&& visit) {
  using enum Direction;
  const Bitboard free = kBoard - view.own - view.enemy;
  const auto look = [&]<Direction D>() {
    const Bitboard targets = slide<D>(view.own, free).template shift<D>() & wanted;
    targets.for_each([&](Square target) {
      const Square from = nearest_behind<D>(view.own, target);
      if (!stays_whole(view.own, from, target)) return;
      const Part part = Part::singleton(from, target, true);
      if (V == Variant::OrdoX && may_be_cut_point(view.enemy, target)) {
        for_each_choice(view.enemy, part, visit);
      } else {
        visit(part);
      }
    });
  };
  look.template operator()<N>();
  look.template operator()<NE>();
  look.template operator()<NW>();
  if (view.phase == Phase::Whole) {
    look.template operator()<E>();
    look.template operator()<W>();
  }
}

}  // namespace ordo::rules
