// Strings and fractions of JSON.
#include "util/json_writer.h"

#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace ordo::util {

void append_json_string(std::string& json, std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  json += '"';
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    json += text.substr(done, i - done);
    done = i + 1;
    json += '\\';
    if (byte >= 0x20) {
      json += text[i];
    } else {
      json.append("u00").append(1, kDigits[byte >> 4]).append(1, kDigits[byte & 0xF]);
    }
  }
  json += text.substr(done);
  json += '"';
}

void JsonWriter::fixed(double number, int digits) {
  if (!std::isfinite(number)) return null();
  separate();
  fmt::format_to(std::back_inserter(json_), "{:.{}f}", number, digits);
}

}  // namespace ordo::util
