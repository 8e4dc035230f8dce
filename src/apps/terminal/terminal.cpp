// What the terminal can show: colours, and letters beyond ASCII.
#include "apps/terminal/terminal.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <unistd.h>

namespace ordo::apps {

std::string process_environment(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  return value == nullptr ? std::string() : std::string(value);
}

Palette choose_palette(ColorWhen when, bool on_terminal, const Environment& environment) {
  if (when == ColorWhen::Never) return Palette::None;
  if (when == ColorWhen::Auto) {
    const std::string term = environment("TERM");
    if (!on_terminal || !environment("NO_COLOR").empty() || term.empty() || term == "dumb")
      return Palette::None;
  }
  const std::string depth = environment("COLORTERM");
  return depth == "truecolor" || depth == "24bit" ? Palette::Full : Palette::Indexed;
}

bool is_utf8(const Environment& environment) {
  for (const std::string_view name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string locale = environment(name);
    if (locale.empty()) continue;
    std::erase(locale, '-');
    std::ranges::transform(locale, locale.begin(), [](unsigned char c) { return std::tolower(c); });
    return locale.find("utf8") != std::string::npos;
  }
  return false;
}

bool stdin_is_terminal() { return isatty(STDIN_FILENO) != 0; }
bool stdout_is_terminal() { return isatty(STDOUT_FILENO) != 0; }
bool stderr_is_terminal() { return isatty(STDERR_FILENO) != 0; }

}  // namespace ordo::apps
