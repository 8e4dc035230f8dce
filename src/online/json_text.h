// Writing JSON by appending to a string: what is sent for every move must cost little.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace ordo::online {

/// In quotation marks and escaped. `text` is UTF-8, which is what reading accepts.
void append_json_string(std::string& json, std::string_view text);

/// An object (or array) in the making: members are separated as they come. The names are ours and need no
/// escaping.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& json) noexcept : json_(json) {}

  void open(char bracket) {
    separate();
    json_ += bracket;
    needs_comma_ = false;
  }
  void close(char bracket) {
    json_ += bracket;
    needs_comma_ = true;
  }
  void name(std::string_view name) {
    separate();
    json_.append(1, '"').append(name).append("\":");
    needs_comma_ = false;
  }
  void value(std::string_view text) {
    separate();
    append_json_string(json_, text);
  }
  void value(const char* text) { value(std::string_view(text)); }
  void value(std::integral auto number) {
    separate();
    if constexpr (std::same_as<decltype(number), bool>) {
      json_ += number ? "true" : "false";
    } else {
      const fmt::format_int digits(number);
      json_.append(digits.data(), digits.size());
    }
  }
  void null() { raw("null"); }
  /// JSON already.
  void raw(std::string_view json) {
    separate();
    json_ += json;
  }

  void member(std::string_view its_name, const auto& its_value) {
    name(its_name);
    value(its_value);
  }
  void raw_member(std::string_view its_name, std::string_view json) {
    name(its_name);
    raw(json);
  }

 private:
  void separate() {
    if (needs_comma_) json_ += ',';
    needs_comma_ = true;
  }

  std::string& json_;
  bool needs_comma_ = false;
};

}  // namespace ordo::online
