// Reading and writing whole text files without ever leaving half of one behind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "util/result.h"

namespace ordo::util {

/// The whole file, or "cannot read …" and why. More than `limit` bytes are refused.
[[nodiscard]] Result<std::string, std::string> read_text_file(const std::string& path, std::size_t limit);

enum class Replace : std::uint8_t { Never, Existing };
enum class Written : std::uint8_t { Done, FileExists };

/// Writes beside the target first and then renames, so that a failure leaves an existing file as it was.
/// FileExists: nothing was written, as nothing may be replaced. Failing: "cannot write …" and why.
[[nodiscard]] Result<Written, std::string> write_text_file(const std::string& path, std::string_view text,
                                                           Replace replace);

}  // namespace ordo::util
