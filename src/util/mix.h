// Mixing two words into one: what hashes of positions are made of.
#pragma once

#include <cstdint>

namespace ordo::util {

/// The upper 64 of the 128 bits of a product.
[[nodiscard]] constexpr std::uint64_t high_product(std::uint64_t a, std::uint64_t b) noexcept {
#ifdef __wasm__  // there an __int128 is multiplied by a function of the library, which leaves it in memory
  const std::uint64_t a_low = a & 0xFFFFFFFF;
  const std::uint64_t b_low = b & 0xFFFFFFFF;
  const std::uint64_t first = a_low * (b >> 32) + (a_low * b_low >> 32);
  const std::uint64_t second = (a >> 32) * b_low + (first & 0xFFFFFFFF);
  return (a >> 32) * (b >> 32) + (first >> 32) + (second >> 32);
#else
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(a) * b >> 64);
#endif
}

/// Both halves of the product, folded: every bit of either word reaches most bits of the result. The same on
/// every platform; no protection against somebody who looks for collisions.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b) noexcept {
  return a * b ^ high_product(a, b);
}

}  // namespace ordo::util
