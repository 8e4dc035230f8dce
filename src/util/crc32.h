// CRC-32, the checksum of zip and Ethernet.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace ordo::util {
namespace detail {

inline constexpr auto kCrc = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320U : 0);
    table[i] = crc;
  }
  return table;
}();

}  // namespace detail

/// Finds every error within 32 bits, and others but for one in 4 billion.
[[nodiscard]] inline std::uint32_t crc32(std::span<const std::uint8_t> bytes) noexcept {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const std::uint8_t byte : bytes) crc = crc >> 8 ^ detail::kCrc[(crc ^ byte) & 0xFF];
  return ~crc;
}

}  // namespace ordo::util
