// Whether a side can force a win: question, answer, proof.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "rules/position.h"
#include "solve/limits.h"
#include "solve/proof_tree.h"
#include "tablebase/tables.h"

namespace ordo::solve {

inline constexpr std::size_t kMegabyte = std::size_t{1} << 20;

struct SolverOptions {
  std::size_t bytes = 64 * kMegabyte;         ///< for what is remembered
  const tablebase::Tables* tables = nullptr;  ///< that end branches; null: none
};

struct Question {
  rules::Position position;  ///< not over; the game is taken to begin with it
  rules::Color attacker;     ///< who is to win
  std::optional<int> turns;  ///< only with so many turns of the attacker, at most
  bool shortest = false;     ///< once a win is found, look for shorter ones until there is none
};

enum class Verdict : std::uint8_t { Win, NoForcedWin, Unknown };

struct Answer {
  Verdict verdict = Verdict::Unknown;
  int plies = 0;                    ///< of a win: turns of both sides until the end, at most
  bool is_shortest = false;         ///< and exactly so many against the best defence
  std::optional<rules::Turn> turn;  ///< of a win with the attacker on move: what to play
  Ended ended = Ended::Not;         ///< why nothing, or nothing shorter, was found
  bool too_large = false;   ///< nothing was found since a refutation has too many positions to be checked
  std::uint64_t nodes = 0;  ///< positions whose parts were listed
  std::chrono::milliseconds time{0};

  /// Of the attacker.
  [[nodiscard]] int turns() const noexcept { return (plies + 1) / 2; }
};

/// One question at a time. The same question with the same limit of nodes has the same answer.
class Solver {
 public:
  /// Throws std::bad_alloc.
  explicit Solver(const SolverOptions& options);
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  [[nodiscard]] Answer solve(const Question& question, const Limits& limits);

  /// The proof of the last answer, which was a win. What the memory has lost is proved again within these
  /// limits. Nothing if that is not enough, or the tree has more replies than `most`.
  [[nodiscard]] std::optional<ProofTree> proof(const Limits& limits, std::size_t most);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ordo::solve
