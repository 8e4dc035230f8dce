// The games of a file written anew, one of them with what the engine found.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "thinking/report.h"

namespace ordo::apps {

/// Reads all games of `from`, annotates the one of that number, from 1, and writes them to `to`, which may be
/// the same file. `answers`: for each of its positions. Nothing if all went well; else why not.
[[nodiscard]] std::optional<std::string> write_annotated(const std::string& from, std::size_t number,
                                                         std::span<const thinking::Answer> answers,
                                                         const std::string& to);

}  // namespace ordo::apps
