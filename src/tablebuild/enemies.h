// The sets of the waiting side as the mover sees them: whom they block, and what is left after a capture.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tablebuild/changes.h"
#include "tablebuild/moves.h"

namespace ordo::tablebuild {

/// What a capture leaves of a set.
struct Taken {
  std::uint32_t enemy;  ///< the number of the set before
  std::uint32_t left;   ///< and after, among the sets of `pieces`; none if it is split (Ordo)
  std::uint8_t pieces;  ///< 0: the last one was taken
  Bitboard rest;        ///< what is left, as its owner sees it
};

class Enemies {
 public:
  /// `smaller`: the sets of 1, 2, … pieces, up to one less than these have. All must outlive this.
  Enemies(Variant variant, const ConnectedSets& sets, const std::vector<const ConnectedSets*>& smaller);

  [[nodiscard]] std::uint32_t size() const noexcept { return sets_.size(); }
  [[nodiscard]] const ConnectedSets& sets() const noexcept { return sets_; }
  [[nodiscard]] const Stretches& stretches() const noexcept { return stretches_; }
  [[nodiscard]] Bitboard seen(std::uint32_t enemy) const noexcept { return seen_[enemy]; }
  /// For each set 255 if it has a piece on the square, otherwise 0.
  [[nodiscard]] const std::uint8_t* on(Square square) const noexcept {
    return on_[static_cast<std::size_t>(square.bit())].data();
  }
  /// What captures on a square make of the sets that have a piece there, an entry for each choice the
  /// attacker has. The list of the mirrored square has the mirror images in the same order.
  [[nodiscard]] const std::vector<Taken>& taken(Square square) const noexcept {
    return taken_[static_cast<std::size_t>(square.bit())];
  }

 private:
  void list_taken(Variant variant, const std::vector<const ConnectedSets*>& smaller, Square square);
  void mirror_taken(const std::vector<const ConnectedSets*>& smaller, Square square);

  const ConnectedSets& sets_;
  Stretches stretches_;
  std::vector<Bitboard> seen_;
  std::array<std::vector<std::uint8_t>, 128> on_;
  std::array<std::vector<Taken>, 128> taken_;
};

}  // namespace ordo::tablebuild
