// The connected sets of so many pieces, numbered: what tables are indexed by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/bitboard.h"

namespace ordo::tablebase {

using rules::Bitboard;

/// A side as it sees itself, going up: connected, and nobody on the enemy's home row, rank 8. First come
/// those sets that differ from their mirror image, one of each two, those of one shape together; then their
/// mirror images in the same order; then those that are their own. So the mirror image of a number is found
/// without looking at the board, and the numbers up to mirror images, the rows of a table, are those without
/// the second stretch.
class ConnectedSets {
 public:
  static constexpr int kMostPieces = 7;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// 1 to kMostPieces.
  explicit ConnectedSets(int pieces);

  [[nodiscard]] int pieces() const noexcept { return pieces_; }
  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(sets_.size()); }
  [[nodiscard]] std::uint32_t rows() const noexcept { return size() - twins_; }
  /// How many differ from their mirror image and come before it.
  [[nodiscard]] std::uint32_t twins() const noexcept { return twins_; }

  [[nodiscard]] Bitboard operator[](std::uint32_t number) const noexcept { return sets_[number]; }
  /// The number of a set; kNone if it is not one of these.
  [[nodiscard]] std::uint32_t number(Bitboard set) const noexcept {
    for (std::size_t slot = first_slot(set);; slot = (slot + 1) & mask_) {
      const std::uint32_t number = slots_[slot];
      if (number == kNone || sets_[number] == set) return number;
    }
  }

  [[nodiscard]] std::uint32_t mirrored(std::uint32_t number) const noexcept {
    return number < twins_ ? number + twins_ : number < 2 * twins_ ? number - twins_ : number;
  }
  /// Whether it is the mirror image that has a row.
  [[nodiscard]] bool is_folded(std::uint32_t number) const noexcept {
    return number >= twins_ && number < 2 * twins_;
  }
  /// The row of a set or its mirror image, and the set that a row is of.
  [[nodiscard]] std::uint32_t row(std::uint32_t number) const noexcept {
    return number < twins_ ? number : number - twins_;
  }
  [[nodiscard]] std::uint32_t of_row(std::uint32_t row) const noexcept {
    return row < twins_ ? row : row + twins_;
  }

  /// The same shape one file aside, and one rank lower, if that set comes earlier; otherwise itself. What is
  /// known of these says most about a set. A row's neighbours have rows.
  struct Neighbours {
    std::uint32_t beside;
    std::uint32_t below;
  };
  [[nodiscard]] const Neighbours& neighbours(std::uint32_t number) const noexcept {
    return neighbours_[number];
  }

 private:
  [[nodiscard]] std::size_t first_slot(Bitboard set) const noexcept {
    const std::uint64_t key = (set.low() * 0x9E3779B97F4A7C15U) ^ (set.high() * 0xC2B2AE3D27D4EB4FU);
    return (key ^ key >> 32) & mask_;
  }

  int pieces_;
  std::uint32_t twins_ = 0;
  void find_neighbours();

  std::vector<Bitboard> sets_;
  std::vector<Neighbours> neighbours_;
  std::vector<std::uint32_t> slots_;  ///< open addressing, half empty at least
  std::size_t mask_ = 0;
};

/// A place in a table: the waiting side's row, the mover's column.
struct Cell {
  std::uint32_t row;
  std::uint32_t column;

  friend bool operator==(const Cell&, const Cell&) noexcept = default;
};

/// Where a position is found in the table of these two. Both sides as the mover sees them.
[[nodiscard]] inline std::optional<Cell> cell_of(const ConnectedSets& movers, const ConnectedSets& waiting,
                                                 Bitboard own, Bitboard enemy) noexcept {
  const std::uint32_t mover = movers.number(own);
  const std::uint32_t other = waiting.number(enemy.turned());
  if (mover == ConnectedSets::kNone || other == ConnectedSets::kNone) return std::nullopt;
  if (waiting.is_folded(other)) return Cell{waiting.row(other), movers.mirrored(mover)};
  return Cell{waiting.row(other), mover};
}

}  // namespace ordo::tablebase
