// Taking apart what nodes say to each other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ordo::server {

/// The words of a text, if there are exactly so many.
template <std::size_t N>
[[nodiscard]] std::optional<std::array<std::string_view, N>> notice_words(std::string_view text) {
  std::array<std::string_view, N> words;
  for (std::size_t i = 0; i < N; ++i) {
    const std::size_t space = text.find(' ');
    if ((space == std::string_view::npos) != (i + 1 == N)) return std::nullopt;
    words[i] = text.substr(0, space);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  }
  return words;
}

/// A name, which comes with a + for each blank.
[[nodiscard]] inline std::string name_in_notice(std::string_view word) {
  std::string name(word);
  std::ranges::replace(name, '+', ' ');
  return name;
}

}  // namespace ordo::server
