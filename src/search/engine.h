// The engine: give it a game and it thinks about the next turn.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "search/vocabulary.h"

namespace ordo::eval {
struct Judgement;
}  // namespace ordo::eval

namespace ordo::search {

/// Keeps what it has learned between the searches of a game.
class Engine final : public Thinker {
 public:
  explicit Engine(const EngineOptions& options = {});
  /// With another idea of what is good, for engines to compare with.
  Engine(const EngineOptions& options, const eval::Judgement& judgement);
  ~Engine() override;

  void configure(const EngineOptions& options) override;
  [[nodiscard]] const EngineOptions& options() const noexcept override;
  [[nodiscard]] std::span<const thinking::Parameter> parameters() const override;
  void new_game() override;
  [[nodiscard]] std::vector<std::string> complaints() override;
  [[nodiscard]] Answer think(const rules::Game& game, const Limits& limits, const std::atomic<bool>& stop,
                             const OnReport& on_report) override;
  /// The same without a way to stop it.
  [[nodiscard]] Answer think(const rules::Game& game, const Limits& limits, const OnReport& on_report = {});
  /// The search that goes on, or the last, has looked at no more nodes than this, and at hardly fewer. Any
  /// thread may ask.
  [[nodiscard]] std::uint64_t nodes_so_far() const noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ordo::search
