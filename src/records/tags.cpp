// Reading the tags of a record.
#include "records/tags.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "util/text.h"

namespace ordo::records {
namespace {

using util::is_control;
using util::is_digit;
using util::lower;
using util::quoted;

[[nodiscard]] bool belongs_to_name(char c) noexcept {
  return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || c == '_';
}

[[nodiscard]] bool read_value(RecordCursor& cursor, std::string& value) {
  const std::size_t start = cursor.at();
  for (cursor.skip(); cursor.peek() != '"'; cursor.skip()) {
    if (cursor.rest().empty() || cursor.peek() == '\n') {
      return cursor.fail(start, "the value is not closed: missing '\"'");
    }
    if (cursor.peek() == '\\') {
      cursor.skip();
      if (cursor.peek() != '"' && cursor.peek() != '\\') {
        return cursor.fail(cursor.at() - 1, "a backslash stands only before '\"' or another backslash");
      }
    }
    value += is_control(cursor.peek()) ? ' ' : cursor.peek();
  }
  cursor.skip();
  return true;
}

[[nodiscard]] std::optional<rules::Variant> variant_of_title(std::string_view title) {
  std::string word;
  for (const char c : title) {
    if (c != ' ') word += lower(c);
  }
  return rules::variant_from(word);
}

[[nodiscard]] bool has(const TagSection& tags, std::string_view name) {
  if (name == "Variant") return tags.variant.has_value();
  if (name == "FEN") return tags.fen.has_value();
  if (name == "Result") return tags.result.has_value();
  return (name == "Termination" && tags.ending) ||
         std::any_of(tags.others.begin(), tags.others.end(),
                     [&](const Tag& tag) { return tag.name == name; });
}

/// `at`: where the value stands.
[[nodiscard]] bool keep(RecordCursor& cursor, Tag tag, std::size_t at, TagSection& tags) {
  if (tag.name == "Variant") {
    const auto variant = variant_of_title(tag.value);
    if (!variant) {
      return cursor.fail(at, fmt::format("unknown Variant {}: expected Ordo or Ordo X", quoted(tag.value)));
    }
    tags.variant = {*variant, at};
  } else if (tag.name == "FEN") {
    tags.fen = {std::move(tag.value), at};
  } else if (tag.name == "Result") {
    const auto result = rules::game_result_from(tag.value);
    if (!result) {
      return cursor.fail(
          at, fmt::format("unknown Result {}: expected 1-0, 0-1, 1/2-1/2 or *", quoted(tag.value)));
    }
    tags.result = {*result, at};
  } else if (const auto ending = rules::ending_from(tag.value); tag.name == "Termination" && ending) {
    tags.ending = {*ending, at};
  } else {
    tags.others.push_back(std::move(tag));
    if (tags.others.size() > kMaxTags) return cursor.fail(at, fmt::format("more than {} tags", kMaxTags));
  }
  return true;
}

[[nodiscard]] bool read_tag(RecordCursor& cursor, TagSection& tags) {
  cursor.skip();
  if (cursor.at_end() || !belongs_to_name(cursor.peek())) {
    return cursor.fail(cursor.at(), "expected the name of a tag after '[', as in [White \"Ada\"]");
  }
  const std::size_t name_at = cursor.at();
  Tag tag;
  tag.name = cursor.take_while(belongs_to_name);
  if (has(tags, tag.name))
    return cursor.fail(name_at, fmt::format("the tag {} appears twice", quoted(tag.name)));
  if (cursor.at_end() || cursor.peek() != '"') {
    return cursor.fail(cursor.at(),
                       fmt::format("expected the value of the tag {} in quotation marks", quoted(tag.name)));
  }
  const std::size_t value_at = cursor.at();
  if (!read_value(cursor, tag.value)) return false;
  if (cursor.at_end() || cursor.peek() != ']') {
    return cursor.fail(cursor.at(), fmt::format("expected ']' at the end of the tag {}", quoted(tag.name)));
  }
  cursor.skip();
  return keep(cursor, std::move(tag), value_at, tags);
}

}  // namespace

bool is_tag_name(std::string_view name) noexcept {
  return !name.empty() && std::all_of(name.begin(), name.end(), belongs_to_name);
}

bool read_tags(RecordCursor& cursor, TagSection& tags, std::string& comment) {
  while (!cursor.at_end()) {
    if (cursor.peek() == '[') {
      if (!read_tag(cursor, tags)) return false;
    } else if (cursor.begins_comment()) {
      if (!cursor.read_comment(comment)) return false;
    } else {
      break;
    }
  }
  return true;
}

}  // namespace ordo::records
