// A setup: what somebody typed or drew. Anything may stand anywhere; it is not yet a position.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/bitboard.h"
#include "rules/variant.h"

namespace ordo::rules {

/// Ordo X only: between a preparation and its advance the same side is still to move.
enum class Phase : std::uint8_t { Whole, Advance };

inline constexpr int kPiecesPerSide = 20;

struct Setup {
  Variant variant = Variant::Ordo;
  Bitboard white{};
  Bitboard black{};
  Color to_move = Color::White;
  Phase phase = Phase::Whole;

  [[nodiscard]] Bitboard pieces(Color color) const noexcept { return color == Color::White ? white : black; }

  friend bool operator==(const Setup&, const Setup&) noexcept = default;
};

/// Why nobody could be asked to move in a setup.
enum class Flaw : std::uint8_t {
  OutsideTheBoard,     ///< bits that are no squares
  SharedSquare,        ///< both sides stand on one square
  NoPieces,            ///< the game is over
  TooManyPieces,       ///< more than kPiecesPerSide
  HomeRowReached,      ///< the game is over
  WaitingSideSplit,    ///< a turn leaves its player in one group
  SplitInOrdoX,        ///< where captured pieces take their subgroups with them
  UnfinishedOrdoTurn,  ///< Phase::Advance, which only Ordo X has
};

/// "outside-the-board", "shared-square", …
[[nodiscard]] std::string_view name(Flaw flaw) noexcept;

struct SetupError {
  Flaw flaw;
  std::string message;  ///< "White waits and is split into 2 groups"
};

/// The first flaw, in the order of the enumeration, if there is one. In the middle of a turn nothing else is
/// asked: a preparation leaves both sides in one group, takes nobody to a home row, and can always be
/// followed by an advance. Whether play can lead to a setup is never asked.
[[nodiscard]] std::optional<SetupError> find_flaw(const Setup& setup);

}  // namespace ordo::rules
