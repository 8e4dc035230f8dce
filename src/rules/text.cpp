// Words, and quoting what was read.
#include "rules/text.h"

#include <iterator>

#include <fmt/format.h>

namespace ordo::rules {

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

}  // namespace ordo::rules
