// Arguments of the form name=value, as the tools for those who change the evaluation take them.
#pragma once

#include <charconv>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "rules/variant.h"

namespace ordo::tools {

/// Whether the text is a number that is not negative, and nothing else.
template <class Number>
[[nodiscard]] bool read_number(std::string_view text, Number& number) {
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && number >= Number{};
}
template <class Number>
[[nodiscard]] bool read_positive(std::string_view text, Number& number) {
  return read_number(text, number) && number > Number{};
}
[[nodiscard]] inline bool read_text(std::string_view text, std::string& to) {
  to = text;
  return !text.empty();
}
[[nodiscard]] inline bool read_variant(std::string_view text, rules::Variant& to) {
  const auto variant = rules::variant_from(text);
  to = variant.value_or(to);
  return variant.has_value();
}

/// Hands every argument to `use(name, value)`, which says whether it makes sense. The exit code if that is
/// all there is to do: help was asked for, or something made no sense and was complained of.
[[nodiscard]] inline std::optional<int> read_arguments(
    int argc, char** argv, std::string_view program, std::string_view help,
    const std::function<bool(std::string_view name, std::string_view value)>& use) {
  if (argc < 2 || std::string_view(argv[1]) == "--help") {
    std::cout << help;
    return 0;
  }
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const auto cut = argument.find('=');
    const std::string_view value = cut == std::string_view::npos ? "" : argument.substr(cut + 1);
    if (!use(argument.substr(0, cut), value)) {
      std::cerr << program << ": cannot use '" << argument << "'; see " << program << " --help\n";
      return 2;
    }
  }
  return std::nullopt;
}

}  // namespace ordo::tools
