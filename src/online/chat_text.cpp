// Cleaning what people type, character by character.
#include "online/chat_text.h"

#include <cstdint>

#include <fmt/format.h>

#include "online/command.h"
#include "util/text.h"
#include "util/utf8.h"

namespace ordo::online {
namespace {

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
    const auto character = util::first_character(text);
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
  const std::string_view trimmed = util::trimmed(clean);
  if (trimmed.empty()) return util::failure(std::string("There is nothing to say in this text."));
  characters -= clean.size() - trimmed.size();
  if (characters > kMaxChatText) {
    return util::failure(
        fmt::format("This text has {} characters; {} are allowed.", characters, kMaxChatText));
  }
  return std::string(trimmed);
}

}  // namespace ordo::online
