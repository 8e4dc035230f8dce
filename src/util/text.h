// What the readers of positions, turns and records share: white space, and quoting what was read.
#pragma once

#include <string>
#include <string_view>

namespace ordo::util {

[[nodiscard]] constexpr bool is_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// Upper-case ASCII letters made lower-case, whatever the locale.
[[nodiscard]] constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Without white space at either end.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Whether the byte is a control character of ASCII. Bytes of UTF-8 are not.
[[nodiscard]] constexpr bool is_control(char c) noexcept {
  return static_cast<unsigned char>(c) < 0x20 || c == '\x7F';
}

/// Adds the words of `more`, one space before each that is not the first. Words are what spaces and
/// control characters separate.
void append_words(std::string& words, std::string_view more);

/// For messages: in quotation marks, shortened if long, and printable ASCII whatever was read, so that a
/// message can go to any terminal, log or JSON. A byte that is not printable becomes \xHH.
[[nodiscard]] std::string quoted(std::string_view text);
[[nodiscard]] inline std::string quoted(char c) { return quoted(std::string_view(&c, 1)); }

/// The text without what could command a terminal: control characters become "?". For words that come
/// from files and arguments and are shown as they are.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace ordo::util
