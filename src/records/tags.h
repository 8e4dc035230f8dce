// The tags of a record as they stand in the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "records/cursor.h"
#include "records/record.h"

namespace ordo::records {

/// Something read, and where it stands in the text.
template <class T>
struct Found {
  T value;
  std::size_t at = 0;
};

struct TagSection {
  std::optional<Found<rules::Variant>> variant;
  std::optional<Found<std::string>> fen;
  std::optional<Found<rules::GameResult>> result;
  std::optional<Found<rules::Ending>> ending;
  std::vector<Tag> others;
};

/// Letters, digits and '_', at least one.
[[nodiscard]] bool is_tag_name(std::string_view name) noexcept;

/// Reads tags, and the comments between them, up to the first thing that is neither.
[[nodiscard]] bool read_tags(RecordCursor& cursor, TagSection& tags, std::string& comment);

}  // namespace ordo::records
