// A forced win as a tree: what the winner plays, and against every answer what next.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <vector>

#include "rules/position.h"
#include "rules/turn.h"

namespace ordo::solve {

/// Positions that are reached in several ways are in it once.
struct ProofTree {
  static constexpr int kOver = -1;  ///< instead of a stand: the game is won

  struct Reply {
    rules::Turn defence;
    rules::Turn attack;
    int next = kOver;  ///< the stand after both
  };

  /// A position in which the losing side is to move, with everything it can do.
  struct Stand {
    rules::Position position;
    int plies = 0;            ///< turns of both sides until the end, at most
    bool from_table = false;  ///< an endgame table says that it is lost; the answers are not listed
    std::vector<Reply> replies;
  };

  rules::Position start;
  std::optional<rules::Turn> first;  ///< where the winner is to move at the start
  int next = kOver;                  ///< the stand after it
  std::vector<Stand> stands;

  /// The turns of both sides until the end, at most.
  [[nodiscard]] int plies() const noexcept {
    const int after = next == kOver ? 0 : stands[static_cast<std::size_t>(next)].plies;
    return first ? after + 1 : after;
  }
};

/// As indented text: a line for each answer with what is played against it, and below what follows. The last
/// line of a stand may be "others": all answers that are not listed, met by the same turn at once.
void write(const ProofTree& tree, std::ostream& out);

}  // namespace ordo::solve
