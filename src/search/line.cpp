// Turning parts into turns.
#include "search/line.h"

#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/turned.h"

namespace ordo::search {

Part on_board(const rules::Position& position, Part part) noexcept {
  if (position.to_move() == rules::Color::White) return part;
  return turned(part, position.pieces(rules::Color::White));
}

std::array<Part, 2> seen_by_mover(const rules::Position& position, const rules::Turn& turn) noexcept {
  const auto seen = [](const rules::Position& before, Part part) {
    if (before.to_move() == rules::Color::White || !part.exists()) return part;
    return turned(part, before.enemy());
  };
  return {seen(position, turn.first()), seen(position.after(turn.first()), turn.second())};
}

Line line_of(const rules::Position& start, std::span<const Part> parts) {
  Line line{{}, {}, start};
  for (const Part part : parts) {
    const Part real = on_board(line.end, part);
    if (!rules::is_legal(line.end, real)) break;
    const rules::Position next = line.end.after(real);
    if (next.to_move() == line.end.to_move()) {
      line.unfinished = real;
    } else {
      line.turns.push_back(line.unfinished.exists() ? rules::Turn(line.unfinished, real) : rules::Turn(real));
      line.unfinished = Part();
    }
    line.end = next;
  }
  return line;
}

}  // namespace ordo::search
