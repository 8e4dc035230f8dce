// Turns as text, in two stages: what it says, and whether it may be played.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/position.h"
#include "rules/turn.h"
#include "util/result.h"

namespace ordo::rules {

/// One part as written; the ends may come in either order. A singleton has one end.
struct PartText {
  Square end;
  std::optional<Square> other_end;
  Square to;  ///< where `end` goes
  bool captures = false;
  std::optional<Square> keep;

  friend bool operator==(const PartText&, const PartText&) noexcept = default;
};

struct TurnText {
  PartText first;
  std::optional<PartText> second;

  friend bool operator==(const TurnText&, const TurnText&) noexcept = default;
};

struct SyntaxError {
  std::size_t column = 0;  ///< 1 for the first character
  std::string message;
};

/// Why a turn may not be played. The words for people are in Refusal::message; programs (and other
/// languages) go by this.
enum class Reason : std::uint8_t {
  Syntax,            ///< not a turn at all
  GameOver,          ///< nobody may move any more
  NoPiece,           ///< the square to start from is empty
  NotYours,          ///< the piece to move is the opponent's
  NotAnOrdo,         ///< the two ends are not the ends of an unbroken line of own pieces
  NoStep,            ///< it stays where it is, or goes in no straight line
  Direction,         ///< this piece or ordo may not go that way now
  OffBoard,          ///< part of the ordo would leave the board
  Blocked,           ///< something stands in the way
  OwnPiece,          ///< an own piece stands on the target
  OrdoCaptures,      ///< ordos never capture
  NothingToCapture,  ///< written as a capture, but the target is empty
  IsCapture,         ///< the target is an enemy piece: to be written as a capture
  WouldSplit,        ///< the own group would fall apart
  MustReconnect,     ///< the group is split and would stay so
  NeedsAdvance,      ///< Ordo X: a sideways move is only a preparation
  NotPreparation,    ///< Ordo X: the first of two parts must go sideways
  NotAdvance,        ///< Ordo X: the second part must go forward
  TooManyParts,      ///< Ordo has turns of one part; or the first part already won
  NeedsChoice,       ///< Ordo X: several subgroups are equally large; say which one stays
  NoChoice,          ///< there is nothing to choose, or not this
};

struct Refusal {
  Reason reason;
  std::string message;  ///< e.g. "d3-d4 would split White's group"
};

/// Reads `c2-c4`, `c3xd4`, `g2:h2-g4`, `e3-d3,d3:d4-d5`, `i2xf5=b6`. Knows nothing of positions. Accepted as
/// well: ends in either order, upper case, white space around the whole and around the comma.
[[nodiscard]] util::Result<TurnText, SyntaxError> parse_turn(std::string_view text);

/// The legal turn that is meant, or why it may not be played. `=` may name any square of the subgroup
/// that stays; `-` on a capture and `x` without one are refused.
[[nodiscard]] util::Result<Turn, Refusal> resolve(const Position& position, const TurnText& text);

/// The legal part that is meant: one move of Ordo, or the next half of an Ordo X turn.
[[nodiscard]] util::Result<Part, Refusal> resolve_part(const Position& position, const PartText& text);

/// Both stages at once.
[[nodiscard]] util::Result<Turn, Refusal> read_turn(const Position& position, std::string_view text);

/// What the canonical text of a part says.
[[nodiscard]] PartText text_of(Part part) noexcept;

/// As it was written, in lower case.
[[nodiscard]] std::string to_text(const PartText& part);

/// Canonical text.
[[nodiscard]] std::string to_text(Part part);
[[nodiscard]] std::string to_text(const Turn& turn);

/// "would-split", …: the word used in protocols.
[[nodiscard]] std::string_view name(Reason reason) noexcept;

}  // namespace ordo::rules
