// A recursive reader: one function for each kind of value.
#include "support/json.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace ordo::support {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Json document() {
    Json value = any();
    if (peek() != '\0') fail("the end");
    return value;
  }

 private:
  Json any() {
    switch (peek()) {
      case '{':
        return Json(object());
      case '[':
        return Json(array());
      case '"':
        return Json(string());
      default:
        return Json(number());
    }
  }

  Json::Object object() {
    Json::Object members;
    expect('{');
    if (accept('}')) return members;
    do {
      std::string name = string();
      expect(':');
      if (!members.emplace(std::move(name), any()).second) fail("a new name");
    } while (accept(','));
    expect('}');
    return members;
  }

  Json::Array array() {
    Json::Array items;
    expect('[');
    if (accept(']')) return items;
    do items.push_back(any());
    while (accept(','));
    expect(']');
    return items;
  }

  std::string string() {
    expect('"');
    const std::size_t end = text_.find_first_of("\"\\", at_);
    if (end == std::string_view::npos || text_[end] != '"') fail("a string without escapes");
    std::string text(text_.substr(at_, end - at_));
    at_ = end + 1;
    return text;
  }

  std::uint64_t number() {
    std::uint64_t value = 0;
    const std::size_t start = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      value = value * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
    }
    if (at_ == start) fail("a value");
    return value;
  }

  char peek() {
    while (at_ < text_.size() && std::string_view(" \n\r\t").find(text_[at_]) != std::string_view::npos)
      ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail(std::string(1, c));
  }
  [[noreturn]] void fail(const std::string& wanted) const {
    throw std::runtime_error("JSON: expected " + wanted + " at byte " + std::to_string(at_));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Json parse_json(std::string_view text) { return Reader(text).document(); }

Json read_json(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  return parse_json(text.str());
}

}  // namespace ordo::support
