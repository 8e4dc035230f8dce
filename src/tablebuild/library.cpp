// Sets, and positions looked up in the tables that are done.
#include "tablebuild/library.h"

namespace ordo::tablebuild {

Library::Library(Variant variant, int most) : variant_(variant), most_(most) {
  std::vector<const ConnectedSets*> smaller;
  for (int pieces = 1; pieces <= most; ++pieces) {
    sets_[at(pieces)] = std::make_unique<ConnectedSets>(pieces);
    enemies_[at(pieces)] = std::make_unique<Enemies>(variant, sets(pieces), smaller);
    smaller.push_back(&sets(pieces));
  }
}

void Library::drop_all_but(Size size) noexcept {
  for (int own = 1; own <= most_; ++own) {
    for (int enemy = 1; enemy <= most_; ++enemy) {
      if (Size{own, enemy} == size || Size{enemy, own} == size) continue;
      table({own, enemy}) = {};
      advances({own, enemy}) = {};
    }
  }
}

std::optional<Code> Library::probe(Bitboard own, Bitboard enemy) const noexcept {
  const Size size{own.count(), enemy.count()};
  if (size.own > most_ || size.enemy > most_ || !table(size).exists()) return std::nullopt;
  const auto cell = tablebase::cell_of(sets(size.own), sets(size.enemy), own, enemy);
  if (!cell) return std::nullopt;
  return table(size).at(cell->row, cell->column);
}

}  // namespace ordo::tablebuild
