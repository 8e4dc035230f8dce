// A tree in as few letters as fit into the address of a page.
#pragma once

#include <string>
#include <string_view>

#include "study/tree.h"
#include "util/result.h"

namespace ordo::study {

/// The longest text that is read.
inline constexpr std::size_t kMaxPacked = std::size_t{1} << 18;

/// Letters, digits, '-' and '_'. A turn takes as many bits as number the parts that may be played, sorted:
/// the format rests on the rules and on nothing else, so that old addresses stay good.
[[nodiscard]] std::string pack(const Tree& tree);

/// What pack wrote; or why it is nothing of the kind.
[[nodiscard]] util::Result<Tree, std::string> unpack(std::string_view text);

}  // namespace ordo::study
