// The hash of two sets of pieces: what the hashes of positions and views are made of.
#pragma once

#include <cstdint>

#include "rules/bitboard.h"
#include "util/mix.h"

namespace ordo::rules::detail {

/// Computed from the boards with three multiplications, which is cheaper than keeping a hash up to date
/// through ordo moves. `state`: a small number for what else is to be told apart. The constants are digits of
/// pi, odd.
[[nodiscard]] inline std::uint64_t hash(Bitboard first, Bitboard second, std::uint64_t state) noexcept {
  const std::uint64_t a = util::mixed(first.low() ^ 0x243F6A8885A308D3U, first.high() ^ 0x13198A2E03707345U);
  const std::uint64_t b =
      util::mixed(second.low() ^ 0xA4093822299F31D1U, second.high() ^ 0x082EFA98EC4E6C89U);
  return util::mixed(a ^ state * 0x452821E638D01377U, b ^ 0xBE5466CF34E90C6DU);
}

}  // namespace ordo::rules::detail
