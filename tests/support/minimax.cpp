// Minimax without pruning, tables or order.
#include "support/minimax.h"

#include <algorithm>
#include <vector>

#include "eval/evaluate.h"
#include "rules/movegen.h"

namespace ordo::support {
namespace {

using rules::Position;
using thinking::Score;

class Minimax {
 public:
  /// `turns`: how many have been played on the way here.
  [[nodiscard]] Score value(const Position& position, int depth, int turns) {
    if (!rules::has_turn(position)) return Score::loss_after(turns);
    if (std::find(line_.begin(), line_.end(), position) != line_.end()) return Score(0);
    if (position.phase() == rules::Phase::Advance) depth = std::max(depth, 1);
    if (depth == 0) return Score(eval::evaluate(position));
    rules::PartList parts;
    rules::generate_parts(position, parts);
    line_.push_back(position);
    Score best(-Score::kWin);
    for (const rules::Part part : parts) {
      const Position next = position.after(part);
      const bool same_mover = next.to_move() == position.to_move();
      best = std::max(best, same_mover ? value(next, depth - 1, turns) : -value(next, depth - 1, turns + 1));
    }
    line_.pop_back();
    return best;
  }

 private:
  std::vector<Position> line_;
};

}  // namespace

Score minimax(const Position& position, int depth) { return Minimax().value(position, depth, 0); }

}  // namespace ordo::support
