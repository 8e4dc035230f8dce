// What blocks, and what captures leave.
#include "tablebuild/enemies.h"

#include "rules/captures.h"
#include "rules/moved.h"
#include "rules/query.h"

namespace ordo::tablebuild {

Enemies::Enemies(Variant variant, const ConnectedSets& sets, const std::vector<const ConnectedSets*>& smaller)
    : sets_(sets), stretches_(sets) {
  for (std::uint32_t i = 0; i < sets.size(); ++i) seen_.push_back(sets[i].turned());
  rules::kBoard.for_each([&](Square square) {
    std::vector<std::uint8_t>& on = on_[static_cast<std::size_t>(square.bit())];
    on.reserve(sets.size());
    for (const Bitboard seen : seen_) on.push_back(seen.has(square) ? 255 : 0);
    if (square.file() < rules::kFiles / 2) {
      list_taken(variant, smaller, square);
      mirror_taken(smaller, square);
    }
  });
}

void Enemies::list_taken(Variant variant, const std::vector<const ConnectedSets*>& smaller, Square square) {
  std::vector<Taken>& list = taken_[static_cast<std::size_t>(square.bit())];
  // Who captures, and from where, makes no difference to what is left.
  const Part capture = Part::singleton(square, square, true);
  for (std::uint32_t enemy = 0; enemy < size(); ++enemy) {
    if (!seen_[enemy].has(square)) continue;
    const auto add = [&](Bitboard rest) {
      const int pieces = rest.count();
      const bool whole = pieces > 0 && !rules::is_split(rest);
      list.push_back({enemy,
                      whole ? smaller[static_cast<std::size_t>(pieces) - 1]->number(rest.turned())
                            : ConnectedSets::kNone,
                      static_cast<std::uint8_t>(pieces), rest.turned()});
    };
    if (variant == Variant::Ordo) {
      add(rules::moved<Variant::Ordo>({{}, seen_[enemy]}, capture).enemy);
    } else {
      rules::for_each_choice(seen_[enemy], capture, [&](Part part) {
        add(rules::moved<Variant::OrdoX>({{}, seen_[enemy]}, part).enemy);
      });
    }
  }
}

void Enemies::mirror_taken(const std::vector<const ConnectedSets*>& smaller, Square square) {
  std::vector<Taken>& list = taken_[static_cast<std::size_t>(square.mirrored().bit())];
  for (const Taken& taken : taken_[static_cast<std::size_t>(square.bit())]) {
    const bool whole = taken.left != ConnectedSets::kNone;
    list.push_back({sets_.mirrored(taken.enemy),
                    whole ? smaller[taken.pieces - std::size_t{1}]->mirrored(taken.left) : taken.left,
                    taken.pieces, taken.rest.mirrored()});
  }
}

}  // namespace ordo::tablebuild
