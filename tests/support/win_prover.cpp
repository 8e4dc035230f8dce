// Forced wins: an AND/OR search over whole turns.
#include "support/win_prover.h"

#include "rules/movegen.h"
#include "rules/query.h"

namespace ordo::support {

using rules::Position;
using rules::Turn;

std::optional<int> WinProver::shortest_win(const Position& position, int most) {
  positions_ = 0;
  known_.clear();
  refutations_.clear();
  for (int turns = 1; turns <= most; ++turns) {
    if (wins(position, turns) && !gave_up()) return turns;
    if (gave_up()) return std::nullopt;
  }
  return std::nullopt;
}

/// Whether the side to move wins with at most so many turns of its own.
bool WinProver::wins(const Position& position, int turns) {
  ++positions_;
  if (rules::winning_turn(position)) return true;
  // In Ordo a capture may leave the opponent split beyond repair, which only its own turn would show.
  const bool may_win_at_once = turns > 1 || position.variant() == rules::Variant::Ordo;
  if (!may_win_at_once || gave_up()) return false;
  const std::uint64_t key = position.hash() * 8 + static_cast<std::uint64_t>(turns);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  const bool found = wins_after_some_turn(position, turns);
  known_.emplace(key, found);
  return found;
}

bool WinProver::wins_after_some_turn(const Position& position, int turns) {
  bool found = false;
  rules::for_each_turn(position, [&](const Turn& turn) {
    if (turns == 1 && !turn.first().captures()) return true;
    found = loses(position.after(turn), turns - 1);
    return !found && !gave_up();
  });
  return found;
}

/// Whether the side to move cannot keep the opponent from winning with so many turns more.
bool WinProver::loses(const Position& position, int turns) {
  ++positions_;
  if (!rules::has_turn(position)) return true;
  if (turns == 0 || rules::winning_turn(position)) return false;
  const auto known = refutations_.find(turns);
  if (known != refutations_.end() && rules::is_legal(position, known->second) &&
      escapes(position, known->second, turns)) {
    return false;
  }
  bool lost = true;
  rules::for_each_turn(position, [&](const Turn& turn) {
    if (!escapes(position, turn, turns)) return !gave_up();
    refutations_[turns] = turn;
    lost = false;
    return false;
  });
  return lost;
}

bool WinProver::escapes(const Position& position, const Turn& turn, int turns) {
  const Position next = position.after(turn);
  // A capture may split the opponent beyond repair: then there is nobody to escape from.
  return !rules::has_turn(next) || !wins(next, turns);
}

}  // namespace ordo::support
