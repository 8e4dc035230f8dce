// The small set of tables that comes with the program: all to 4 against 4, of both games.
#pragma once

#include <cstdint>
#include <span>

namespace ordo::tablebase {

/// The bytes of data/endgames.tables.
[[nodiscard]] std::span<const std::uint8_t> builtin_bytes() noexcept;

}  // namespace ordo::tablebase
