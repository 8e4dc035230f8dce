// Secrets that nobody can guess, and what is kept of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ordo::server {

/// 32 random bytes as base64url: 43 characters.
[[nodiscard]] std::string random_secret();
inline constexpr std::size_t kSecretLength = 43;

/// 12 letters and digits that cannot be guessed: for games, users, seeks and credentials.
[[nodiscard]] std::string random_id();

/// Below `bound`, every number as likely as any other.
[[nodiscard]] std::uint32_t random_below(std::uint32_t bound);

/// BLAKE2b, hexadecimal. A secret has so many bits that its hash needs neither salt nor effort.
[[nodiscard]] std::string hash_of_secret(std::string_view secret);

/// Takes as long wherever they differ.
[[nodiscard]] bool equal_in_constant_time(std::string_view a, std::string_view b) noexcept;

}  // namespace ordo::server
