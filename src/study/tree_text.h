// Trees between the library and a page: JSON one way, lines of text the other.
#pragma once

#include <string>
#include <string_view>

#include "study/tree.h"
#include "util/result.h"

namespace ordo::study {

/// {variant, fen, tags, result, ending, comment, arrows, nodes}, where each node is
/// [depth, turn, fen after it, ending or null, glyphs, words, arrows, clock, score, lead]; parents come
/// before children, the root is left out and has the depth 0. Arrows are pairs of square numbers.
[[nodiscard]] std::string tree_json(const Tree& tree);

/// What a page writes. The first line: variant, result, ending or nothing, separated by tabs; the second:
/// where it starts; then the tags, name and value separated by a tab; an empty line; then a line for each
/// node, the root first: depth, turn, glyphs, arrows, clock, score, lead, words. Arrows are as in comments:
/// "e2e4 c3c3". Failing: why. It may come from anywhere.
[[nodiscard]] util::Result<Tree, std::string> parse_tree(std::string_view text);

}  // namespace ordo::study
