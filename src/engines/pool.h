// Engines as opponents: child processes that speak the protocol, a limited number, restarted when they die.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engines/fair_queue.h"
#include "engines/program.h"
#include "rules/game.h"
#include "thinking/report.h"
#include "util/result.h"

namespace ordo::engines {

/// Plays as well as it can; the levels below are those of the engine.
inline constexpr int kFullStrength = 11;
/// Nothing is said about levels: for engines that have none.
inline constexpr int kUnchangedLevel = 0;
/// Levels up to this look at some thousand positions: milliseconds.
inline constexpr int kQuickLevel = 6;

struct PoolOptions {
  /// Its command is yet to be given, e.g. {"/usr/bin/ordo", "ugi"}.
  Program program = {"engine", {}, {{"Hash", "16"}, {"Threads", "1"}}, std::uint64_t{512} << 20};
  int processes = 1;  ///< started when first needed; one more has the quick levels to itself, one studies
  std::chrono::milliseconds most_time{3000};  ///< a turn
  std::chrono::milliseconds patience{2000};   ///< more, before it is killed
  std::size_t most_waiting = 1000;
};

struct Question {
  rules::Game game;                      ///< going on
  int level = 1;                         ///< 1 to kFullStrength, or kUnchangedLevel
  std::chrono::milliseconds time{1000};  ///< at most this (and most_time)
  Asker asker = {};
};

/// A position to look at as deeply as so many nodes go, at full strength. Nobody sits and waits for it.
struct Study {
  rules::Game game;  ///< going on
  std::uint64_t nodes = 1;
  Asker asker = {};
};

/// Thread-safe. Never blocks who asks: each process has a thread that waits for it. Askers are served in
/// turns, and the quick levels never wait for the others: they have a process of their own. So do studies,
/// which are begun only while no game waits, by a process that stands back for all others.
class Pool {
 public:
  /// The turn in canonical text, legal; or why there is none after a second try with a fresh process.
  using Answer = std::function<void(util::Result<std::string, std::string>)>;

  explicit Pool(PoolOptions options);
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  /// Kills the processes; questions not answered by then are answered with a failure.
  ~Pool();

  /// Calls back from a thread of the pool; from this one, at once, where too many wait already.
  void ask(Question question, Answer answer);

  /// The best line, of legal turns: what a search of so many nodes that knows of nothing else finds, the same
  /// everywhere. Or why there is none.
  using Found = std::function<void(util::Result<thinking::Report, std::string>)>;
  /// Like ask().
  void study(Study study, Found found);

  struct State {
    std::size_t waiting = 0;  ///< for a turn
    std::uint64_t answered = 0;
    std::uint64_t failed = 0;
    std::uint64_t started = 0;  ///< processes since the beginning
    std::size_t studies = 0;    ///< that wait
  };
  [[nodiscard]] State state() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ordo::engines
