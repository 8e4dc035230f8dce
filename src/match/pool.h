// An engine against a pool of others: what all of its matches say together.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "match/ledger.h"
#include "match/runner.h"

namespace ordo::match {

/// The opponents of a pool as parse_contestant reads them, each with its line, from 1. Empty lines and lines
/// that begin with '#' are skipped.
[[nodiscard]] std::vector<std::pair<std::size_t, std::string>> pool_lines(std::string_view text);

struct PoolResult {
  struct Opponent {
    std::string name;
    Tally tally;  ///< as the engine that meets them all sees it
  };
  MatchPlan plan;  ///< of any of the matches: they differ in the opponent only
  std::vector<Opponent> opponents;
  MatchEnd end = MatchEnd::Complete;
};

/// Each opponent weighs the same, however many games it has played: the Elo that makes the mean of their
/// scores the expected one. Nothing while one of them has not finished a pair.
[[nodiscard]] std::optional<Estimate> pool_rating(const PoolResult& result);

/// A table: the rating, a line for each opponent, and who of them did best.
[[nodiscard]] std::string pool_text(const PoolResult& result);
/// A JSON object in one line.
[[nodiscard]] std::string pool_json(const PoolResult& result);

}  // namespace ordo::match
