// The shared facts about the rules in tests/data: the figures of the rule sheets and the counts of turns.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "rules/variant.h"

namespace ordo::support {

/// A figure of a rule sheet as it is to be read in one of the games.
struct Figure {
  std::string id;
  rules::Variant variant;
  std::string fen;
  std::string shows;
  std::uint64_t turns = 0;
  std::string piece;  ///< if given, `legal` has exactly the moves of this piece
  std::vector<std::string> legal;
  std::vector<std::string> illegal;
  std::vector<std::string> legal_all;  ///< if given, all the turns there are
  std::vector<std::string> winning;
  std::vector<std::string> preparation;
  std::vector<std::string> illegal_preparation;
  std::map<std::string, std::string> after;  ///< turn and the position it leads to
};

struct PerftCounts {
  rules::Variant variant;
  std::string fen;
  std::vector<std::uint64_t> counts;  ///< of depth 1, 2, …
};

/// A figure that holds for both games comes twice. A field nobody here knows is an error: it would go
/// untested.
[[nodiscard]] std::vector<Figure> read_figures();
[[nodiscard]] std::vector<PerftCounts> read_perft_counts();

}  // namespace ordo::support
