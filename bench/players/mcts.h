// Monte-Carlo tree search as in other programs for these games, to measure the engine by.
#pragma once

#include <cstdint>

#include "thinking/thinker.h"

namespace ordo::players {

/// How a leaf of the tree is judged.
enum class Leaf : std::uint8_t { RandomGame, Estimate };

/// UCT over parts with random games by the real rules, or with estimates by a few plain terms at its leaves.
/// Both in the tree and in the random games whoever can win at once does, and the tree remembers what is
/// proven. A node, for limits and reports, is a leaf judged. The tree is made anew for each turn and takes no
/// more memory than options().hash_megabytes; one thread.
class Mcts final : public thinking::Thinker {
 public:
  /// In matches of 40 games at 300 random games a turn 0.3 did as well (22 points in Ordo, 20 in Ordo X), 1.0
  /// did worse (16.5 in Ordo).
  static constexpr double kExploration = 0.5;

  /// `exploration` weighs how little a turn was tried against how well it did.
  explicit Mcts(Leaf leaf = Leaf::RandomGame, double exploration = kExploration)
      : leaf_(leaf), exploration_(exploration) {}

  void configure(const thinking::EngineOptions& options) override { options_ = options; }
  [[nodiscard]] const thinking::EngineOptions& options() const noexcept override { return options_; }
  void new_game() override { searches_ = 0; }
  [[nodiscard]] thinking::Answer think(const rules::Game& game, const thinking::Limits& limits,
                                       const std::atomic<bool>& stop,
                                       const thinking::OnReport& on_report) override;

 private:
  thinking::EngineOptions options_;
  Leaf leaf_;
  double exploration_;
  std::uint64_t searches_ = 0;  ///< since new_game: each has random numbers of its own
};

}  // namespace ordo::players
