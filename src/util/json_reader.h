// Reading JSON strictly: nothing doubled, nothing unknown, nothing of another type than expected.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/value.hpp>

namespace ordo::util {

/// A text read as one JSON value, with the memory it lies in.
class JsonDocument {
 public:
  /// Refused: what is no JSON (with its encoding: valid UTF-8), an object that has a member twice or more
  /// than kMaxMembers, and what is nested deeper than kMaxDepth.
  explicit JsonDocument(std::string_view text);
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;
  ~JsonDocument() = default;

  static constexpr std::size_t kMaxMembers = 32;
  static constexpr std::size_t kMaxDepth = 32;

  /// What is wrong with the text; nothing: value() is there.
  [[nodiscard]] const std::optional<std::string>& error() const noexcept { return error_; }
  [[nodiscard]] const boost::json::value& value() const noexcept { return *value_; }

 private:
  std::array<unsigned char, 2048> buffer_;  ///< enough for all but plans, so that a move allocates nothing
  boost::json::monotonic_resource memory_;
  std::optional<boost::json::value> value_;
  std::optional<std::string> error_;
};

/// The members of one object, each asked for once. The first thing that is wrong is kept, and everything
/// asked for afterwards is empty; so one question at the end is enough.
class ObjectReader {
 public:
  explicit ObjectReader(const boost::json::value& value);
  explicit ObjectReader(const JsonDocument& document);

  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] std::string_view text(std::string_view name);
  [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t least, std::int64_t most);
  [[nodiscard]] bool boolean(std::string_view name);
  /// Anything but null, which counts as missing; nothing if there is none.
  [[nodiscard]] const boost::json::value* optional(std::string_view name);
  /// Nothing only after something went wrong.
  [[nodiscard]] const boost::json::value* required(std::string_view name);

  /// Something that was read makes no sense.
  void fail(std::string message);
  [[nodiscard]] bool failed() const noexcept { return error_.has_value(); }
  /// To be asked at the end: what was wrong, members nobody asked for included.
  [[nodiscard]] std::optional<std::string> finish();

 private:
  const boost::json::object* object_ = nullptr;
  std::uint32_t asked_ = 0;  ///< by the place of the member in the object
  std::optional<std::string> error_;
};

}  // namespace ordo::util
