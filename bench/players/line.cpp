// Lines of parts made into turns.
#include "players/line.h"

#include <optional>

#include "rules/movegen.h"
#include "util/check.h"

namespace ordo::players {

using rules::Part;
using rules::Position;
using rules::Turn;

std::vector<Turn> turns_of(Position position, std::span<const Part> parts) {
  std::vector<Turn> turns;
  std::optional<Part> preparation;
  for (const Part part : parts) {
    const Position next = position.after(part);
    if (next.to_move() == position.to_move()) {
      preparation = part;
    } else {
      turns.push_back(preparation ? Turn(*preparation, part) : Turn(part));
      preparation.reset();
    }
    position = next;
  }
  return turns;
}

Turn any_turn(const Position& position) {
  Turn any;
  rules::for_each_turn(position, [&any](const Turn& turn) {
    any = turn;
    return false;
  });
  ORDO_CHECK(any.exists());
  return any;
}

}  // namespace ordo::players
