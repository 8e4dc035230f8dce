// The words of the rules that the search uses on every line; its nodes are positions as their movers see
// them.
#pragma once

#include "rules/view.h"

namespace ordo::search {

using rules::Bitboard;
using rules::Part;
using rules::Phase;
using rules::Variant;

/// White and Black are one, which the table profits from. Repetitions must compare nodes an even number of
/// turns apart.
using Node = rules::View;

}  // namespace ordo::search
