// The reader of JSON texts: Boost.JSON's parser with a check for doubled members.
#include "util/json_reader.h"

#include <vector>

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>
#include <fmt/format.h>

#include "util/text.h"

namespace ordo::util {
namespace {

namespace json = boost::json;
using json::error_code;
using json::string_view;

/// Builds the value and remembers the names of the members of every object that is open.
class Builder {  // NOLINT(*-member-functions)
 public:
  static constexpr std::size_t max_object_size = JsonDocument::kMaxMembers;  // NOLINT(*-identifier-naming)
  static constexpr std::size_t max_array_size = std::size_t{1} << 16;        // NOLINT(*-identifier-naming)
  static constexpr std::size_t max_key_size = 64;                            // NOLINT(*-identifier-naming)
  static constexpr std::size_t max_string_size = std::size_t{1} << 20;       // NOLINT(*-identifier-naming)

  explicit Builder(json::storage_ptr memory) : stack_(memory) {
    stack_.reset(std::move(memory));
    names_.reserve(8);  // as many as nearly all messages have
  }

  [[nodiscard]] json::value release() { return stack_.release(); }
  [[nodiscard]] const std::optional<std::string>& doubled() const noexcept { return doubled_; }

  bool on_document_begin(error_code& /*ec*/) { return true; }
  bool on_document_end(error_code& /*ec*/) { return true; }
  bool on_object_begin(error_code& /*ec*/) {
    objects_.push_back(names_.size());
    return true;
  }
  bool on_object_end(std::size_t size, error_code& /*ec*/) {
    names_.resize(objects_.back());
    objects_.pop_back();
    stack_.push_object(size);
    return true;
  }
  bool on_array_begin(error_code& /*ec*/) { return true; }
  bool on_array_end(std::size_t size, error_code& /*ec*/) {
    stack_.push_array(size);
    return true;
  }
  bool on_key_part(string_view part, std::size_t /*size*/, error_code& /*ec*/) {
    key_.append(part.data(), part.size());
    stack_.push_chars(part);
    return true;
  }
  bool on_key(string_view part, std::size_t /*size*/, error_code& ec) {
    key_.append(part.data(), part.size());
    stack_.push_key(part);
    for (std::size_t i = objects_.back(); i < names_.size(); ++i) {
      if (names_[i] != key_) continue;
      doubled_ = key_;
      ec = json::error::extra_data;
      return false;
    }
    names_.push_back(std::move(key_));
    key_.clear();
    return true;
  }
  bool on_string_part(string_view part, std::size_t /*size*/, error_code& /*ec*/) {
    stack_.push_chars(part);
    return true;
  }
  bool on_string(string_view part, std::size_t /*size*/, error_code& /*ec*/) {
    stack_.push_string(part);
    return true;
  }
  bool on_number_part(string_view /*part*/, error_code& /*ec*/) { return true; }
  bool on_int64(std::int64_t number, string_view /*part*/, error_code& /*ec*/) {
    stack_.push_int64(number);
    return true;
  }
  bool on_uint64(std::uint64_t number, string_view /*part*/, error_code& /*ec*/) {
    stack_.push_uint64(number);
    return true;
  }
  bool on_double(double number, string_view /*part*/, error_code& /*ec*/) {
    stack_.push_double(number);
    return true;
  }
  bool on_bool(bool is_true, error_code& /*ec*/) {
    stack_.push_bool(is_true);
    return true;
  }
  bool on_null(error_code& /*ec*/) {
    stack_.push_null();
    return true;
  }
  bool on_comment_part(string_view /*part*/, error_code& /*ec*/) { return true; }
  bool on_comment(string_view /*part*/, error_code& /*ec*/) { return true; }

 private:
  json::value_stack stack_;
  std::string key_;
  std::vector<std::string> names_;    ///< of all open objects
  std::vector<std::size_t> objects_;  ///< where the names of each begin
  std::optional<std::string> doubled_;
};

[[nodiscard]] std::string_view kind_name(const json::value& value) {
  switch (value.kind()) {
    case json::kind::null:
      return "null";
    case json::kind::bool_:
      return "a boolean";
    case json::kind::string:
      return "a text";
    case json::kind::array:
      return "an array";
    case json::kind::object:
      return "an object";
    default:
      return "a number";
  }
}

}  // namespace

JsonDocument::JsonDocument(std::string_view text) : memory_(buffer_.data(), buffer_.size()) {
  json::parse_options options;
  options.max_depth = kMaxDepth;
  json::basic_parser<Builder> parser(options, json::storage_ptr(&memory_));
  error_code ec;
  const std::size_t end = parser.write_some(false, text.data(), text.size(), ec);
  if (!ec && end < text.size()) ec = json::error::extra_data;
  if (!ec) {
    value_.emplace(parser.handler().release());
    return;
  }
  if (const auto& doubled = parser.handler().doubled()) {
    error_ = fmt::format("The member {} is there twice.", quoted(*doubled));
  } else {
    error_ = fmt::format("This is no JSON we read: {} at byte {}.", ec.message(), end + 1);
  }
}

ObjectReader::ObjectReader(const json::value& value) : object_(value.if_object()) {
  if (object_ == nullptr) fail(fmt::format("Expected an object, not {}.", kind_name(value)));
}

ObjectReader::ObjectReader(const JsonDocument& document) {
  if (document.error()) {
    error_ = *document.error();
    return;
  }
  *this = ObjectReader(document.value());
}

bool ObjectReader::has(std::string_view name) const {
  return object_ != nullptr && object_->contains({name.data(), name.size()});
}

const json::value* ObjectReader::optional(std::string_view name) {
  if (failed()) return nullptr;
  const auto found = object_->find({name.data(), name.size()});
  if (found == object_->end()) return nullptr;
  asked_ |= std::uint32_t{1} << (found - object_->begin());
  return found->value().is_null() ? nullptr : &found->value();
}

const json::value* ObjectReader::required(std::string_view name) {
  const json::value* value = optional(name);
  if (value == nullptr) fail(fmt::format("The member '{}' is missing.", name));
  return value;
}

std::string_view ObjectReader::text(std::string_view name) {
  const json::value* value = required(name);
  if (value == nullptr) return {};
  if (const json::string* string = value->if_string()) return {string->data(), string->size()};
  fail(fmt::format("'{}' must be a text, not {}.", name, kind_name(*value)));
  return {};
}

std::int64_t ObjectReader::integer(std::string_view name, std::int64_t least, std::int64_t most) {
  const json::value* value = required(name);
  if (value == nullptr) return least;
  const std::int64_t* number = value->if_int64();
  if (number != nullptr && *number >= least && *number <= most) return *number;
  fail(fmt::format("'{}' must be a whole number from {} to {}.", name, least, most));
  return least;
}

bool ObjectReader::boolean(std::string_view name) {
  const json::value* value = required(name);
  if (value == nullptr) return false;
  if (const bool* is_true = value->if_bool()) return *is_true;
  fail(fmt::format("'{}' must be true or false, not {}.", name, kind_name(*value)));
  return false;
}

void ObjectReader::fail(std::string message) {
  if (!error_) error_ = std::move(message);
}

std::optional<std::string> ObjectReader::finish() {
  if (failed()) return error_;
  std::uint32_t bit = 1;
  for (const auto& member : *object_) {
    if ((asked_ & bit) == 0) {
      fail(fmt::format("There is no member {} here.",
                       quoted(std::string_view(member.key().data(), member.key().size()))));
      break;
    }
    bit <<= 1;
  }
  return error_;
}

}  // namespace ordo::util
