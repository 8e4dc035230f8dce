// Text that is a number and nothing else.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace ordo::util {

/// Nothing where the text is anything but a number of this type, or the number lies outside.
template <class Number>
[[nodiscard]] std::optional<Number> number_from(std::string_view text) noexcept {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}
template <class Number>
[[nodiscard]] std::optional<Number> number_from(std::string_view text, Number least, Number most) noexcept {
  const auto value = number_from<Number>(text);
  return value && *value >= least && *value <= most ? value : std::nullopt;
}

}  // namespace ordo::util
