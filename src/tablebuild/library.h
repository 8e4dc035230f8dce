// All that is known while tables are made: the sets, and the tables that are done.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "tablebuild/enemies.h"
#include "tablebuild/grid.h"

namespace ordo::tablebuild {

/// The pieces of the side to move and of the other.
struct Size {
  int own;
  int enemy;

  [[nodiscard]] Size turned() const noexcept { return {enemy, own}; }
  friend bool operator==(const Size&, const Size&) noexcept = default;
};

/// For one game, up to so many pieces a side.
class Library {
 public:
  Library(Variant variant, int most);

  [[nodiscard]] Variant variant() const noexcept { return variant_; }
  [[nodiscard]] int most() const noexcept { return most_; }
  [[nodiscard]] const ConnectedSets& sets(int pieces) const noexcept { return *sets_[at(pieces)]; }
  [[nodiscard]] const Enemies& enemies(int pieces) const noexcept { return *enemies_[at(pieces)]; }

  /// A row for each waiting set, a column for each set of the mover. Does not exist before it is put here.
  [[nodiscard]] Grid& table(Size size) noexcept { return tables_[at(size.own)][at(size.enemy)]; }
  [[nodiscard]] const Grid& table(Size size) const noexcept { return tables_[at(size.own)][at(size.enemy)]; }
  /// Ordo X, a side that has only its advance left: a row for each set of the mover, a column for each
  /// waiting.
  [[nodiscard]] Grid& advances(Size size) noexcept { return advances_[at(size.own)][at(size.enemy)]; }
  [[nodiscard]] const Grid& advances(Size size) const noexcept {
    return advances_[at(size.own)][at(size.enemy)];
  }

  /// Gives the memory of all other tables back.
  void drop_all_but(Size size) noexcept;

  /// The code of a position with a connected mover, if its table is here. Both as the mover sees them.
  [[nodiscard]] std::optional<Code> probe(Bitboard own, Bitboard enemy) const noexcept;

 private:
  static constexpr std::size_t kSizes = ConnectedSets::kMostPieces + 1;
  [[nodiscard]] static std::size_t at(int pieces) noexcept { return static_cast<std::size_t>(pieces); }

  Variant variant_;
  int most_;
  std::array<std::unique_ptr<ConnectedSets>, kSizes> sets_;
  std::array<std::unique_ptr<Enemies>, kSizes> enemies_;
  std::array<std::array<Grid, kSizes>, kSizes> tables_;
  std::array<std::array<Grid, kSizes>, kSizes> advances_;
};

}  // namespace ordo::tablebuild
