// Comments, and counting lines and characters up to a mistake.
#include "records/cursor.h"

#include <algorithm>
#include <utility>

namespace ordo::records {

bool RecordCursor::read_comment(std::string& comment) {
  const std::size_t start = at_;
  const char last = peek() == '{' ? '}' : '\n';
  const std::size_t end = text_.find(last, start);
  if (end == std::string_view::npos && last == '}')
    return fail(start, "the comment is not closed: missing '}'");
  at_ = std::min(end, text_.size());
  util::append_words(comment, text_.substr(start + 1, at_ - start - 1));
  skip();
  return true;
}

bool RecordCursor::fail(std::size_t at, std::string message) {
  error_at_ = at;
  message_ = std::move(message);
  return false;
}

RecordError RecordCursor::error() const {
  const std::string_view before = text_.substr(0, error_at_);
  const std::size_t line_start = before.rfind('\n') + 1;  // 0 on the first line: npos + 1
  const std::string_view line = before.substr(line_start);
  const auto is_character = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  };  // of UTF-8
  return {static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<std::size_t>(std::count_if(line.begin(), line.end(), is_character)) + 1, message_};
}

}  // namespace ordo::records
