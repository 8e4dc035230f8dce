// Why a turn that the generator does not list may not be played, in words.
#pragma once

#include <optional>
#include <string>

#include "rules/notation.h"

namespace ordo::rules {

/// The part the text names, legal or not: ends in order, and of a choice the square that names the
/// subgroup. Nothing if no part could be written that way in this position.
[[nodiscard]] std::optional<Part> part_meant(const Position& position, const PartText& written) noexcept;

/// The reason for a part, or a turn, that has been found illegal: it is a programmer error to ask about
/// a legal one. Legality itself is movegen.h's to decide; this only looks for the words.
[[nodiscard]] Refusal why_not(const Position& position, const PartText& text);
[[nodiscard]] Refusal why_not(const Position& position, const TurnText& text);

}  // namespace ordo::rules
