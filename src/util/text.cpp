// Words, and quoting what was read.
#include "util/text.h"

#include <iterator>

#include <fmt/format.h>

namespace ordo::util {

void append_words(std::string& words, std::string_view more) {
  bool begins = true;
  for (const char c : more) {
    if (c == ' ' || is_control(c)) {
      begins = true;
      continue;
    }
    if (begins && !words.empty()) words += ' ';
    words += c;
    begins = false;
  }
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string result = "'";
  for (const char c : text.substr(0, kLongest)) {
    if (c >= ' ' && c <= '~') {
      result += c;
    } else {
      fmt::format_to(std::back_inserter(result), "\\x{:02X}", static_cast<unsigned char>(c));
    }
  }
  if (text.size() > kLongest) result += "...";
  result += '\'';
  return result;
}

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7F) {
      shown += '?';
    } else if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) {
      shown += '?';  // U+0080 … U+009F, the other control characters
      ++i;
    } else {
      shown += text[i];
    }
  }
  return shown;
}

}  // namespace ordo::util
