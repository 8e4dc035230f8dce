// A split side to move (Ordo, after a capture): answered by one ply over the tables.
#pragma once

#include <algorithm>
#include <optional>

#include "rules/reconnect.h"
#include "rules/view.h"
#include "tablebase/verdict.h"

namespace ordo::tablebase {

/// `probe(own, enemy)` gives the code of a position whose mover is connected, as an optional. Nothing if a
/// position that decides is not known. A capture may split the other side in turn; there are only so many
/// pieces, so that comes to an end.
template <class Probe>
[[nodiscard]] std::optional<Code> code_of_split(const rules::View& view, Probe&& probe) {
  bool known = true;
  bool moved = false;
  Code worst = kWinsAtOnce;  // for the opponent
  rules::Reconnection(view.own, view.enemy).for_each([&](rules::Part part) {
    moved = true;
    if (worst == kLost) return;
    const rules::Step step = rules::play<rules::Variant::Ordo>(view, part);
    if (step.wins) {
      worst = kLost;
      return;
    }
    const bool splits = part.captures() && rules::is_split(step.next.own);
    const std::optional<Code> next =
        splits ? code_of_split(step.next, probe) : probe(step.next.own, step.next.enemy);
    if (next) {
      worst = std::min(worst, *next);
    } else {
      known = false;
    }
  });
  if (!moved) return kLost;
  if (worst == kLost || known) return before(worst);
  return std::nullopt;
}

}  // namespace ordo::tablebase
