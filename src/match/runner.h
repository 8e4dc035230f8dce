// A match: games of two contestants, several at once, until there are enough.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "match/book.h"
#include "match/contestant.h"
#include "match/game_log.h"
#include "match/ledger.h"
#include "match/referee.h"
#include "match/statistics.h"

namespace ordo::match {

struct MatchPlan {
  rules::Variant variant = rules::Variant::Ordo;
  std::array<Contestant, 2> contestants;  ///< with commands
  std::size_t games = 100;                ///< even
  int concurrency = 1;
  GameRules game_rules;
  std::chrono::milliseconds patience{60'000};
  std::optional<Sprt> sprt;
  MatchTags tags;
};

enum class MatchEnd : std::uint8_t {
  Complete,  ///< all games are played
  Decided,   ///< the sequential test has an answer
  Stopped,   ///< from outside
};

/// Called after each game, by one thread at a time.
using OnGame = std::function<void(const Finished&, const Tally&)>;

/// Plays the games the ledger does not have. `log` may be null. Where `stop` becomes true, or the test is
/// decided, games that are going on are dropped. Throws engines::CannotStart and whatever book and log throw;
/// the games finished before are in ledger and log.
MatchEnd run_match(const MatchPlan& plan, Book& book, Ledger& ledger, GameLog* log,
                   const std::atomic<bool>& stop, const OnGame& on_game);

}  // namespace ordo::match
