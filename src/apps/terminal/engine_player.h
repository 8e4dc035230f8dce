// The engine as a player at the table of `ordo play`: how strong it is, and what it would play.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "rules/game.h"
#include "search/engine.h"

namespace ordo::apps {

struct Strength {
  std::optional<int> level;  ///< 1 to thinking::kMaxLevel; nothing is full strength
};

/// "1" to "10", or "full"; nothing if the text is neither.
[[nodiscard]] std::optional<Strength> strength_from(std::string_view text);

/// "level 3", or "full strength".
[[nodiscard]] std::string describe(const Strength& strength);

struct EngineSettings {
  Strength strength;
  thinking::Limits limits;  ///< of a turn at full strength, and of a hint; levels have their own
  std::uint64_t seed = 0;   ///< of the errors a level makes; 0: others each game
};

/// What a judgement is worth to people: "wins in 3 turns", "+0.35, 58 %".
[[nodiscard]] std::string score_for_people(thinking::Score score, bool from_table = false);

/// Nothing is allocated before it is asked for the first time, since most sessions are between people.
class EnginePlayer {
 public:
  explicit EnginePlayer(const EngineSettings& settings) : settings_(settings) {}

  /// "ordo level 3", or "ordo": its name in records.
  [[nodiscard]] std::string name() const;
  void set_strength(const Strength& strength);
  /// What it has learned in one game is not carried into the next.
  void new_game();

  /// Its turn in a game that is not over.
  [[nodiscard]] rules::Turn choose(const rules::Game& game);

  struct Advice {
    rules::Turn turn;
    thinking::Score score;  ///< of the side to move
    bool from_table;        ///< the endgame tables say so
  };
  /// What full strength would play in a game that is not over.
  [[nodiscard]] Advice advise(const rules::Game& game);

 private:
  [[nodiscard]] thinking::EngineOptions options(const Strength& strength) const;

  EngineSettings settings_;
  std::unique_ptr<search::Engine> player_;
  std::unique_ptr<search::Engine> adviser_;  ///< apart, so that a weak player learns nothing from advice
};

}  // namespace ordo::apps
