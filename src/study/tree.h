// A record as a tree of turns: how a study of a game is walked, drawn and packed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "records/record.h"
#include "rules/outcome.h"
#include "rules/position.h"
#include "rules/turn.h"
#include "util/result.h"

namespace ordo::study {

/// Bounds of what is taken from outside.
inline constexpr std::size_t kMaxNodes = 20000;

struct TreeNode {
  rules::Turn turn;
  std::vector<std::uint8_t> glyphs;   ///< as in RecordedTurn
  std::string lead;                   ///< the comment before the turn; only where a variation begins
  std::string comment;                ///< the comment after it, with its commands (comment.h)
  std::size_t parent = 0;             ///< the root's is itself
  std::vector<std::size_t> children;  ///< the first one goes on with the line, the others are variations
};

/// The first node is the root, which is the position at the start and has no turn. Each node comes after its
/// parent.
struct Tree {
  std::vector<records::Tag> tags;
  rules::Position start = rules::Position::initial(rules::Variant::Ordo);
  rules::GameResult result = rules::GameResult::Open;
  std::optional<rules::Ending> ending;
  std::vector<TreeNode> nodes = std::vector<TreeNode>(1);

  /// Adds a child to a node and says its number.
  std::size_t add(std::size_t parent, const rules::Turn& turn);
};

/// Tags that say only that something is not known are left out. A variation with the turn of a sibling
/// becomes part of it.
[[nodiscard]] Tree tree_of(const records::Record& record);

/// The record of a tree, or why there is none: a turn that is not allowed where it stands. Where the main
/// line ends the game, its result is what the board says.
[[nodiscard]] util::Result<records::Record, std::string> record_of(const Tree& tree);

}  // namespace ordo::study
