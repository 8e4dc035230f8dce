// What a table says of a position, and the one byte that says it.
#pragma once

#include <compare>
#include <cstdint>

namespace ordo::tablebase {

enum class Value : std::uint8_t { Loss, Draw, Win };

/// Of the side to move. `plies`: the turns of both sides until the end, if the winner hurries and the loser
/// does not; 0 for a draw, and for a loss that has already happened (a split side that cannot reconnect).
struct Verdict {
  Value value = Value::Draw;
  int plies = 0;

  friend bool operator==(const Verdict&, const Verdict&) noexcept = default;
};

/// A verdict as a number that is the higher the better it is for the side to move: losses from 0 on by their
/// plies, a draw, wins by how soon they come up to a win at once.
using Code = std::uint8_t;

inline constexpr Code kDrawn = 128;  ///< while tables are made also: not known yet
inline constexpr Code kLost = 0;     ///< the game is over
inline constexpr Code kWinsAtOnce = 255;
inline constexpr int kMostPlies = 126;  ///< longer endings have no code

[[nodiscard]] constexpr Code code_of(const Verdict& verdict) noexcept {
  switch (verdict.value) {
    case Value::Loss:
      return static_cast<Code>(verdict.plies);
    case Value::Win:
      return static_cast<Code>(256 - verdict.plies);
    case Value::Draw:
      break;
  }
  return kDrawn;
}

[[nodiscard]] constexpr Value value_of(Code code) noexcept {
  return code < kDrawn ? Value::Loss : code == kDrawn ? Value::Draw : Value::Win;
}

[[nodiscard]] constexpr Verdict verdict_of(Code code) noexcept {
  return {value_of(code), code < kDrawn ? code : code == kDrawn ? 0 : 256 - code};
}

/// What a position is worth to who moves there from the one that this code is of, a turn earlier.
[[nodiscard]] constexpr Code before(Code next) noexcept {
  return static_cast<Code>(next < kDrawn ? 255 - next : next == kDrawn ? kDrawn : 257 - next);
}

}  // namespace ordo::tablebase
