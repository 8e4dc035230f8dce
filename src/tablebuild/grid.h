// A table while it is made: a code for each cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tablebase/verdict.h"

namespace ordo::tablebuild {

using tablebase::Code;

class Grid {
 public:
  Grid() = default;
  Grid(std::uint32_t rows, std::uint32_t columns, Code code)
      : rows_(rows), columns_(columns), cells_(std::size_t{rows} * columns, code) {}

  [[nodiscard]] bool exists() const noexcept { return !cells_.empty(); }
  [[nodiscard]] std::uint32_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::uint32_t columns() const noexcept { return columns_; }
  [[nodiscard]] Code* row(std::uint32_t row) noexcept { return cells_.data() + std::size_t{row} * columns_; }
  [[nodiscard]] const Code* row(std::uint32_t row) const noexcept {
    return cells_.data() + std::size_t{row} * columns_;
  }
  [[nodiscard]] Code at(std::uint32_t r, std::uint32_t column) const noexcept { return row(r)[column]; }

 private:
  std::uint32_t rows_ = 0;
  std::uint32_t columns_ = 0;
  std::vector<Code> cells_;
};

}  // namespace ordo::tablebuild
