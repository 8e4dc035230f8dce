// What the terminal can show: colours, and letters beyond ASCII.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ordo::apps {

/// How many colours a drawing may use.
enum class Palette : std::uint8_t {
  None,     ///< plain text
  Indexed,  ///< the 256 colours nearly every terminal has
  Full,     ///< any colour
};

enum class ColorWhen : std::uint8_t { Auto, Always, Never };

/// The value of an environment variable; empty if it is not set.
using Environment = std::function<std::string(std::string_view)>;

[[nodiscard]] std::string process_environment(std::string_view name);

/// Auto: only on a terminal that is not "dumb", and not if NO_COLOR is set (https://no-color.org).
[[nodiscard]] Palette choose_palette(ColorWhen when, bool on_terminal, const Environment& environment);

/// Whether the locale's character set is UTF-8.
[[nodiscard]] bool is_utf8(const Environment& environment);

[[nodiscard]] bool stdin_is_terminal();
[[nodiscard]] bool stdout_is_terminal();
[[nodiscard]] bool stderr_is_terminal();

}  // namespace ordo::apps
