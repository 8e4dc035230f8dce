// The baseline: what the first working version of an engine looks like, to measure the real one by.
#pragma once

#include "thinking/thinker.h"

namespace ordo::players {

/// Iterative deepening and alpha-beta over parts, captures first and the line of the last iteration before
/// everything else. It wants its pieces far up the board and knows nothing more. There is no table, no
/// quiescence and no pruning, and it uses one thread, whatever the options say.
class Baseline final : public thinking::Thinker {
 public:
  Baseline() = default;

  void configure(const thinking::EngineOptions& options) override { options_ = options; }
  [[nodiscard]] const thinking::EngineOptions& options() const noexcept override { return options_; }
  void new_game() override {}
  [[nodiscard]] thinking::Answer think(const rules::Game& game, const thinking::Limits& limits,
                                       const std::atomic<bool>& stop,
                                       const thinking::OnReport& on_report) override;

 private:
  thinking::EngineOptions options_;
};

}  // namespace ordo::players
