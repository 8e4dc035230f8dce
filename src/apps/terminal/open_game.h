// A game that is being played: rules::Game with a half-played turn, taking back and playing again.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "rules/game.h"
#include "rules/notation.h"

namespace ordo::apps {

class OpenGame {
 public:
  explicit OpenGame(rules::Game game) : game_(std::move(game)) {}

  [[nodiscard]] const rules::Game& game() const noexcept { return game_; }
  /// Ordo X: the preparation that waits for its advance.
  [[nodiscard]] const std::optional<rules::Part>& staged() const noexcept { return staged_; }
  /// What is on the board: the position of the game, after the staged preparation if there is one.
  [[nodiscard]] rules::Position position() const;
  /// Something has happened since the beginning, or since note_saved().
  [[nodiscard]] bool changed() const noexcept { return changed_; }
  void note_saved() noexcept { changed_ = false; }

  enum class Entered : std::uint8_t { Turn, Preparation };
  /// A whole turn, or in Ordo X one half of it: a preparation alone is staged, an advance completes it.
  [[nodiscard]] util::Result<Entered, rules::Refusal> enter(const rules::TurnText& text);

  /// Plays a turn that is known to be legal in the position of the game; what is staged is forgotten.
  void play(const rules::Turn& turn);

  /// A capture of Ordo X that leaves equally large subgroups, and nothing says which one stays.
  struct Choice {
    rules::PartText* part;      ///< the part to complete, in the text that was refused
    rules::Bitboard enemy;      ///< the opponent's pieces without the captured one
    rules::Bitboard subgroups;  ///< one square of each subgroup that may stay
  };
  /// The choice for which enter() refused this text with NeedsChoice.
  [[nodiscard]] std::optional<Choice> open_choice(rules::TurnText& text) const;

  /// Takes the staged preparation back; false if there is none.
  bool unstage();
  /// Takes back the staged preparation, or else the ending or the turn that came last.
  bool undo();
  /// What was taken back last happens again; false if nothing was.
  bool redo();
  /// The side to move resigns, or both agree to a draw; false if the game is over.
  bool resign();
  bool agree_draw();

 private:
  using Step = std::variant<rules::Turn, rules::Outcome>;

  void went_on();

  rules::Game game_;
  std::optional<rules::Part> staged_;
  std::vector<Step> undone_;
  bool changed_ = false;
};

}  // namespace ordo::apps
