// The games of an iteration: both engines of a trial against the same opponents, from the same openings.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engines/client.h"
#include "engines/stop_signal.h"
#include "match/contestant.h"
#include "match/referee.h"
#include "tune/openings.h"
#include "tune/spsa.h"
#include "tune/state.h"

namespace ordo::tune {

struct GamesPlan {
  rules::Variant variant = rules::Variant::Ordo;
  /// What is tuned, with its command, and with an option for each parameter.
  match::Contestant engine;
  std::vector<match::Contestant> opponents;  ///< with commands; none: the engines of a trial play each other
  std::vector<thinking::Parameter> parameters;
  std::size_t pairs = 16;  ///< that each engine plays in an iteration; they take turns with the opponents
  int concurrency = 1;
  match::GameRules game_rules;
  std::chrono::milliseconds patience{60'000};
};

/// How many games of an iteration are played, of how many. Called by one thread at a time.
using OnPlayed = std::function<void(std::size_t played, std::size_t all)>;

/// Keeps its engines from one iteration to the next. Used by one thread, and has threads of its own.
class Games {
 public:
  /// What is given by reference must outlive it.
  Games(GamesPlan plan, Openings& openings, const std::atomic<bool>& stop, OnPlayed on_played);
  Games(const Games&) = delete;
  Games& operator=(const Games&) = delete;
  ~Games();

  /// Nothing if it was stopped. Throws engines::CannotStart and what openings throw.
  [[nodiscard]] std::optional<Outcome> play(std::size_t iteration, const Trial& trial);

 private:
  class Table;
  struct Round;

  void work(Table& table, Round& round) noexcept;

  const GamesPlan plan_;
  Openings& openings_;
  engines::StopSignal stop_;
  const OnPlayed on_played_;
  std::vector<std::unique_ptr<Table>> tables_;  ///< one for each thread
};

}  // namespace ordo::tune
