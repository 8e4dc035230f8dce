// From the options of `ordo match` to what a match needs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/commands/match.h"
#include "match/book.h"
#include "match/runner.h"
#include "util/result.h"

namespace ordo::apps {

/// What is wrong, and the exit code for it.
struct Problem {
  int exit_code;
  std::string message;
};

inline constexpr std::size_t kDefaultGames = 100;

/// What a match needs, all of it checked.
struct Preparation {
  match::MatchPlan plan;
  std::unique_ptr<match::Book> book;
  std::string warning;  ///< empty: there is none
};

[[nodiscard]] util::Result<Preparation, Problem> prepare_match(const MatchOptions& options);

/// A match of a pool, with options of its own.
struct PreparedMatch {
  MatchOptions options;
  Preparation prepared;
};
/// All matches of a pool, checked before the first of them begins.
[[nodiscard]] util::Result<std::vector<PreparedMatch>, Problem> prepare_pool(const MatchOptions& options);

/// Says what is wrong, and returns the exit code for it.
int refuse(const Problem& problem, Console& console);
/// Says what is odd about a match, if something is.
void warn(const Preparation& prepared, Console& console);

[[nodiscard]] match::BookOptions book_options(const MatchOptions& options, rules::Variant variant);

}  // namespace ordo::apps
