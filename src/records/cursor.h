// A place in the text of a record, and what is wrong with it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "records/record.h"
#include "util/text.h"

namespace ordo::records {

/// Moves from left to right. Functions that return bool return false once something is wrong; what and
/// where is then in error().
class RecordCursor {
 public:
  explicit RecordCursor(std::string_view text) noexcept : text_(text) {}

  [[nodiscard]] std::size_t at() const noexcept { return at_; }
  /// Skips white space.
  [[nodiscard]] bool at_end() noexcept {
    while (at_ < text_.size() && util::is_space(text_[at_])) ++at_;
    return at_ == text_.size();
  }
  /// A NUL at the end of the text.
  [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip(std::size_t count = 1) noexcept { at_ = std::min(at_ + count, text_.size()); }
  template <class Belongs>
  std::string_view take_while(Belongs&& belongs) noexcept {
    const std::size_t start = at_;
    while (at_ < text_.size() && belongs(text_[at_])) ++at_;
    return since(start);
  }
  [[nodiscard]] std::string_view since(std::size_t start) const noexcept {
    return text_.substr(start, at_ - start);
  }
  [[nodiscard]] std::string_view rest() const noexcept { return text_.substr(at_); }

  [[nodiscard]] bool begins_comment() const noexcept { return peek() == '{' || peek() == ';'; }
  /// Adds the words of `{…}`, or of `;` to the end of the line.
  [[nodiscard]] bool read_comment(std::string& comment);

  /// Always false.
  bool fail(std::size_t at, std::string message);
  /// Where the last failure was, counted in lines and characters.
  [[nodiscard]] RecordError error() const;

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t error_at_ = 0;
  std::string message_;
};

}  // namespace ordo::records
