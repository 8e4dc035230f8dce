// A tile of a table: how its values and distances are predicted from those before them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tablebase/coder.h"
#include "tablebase/connected_sets.h"
#include "tablebase/verdict.h"

namespace ordo::tablebase {

/// At most so many cells are packed together, and unpacked at once.
inline constexpr std::size_t kTileCells = 21504;

/// Where a tile lies in its table.
struct Tile {
  std::uint32_t first_row;
  std::uint32_t end_row;
  std::uint32_t first_column;
  std::uint32_t end_column;
  std::uint32_t width;  ///< of most tiles; those at the end may have fewer columns

  [[nodiscard]] std::uint32_t rows() const noexcept { return end_row - first_row; }
  [[nodiscard]] std::uint32_t columns() const noexcept { return end_column - first_column; }
  /// Of the cell so many rows and columns from its first one.
  [[nodiscard]] std::size_t place(std::uint32_t row, std::uint32_t column) const noexcept {
    return std::size_t{row} * width + column;
  }
};

/// The tiles of a table. They are as high as can be and narrow: whatever one side does, the other has not
/// moved meanwhile, so what all its quiet turns lead to stands in one column, or in that and its mirror
/// image.
class Tiling {
 public:
  Tiling(std::uint32_t rows, std::uint32_t columns) noexcept
      : rows_(rows),
        columns_(columns),
        width_(std::clamp(static_cast<std::uint32_t>(kTileCells) / rows, std::min(kLeastWidth, columns),
                          columns)),
        height_(std::min(static_cast<std::uint32_t>(kTileCells) / width_, rows)),
        across_((columns + width_ - 1) / width_) {}

  [[nodiscard]] std::uint32_t count() const noexcept { return across_ * ((rows_ + height_ - 1) / height_); }
  [[nodiscard]] Tile operator[](std::uint32_t index) const noexcept {
    const std::uint32_t row = index / across_ * height_;
    const std::uint32_t column = index % across_ * width_;
    return {row, std::min(row + height_, rows_), column, std::min(column + width_, columns_), width_};
  }
  [[nodiscard]] std::uint32_t index(Cell cell) const noexcept {
    return cell.row / height_ * across_ + cell.column / width_;
  }
  /// The place of a cell in its tile.
  [[nodiscard]] std::size_t place(Cell cell) const noexcept {
    return std::size_t{cell.row % height_} * width_ + cell.column % width_;
  }

 private:
  static constexpr std::uint32_t kLeastWidth = 2;  ///< the next column says much about one

  std::uint32_t rows_;
  std::uint32_t columns_;
  std::uint32_t width_;
  std::uint32_t height_;
  std::uint32_t across_;
};

/// The cells of a tile, each at its place. Values are those of Value; distances are of lost positions, in
/// turns of the loser.
using TileCells = std::array<std::uint8_t, kTileCells>;
inline constexpr std::uint8_t kFreeDistance = 255;

/// What is expected of distances, at the beginning of every tile.
using DistanceModel = std::vector<Chance>;
inline constexpr std::size_t kDistanceChances = std::size_t{6} * 8 * 24;

namespace detail {

/// The earlier cells that a cell is predicted from: the mover's set a file aside or a rank lower, the waiting
/// side's, and both. Where there is none in the tile, another one stands for it.
struct Around {
  std::array<std::size_t, 6> cell;
};

/// Calls visit(place, around) for each cell of a tile but the first, in the order in which they are packed.
/// The first has nothing before it: it is its own neighbour.
template <class Visit>
void for_each_cell(const Tile& tile, const ConnectedSets& movers, const ConnectedSets& waiting,
                   Visit&& visit) {
  const auto inside = [](std::uint32_t earlier, std::uint32_t first, std::uint32_t here) {
    return earlier < here && earlier >= first ? earlier - first : here > first ? here - first - 1 : 0;
  };
  std::vector<std::uint32_t> beside(tile.columns());
  std::vector<std::uint32_t> below(tile.columns());
  for (std::uint32_t column = tile.first_column; column < tile.end_column; ++column) {
    const auto& near = movers.neighbours(column);
    const std::uint32_t at = column - tile.first_column;
    beside[at] = inside(near.beside, tile.first_column, column);
    below[at] =
        near.below < column && near.below >= tile.first_column ? near.below - tile.first_column : beside[at];
  }
  for (std::uint32_t row = tile.first_row; row < tile.end_row; ++row) {
    const auto& near = waiting.neighbours(waiting.of_row(row));
    const std::uint32_t row_beside = inside(waiting.row(near.beside), tile.first_row, row);
    const std::uint32_t below_row = waiting.row(near.below);
    const std::uint32_t row_below =
        below_row < row && below_row >= tile.first_row ? below_row - tile.first_row : row_beside;
    const std::uint32_t here = row - tile.first_row;
    for (std::uint32_t c = 0; c < tile.columns(); ++c) {
      visit(tile.place(here, c),
            Around{{tile.place(here, beside[c]), tile.place(here, below[c]), tile.place(row_beside, c),
                    tile.place(row_below, c), tile.place(row_beside, beside[c]),
                    tile.place(row_below, below[c])}});
    }
  }
}

}  // namespace detail

/// Packs or unpacks the distances of lost positions: `coder` is an Encoder or a Decoder, `model` is used up.
/// `values` are those of the tile; a position that nobody asks about may have kFreeDistance, and gets what
/// costs least.
template <class Coder>
void code_distances(Coder& coder, DistanceModel& model, const Tile& tile, const ConnectedSets& movers,
                    const ConnectedSets& waiting, const TileCells& values, TileCells& cells) {
  constexpr auto kLoss = static_cast<std::uint8_t>(Value::Loss);
  constexpr std::size_t kSteps = 8;
  detail::for_each_cell(tile, movers, waiting, [&](std::size_t place, const detail::Around& around) {
    if (values[place] != kLoss) {
      cells[place] = 0;
      return;
    }
    // Up to two guesses, by the neighbours that are lost as well, and how many of them agree with the first.
    std::array<std::uint8_t, 2> guess{1, 0};
    std::size_t guesses = 0;
    std::size_t votes = 0;
    constexpr std::array<std::size_t, 5> kOrder = {4, 2, 0, 3, 1};
    for (const std::size_t i : kOrder) {
      const std::size_t cell = around.cell[i];
      if (cell >= place || values[cell] != kLoss) continue;
      if (guesses == 0) guess[guesses++] = cells[cell];
      if (cells[cell] == guess[0]) {
        ++votes;
      } else if (guesses == 1) {
        guess[guesses++] = cells[cell];
      }
    }
    Chance* chances = &model[(votes * 8 + std::min<std::size_t>(guess[0], 7)) * 24];
    std::uint8_t distance = cells[place] == kFreeDistance ? guess[0] : cells[place];
    if (coder(chances[0], distance == guess[0])) {
      cells[place] = guess[0];
    } else if (guesses == 2 && coder(chances[1], distance == guess[1])) {
      cells[place] = guess[1];
    } else {
      const bool more = coder(chances[2], distance > guess[0]);
      const int off = (more ? distance - guess[0] : guess[0] - distance) - 1;
      int count = 0;
      while (count < kMostPlies &&
             coder(chances[(more ? 4 : 4 + kSteps) +
                           std::min<std::size_t>(static_cast<std::size_t>(count), kSteps - 1)],
                   off > count))
        ++count;
      cells[place] = static_cast<std::uint8_t>(more ? guess[0] + 1 + count : guess[0] - 1 - count);
    }
  });
}

}  // namespace ordo::tablebase
