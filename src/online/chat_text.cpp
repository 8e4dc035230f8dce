// Cleaning what people type, character by character.
#include "online/chat_text.h"

#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "online/command.h"
#include "rules/text.h"

namespace ordo::online {
namespace {

struct Character {
  std::uint32_t code;
  std::size_t bytes;
};

/// The first character of a text that is not empty, if it is one of UTF-8 in its shortest form (RFC 3629).
[[nodiscard]] std::optional<Character> first_character(std::string_view text) {
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

[[nodiscard]] bool separates(std::uint32_t code) {
  return code <= 0x20 || (code >= 0x7F && code <= 0xA0) || code == 0x2028 || code == 0x2029;
}

/// Marks, embeddings, overrides and isolates of writing direction; the byte order mark; what has no width.
[[nodiscard]] bool is_invisible(std::uint32_t code) {
  return (code >= 0x200B && code <= 0x200F && code != 0x200D) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF || code == 0x061C;
}

}  // namespace

util::Result<std::string, std::string> clean_chat(std::string_view text) {
  std::string clean;
  std::size_t characters = 0;
  while (!text.empty()) {
    const auto character = first_character(text);
    if (!character) return util::failure(std::string("This text is not UTF-8."));
    if (separates(character->code)) {
      clean += ' ';
      ++characters;
    } else if (!is_invisible(character->code)) {
      clean += text.substr(0, character->bytes);
      ++characters;
    }
    text.remove_prefix(character->bytes);
  }
  const std::string_view trimmed = rules::trimmed(clean);
  if (trimmed.empty()) return util::failure(std::string("There is nothing to say in this text."));
  characters -= clean.size() - trimmed.size();
  if (characters > kMaxChatText) {
    return util::failure(
        fmt::format("This text has {} characters; {} are allowed.", characters, kMaxChatText));
  }
  return std::string(trimmed);
}

}  // namespace ordo::online
