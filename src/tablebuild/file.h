// Files that are there as a whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "tablebuild/library.h"

namespace ordo::tablebuild {

/// Written beside its place, brought to the disk, then put there: whoever is killed meanwhile leaves the old
/// file or none. Throws std::system_error.
void write_whole(const std::filesystem::path& path, std::span<const std::span<const std::uint8_t>> parts);

/// How far a table is: solved, with all that larger ones need, or as sweeps so far have left it.
enum class Progress : std::uint8_t { Done, Halfway };

/// A table without any compression: so that a build that was interrupted goes on. Throws std::system_error.
void save_codes(const Library& library, Size size, Progress progress, const std::filesystem::path& path);
/// False if there is no such file, or it is not whole, or of something else; the library is then as it was.
[[nodiscard]] bool load_codes(Library& library, Size size, Progress progress,
                              const std::filesystem::path& path);

}  // namespace ordo::tablebuild
