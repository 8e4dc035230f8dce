// Whatever can be asked for a turn: the engine, and the players it is compared with.
#pragma once

#include <atomic>
#include <span>
#include <string>
#include <vector>

#include "rules/game.h"
#include "thinking/limits.h"
#include "thinking/options.h"
#include "thinking/report.h"

namespace ordo::thinking {

/// One search at a time; only `stop` and the limits' ponder hit may be touched by another thread meanwhile.
class Thinker {
 public:
  Thinker() = default;
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;
  virtual ~Thinker() = default;

  /// Takes effect with the next search. Throws std::bad_alloc, and keeps what was, if there is not enough
  /// memory.
  virtual void configure(const EngineOptions& options) = 0;
  [[nodiscard]] virtual const EngineOptions& options() const noexcept = 0;

  /// The numbers that can be set to try what they are worth; the same for as long as the program runs.
  [[nodiscard]] virtual std::span<const Parameter> parameters() const { return {}; }

  /// What is wrong with what it was given, as endgame tables; each is said once, not while it thinks.
  [[nodiscard]] virtual std::vector<std::string> complaints() { return {}; }

  /// Forgets everything: the next search knows nothing of earlier ones.
  virtual void new_game() = 0;

  /// Thinks about the position of the game on the calling thread (and options().threads - 1 others) until a
  /// limit is reached or `stop` becomes true. Repetitions are seen through the game's history. If the game is
  /// over there is no best turn; otherwise there is always one, however early it is stopped. Reports come on
  /// the calling thread.
  [[nodiscard]] virtual Answer think(const rules::Game& game, const Limits& limits,
                                     const std::atomic<bool>& stop, const OnReport& on_report) = 0;
};

}  // namespace ordo::thinking
