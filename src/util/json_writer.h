// Writing JSON by appending to a string: what is sent for every move must cost little.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace ordo::util {

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
    json_ += '"';
    json_ += name;
    json_.append("\":", 2);
    needs_comma_ = false;
  }
  /// A name that is not ours.
  void foreign_name(std::string_view name) {
    value(name);
    json_ += ':';
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
      std::array<char, 20> digits;  // NOLINT(*-member-init): as many as 64 bits can take
      json_.append(digits.data(), std::to_chars(digits.begin(), digits.end(), number).ptr);
    }
  }
  void null() { raw("null"); }
  /// With so many digits after the point; what is no number is null.
  void fixed(double number, int digits);
  /// JSON already.
  void raw(std::string_view json) {
    separate();
    json_ += json;
  }

  void member(std::string_view its_name, const auto& its_value) {
    name(its_name);
    value(its_value);
  }
  void fixed_member(std::string_view its_name, double number, int digits) {
    name(its_name);
    fixed(number, digits);
  }
  void raw_member(std::string_view its_name, std::string_view json) {
    name(its_name);
    raw(json);
  }
  /// An array, each element of which is written by `write`.
  void list_member(std::string_view its_name, const auto& list, const auto& write) {
    name(its_name);
    open('[');
    for (const auto& element : list) write(element);
    close(']');
  }

 private:
  void separate() {
    if (needs_comma_) json_ += ',';
    needs_comma_ = true;
  }

  std::string& json_;
  bool needs_comma_ = false;
};

/// One object, the members of which are written by `write(JsonWriter&)`.
[[nodiscard]] std::string json_object(const auto& write) {
  std::string text;
  JsonWriter json(text);
  json.open('{');
  write(json);
  json.close('}');
  return text;
}

}  // namespace ordo::util
