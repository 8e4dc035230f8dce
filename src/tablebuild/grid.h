// A table while it is made: a code for each cell.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include <sys/mman.h>

#include "tablebase/verdict.h"

namespace ordo::tablebuild {

using tablebase::Code;

class Grid {
 public:
  Grid() = default;
  Grid(std::uint32_t rows, std::uint32_t columns, Code code)
      : rows_(rows), columns_(columns), cells_(allocate(std::size_t{rows} * columns)) {
    std::fill_n(cells_.get(), std::size_t{rows} * columns, code);
  }

  [[nodiscard]] bool exists() const noexcept { return cells_ != nullptr; }
  [[nodiscard]] std::uint32_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::uint32_t columns() const noexcept { return columns_; }
  [[nodiscard]] Code* row(std::uint32_t row) noexcept { return cells_.get() + std::size_t{row} * columns_; }
  [[nodiscard]] const Code* row(std::uint32_t row) const noexcept {
    return cells_.get() + std::size_t{row} * columns_;
  }
  [[nodiscard]] Code at(std::uint32_t r, std::uint32_t column) const noexcept { return row(r)[column]; }

 private:
  struct Free {
    void operator()(Code* cells) const noexcept { std::free(cells); }  // NOLINT(*-no-malloc)
  };
  using Cells = std::unique_ptr<Code[], Free>;  // NOLINT(*-avoid-c-arrays)

  /// Large pages where the system has them: tables are walked across their rows.
  [[nodiscard]] static Cells allocate(std::size_t bytes) {
    constexpr std::size_t kPage = std::size_t{2} << 20;
    const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
    Cells cells(static_cast<Code*>(bytes < kPage ? std::malloc(bytes + 1)  // NOLINT(*-no-malloc)
                                                 : std::aligned_alloc(kPage, whole)));
    if (cells == nullptr) throw std::bad_alloc();
    if (bytes >= kPage) (void)::madvise(cells.get(), whole, MADV_HUGEPAGE);
    return cells;
  }

  std::uint32_t rows_ = 0;
  std::uint32_t columns_ = 0;
  Cells cells_;
};

}  // namespace ordo::tablebuild
