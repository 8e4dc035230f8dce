// A turn straight from the endgame tables, where they know the position.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rules/game.h"
#include "search/vocabulary.h"
#include "tablebase/tables.h"

namespace ordo::search {

/// What tables say of a position: a turn to play, or at least which ones not to.
struct Advice {
  std::optional<Answer> answer;
  /// Turns that nobody need look at, since others are known to be better; as their mover sees them. Only
  /// where there is no answer.
  std::vector<std::array<rules::Part, 2>> excluded;
};

/// The best turns by their distances, as many as `lines`: wins come soonest, losses latest; between draws the
/// evaluation decides. A turn that leads to a position for the third time, or lets the opponent do so, is the
/// draw it is. Without tables for it, nothing.
///
/// In a hurry, and when one turn is enough, it is one that gives nothing away, of those whose worth is known:
/// by its distance or, if that is not known either, the best of what is not excluded.
[[nodiscard]] Advice ask_tables(const tablebase::Tables& tables, const rules::Game& game, std::size_t lines,
                                const tablebase::Hurry& hurry);

}  // namespace ordo::search
