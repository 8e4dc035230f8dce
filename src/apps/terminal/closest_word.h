// "Did you mean …": the known words nearest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ordo::apps {

/// The number of letters to insert, delete, replace or exchange with their neighbour.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The nearest of the known words, as `'undo' or 'redo'`; empty if none is near.
[[nodiscard]] std::string closest_words(std::string_view word, std::span<const std::string_view> known);

}  // namespace ordo::apps
