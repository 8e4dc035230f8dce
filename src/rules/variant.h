// The two games and the two players.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ordo::rules {

enum class Variant : std::uint8_t { Ordo, OrdoX };

enum class Color : std::uint8_t { White, Black };

[[nodiscard]] constexpr Color opponent(Color color) noexcept {
  return color == Color::White ? Color::Black : Color::White;
}
/// The place of a colour in what is kept for both, White first.
[[nodiscard]] constexpr std::size_t index(Color color) noexcept { return static_cast<std::size_t>(color); }

/// "ordo" and "ordox": how commands, records and protocols name the games.
[[nodiscard]] constexpr std::string_view name(Variant variant) noexcept {
  return variant == Variant::Ordo ? "ordo" : "ordox";
}

/// "Ordo" and "Ordo X": how people do.
[[nodiscard]] constexpr std::string_view title(Variant variant) noexcept {
  return variant == Variant::Ordo ? "Ordo" : "Ordo X";
}

[[nodiscard]] constexpr std::optional<Variant> variant_from(std::string_view text) noexcept {
  if (text == "ordo") return Variant::Ordo;
  if (text == "ordox") return Variant::OrdoX;
  return std::nullopt;
}

[[nodiscard]] constexpr std::string_view name(Color color) noexcept {
  return color == Color::White ? "White" : "Black";
}

}  // namespace ordo::rules
