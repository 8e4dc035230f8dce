// UTF-8, character by character.
#include "util/utf8.h"

namespace ordo::util {

std::optional<Character> first_character(std::string_view text) noexcept {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return Character{lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return std::nullopt;
  std::uint32_t code = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return std::nullopt;
    code = code << 6 | (next & 0x3FU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[bytes] || code > 0x10FFFF || is_surrogate) return std::nullopt;
  return Character{code, bytes};
}

bool is_utf8(std::string_view text) noexcept {
  // Most texts are ASCII, which is seen many bytes at a time.
  unsigned char all = 0;
  for (const char c : text) all |= static_cast<unsigned char>(c);
  if (all < 0x80) return true;
  while (!text.empty()) {
    const auto character = first_character(text);
    if (!character) return false;
    text.remove_prefix(character->bytes);
  }
  return true;
}

}  // namespace ordo::util
