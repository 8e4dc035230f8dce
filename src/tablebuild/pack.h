// From a solved table to the bytes of its files.
#pragma once

#include <cstdint>
#include <vector>

#include "tablebase/table_format.h"
#include "tablebuild/library.h"

namespace ordo::tablebuild {

struct PackedFiles {
  std::vector<std::uint8_t> values;
  std::vector<std::uint8_t> distances;
};

/// What a solved table says all in all.
[[nodiscard]] tablebase::Figures figures(const Library& library, Size size);

/// The same bytes whatever the number of threads.
[[nodiscard]] PackedFiles pack(const Library& library, Size size, int threads);

}  // namespace ordo::tablebuild
