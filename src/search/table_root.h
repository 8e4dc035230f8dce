// A turn straight from the endgame tables, where they know the position.
#pragma once

#include <optional>

#include "rules/game.h"
#include "search/vocabulary.h"
#include "tablebase/tables.h"

namespace ordo::search {

/// The best turns by their distances, as many as `lines`, or nothing if the tables do not know all that is
/// needed. Wins come soonest, losses latest; between draws the evaluation decides. A turn that leads to a
/// position for the third time, or lets the opponent do so, is the draw it is. In a hurry there is
/// no answer, or its lines are shorter.
[[nodiscard]] std::optional<Answer> answer_from_tables(const tablebase::Tables& tables,
                                                       const rules::Game& game, std::size_t lines,
                                                       const tablebase::Hurry& hurry);

}  // namespace ordo::search
