// The words that messages and stored events share.
#pragma once

#include <optional>
#include <string_view>

#include "online/player.h"
#include "rules/variant.h"

namespace ordo::online {

/// "white" and "black".
[[nodiscard]] constexpr std::string_view word(rules::Color color) noexcept {
  return color == rules::Color::White ? "white" : "black";
}
[[nodiscard]] constexpr std::optional<rules::Color> color_from(std::string_view text) noexcept {
  if (text == "white") return rules::Color::White;
  if (text == "black") return rules::Color::Black;
  return std::nullopt;
}

/// "guest", "account", "bot", "engine".
[[nodiscard]] constexpr std::string_view word(PlayerKind kind) noexcept {
  switch (kind) {
    case PlayerKind::Guest:
      return "guest";
    case PlayerKind::Account:
      return "account";
    case PlayerKind::Bot:
      return "bot";
    case PlayerKind::Engine:
      break;
  }
  return "engine";
}
[[nodiscard]] constexpr std::optional<PlayerKind> player_kind_from(std::string_view text) noexcept {
  for (const PlayerKind kind :
       {PlayerKind::Guest, PlayerKind::Account, PlayerKind::Bot, PlayerKind::Engine}) {
    if (word(kind) == text) return kind;
  }
  return std::nullopt;
}

}  // namespace ordo::online
