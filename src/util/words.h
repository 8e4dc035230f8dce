// Splitting text into words as a shell does, for commands and what describes an engine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace ordo::util {

/// White space separates words, unless it stands in '…' or "…" or after a backslash. Inside '…' a backslash
/// is a backslash; inside "…" it makes only quotation marks and backslashes ordinary. Failing: what is left
/// open.
[[nodiscard]] Result<std::vector<std::string>, std::string> split_words(std::string_view text);

/// Words as split_words reads them.
[[nodiscard]] std::string join_words(const std::vector<std::string>& words);

}  // namespace ordo::util
