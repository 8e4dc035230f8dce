// Taking apart what nodes say to each other.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
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

}  // namespace ordo::server
