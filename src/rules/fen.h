// Positions as text.
#pragma once

#include <string>
#include <string_view>

#include "rules/position.h"
#include "rules/setup.h"
#include "util/result.h"

namespace ordo::rules {

inline constexpr std::string_view kInitialFen =
    "2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w";

struct FenError {
  std::size_t column = 0;  ///< 1 for the first character; 0 when the position as a whole is at fault
  std::string message;
};

/// Ranks 8 down to 1, then the side to move, then "a" if it has made its preparation and only the advance is
/// left (Ordo X). Lower case only; digits side by side are one number, and it must be 1 to 10. White space
/// around the text and between its parts is free; so what is accepted is canonical but for white space.
[[nodiscard]] util::Result<Setup, FenError> parse_setup(Variant variant, std::string_view text);

/// Syntax first, then sense: what Position::of refuses is refused with the reason. A side to move without a
/// legal turn is accepted (outcome() tells that the game is over).
[[nodiscard]] util::Result<Position, FenError> parse_fen(Variant variant, std::string_view text);

/// The text of any position, also of one that is over and would not be read again.
[[nodiscard]] std::string to_fen(const Position& position);
[[nodiscard]] std::string to_fen(const Setup& setup);

}  // namespace ordo::rules
