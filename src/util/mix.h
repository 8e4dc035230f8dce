// Mixing two words into one: what hashes of positions are made of.
#pragma once

#include <cstdint>

namespace ordo::util {

/// Both halves of the product, folded: every bit of either word reaches most bits of the result. The same on
/// every platform; no protection against somebody who looks for collisions.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b) noexcept {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace ordo::util
