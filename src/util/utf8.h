// Text as characters: UTF-8 in its shortest form (RFC 3629).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ordo::util {

struct Character {
  std::uint32_t code;
  std::size_t bytes;
};

/// The first character of a text that is not empty; nothing: it is none.
[[nodiscard]] std::optional<Character> first_character(std::string_view text) noexcept;

[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

}  // namespace ordo::util
