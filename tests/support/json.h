// A reader for the JSON files in tests/data: objects, arrays, strings and whole numbers, which is all they
// hold.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ordo::support {

class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::map<std::string, Json, std::less<>>;

  Json() = default;
  explicit Json(std::uint64_t number) : value_(number) {}
  explicit Json(std::string text) : value_(std::move(text)) {}
  explicit Json(Array array) : value_(std::move(array)) {}
  explicit Json(Object object) : value_(std::move(object)) {}

  /// Each throws std::bad_variant_access if the value is of another kind.
  [[nodiscard]] std::uint64_t number() const { return std::get<std::uint64_t>(value_); }
  [[nodiscard]] const std::string& text() const { return std::get<std::string>(value_); }
  [[nodiscard]] const Array& array() const { return std::get<Array>(value_); }
  [[nodiscard]] const Object& object() const { return std::get<Object>(value_); }

 private:
  std::variant<std::monostate, std::uint64_t, std::string, Array, Object> value_;
};

/// Throws std::runtime_error where the text is not what this reader knows.
[[nodiscard]] Json parse_json(std::string_view text);
[[nodiscard]] Json read_json(const std::filesystem::path& file);

}  // namespace ordo::support
