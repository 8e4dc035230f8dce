// Proof trees played through by the naive generator, which shares nothing with the solver.
#pragma once

#include <optional>
#include <string>

#include "rules/variant.h"
#include "solve/proof_tree.h"

namespace ordo::support {

/// What is wrong with a proof that `attacker` wins; nothing if it holds: every turn is legal, every answer is
/// covered, every end is a win, the plies go down, and no endgame table is believed.
[[nodiscard]] std::optional<std::string> flaw_of(const solve::ProofTree& tree, rules::Color attacker);

}  // namespace ordo::support
