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

/// A text that comes in pieces, which may end within a character.
class Utf8Reader {
 public:
  /// False: whatever follows, this is no UTF-8.
  [[nodiscard]] bool take(std::string_view piece) noexcept;
  /// Whether the pieces so far end with a character.
  [[nodiscard]] bool is_whole() const noexcept { return left_ == 0; }

 private:
  std::uint8_t left_ = 0;   ///< bytes of the character that are yet to come
  std::uint8_t least_ = 0;  ///< of the next of them
  std::uint8_t most_ = 0;   ///< likewise
};

}  // namespace ordo::util
