// Which ordo this is.
#pragma once

#include <string_view>

namespace ordo::util {

/// As in "0.1.0".
[[nodiscard]] std::string_view version_number() noexcept;

/// With the commit it was built from, as in "0.1.0+1a2b3c4", or "0.1.0+1a2b3c4-dirty" if files were changed
/// since; "0.1.0+unknown" if it was built without git.
[[nodiscard]] std::string_view version() noexcept;

}  // namespace ordo::util
