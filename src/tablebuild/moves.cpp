// Moves by the rules' own generator.
#include "tablebuild/moves.h"

#include <algorithm>
#include <tuple>

#include "rules/moved.h"
#include "rules/playable.h"
#include "rules/view.h"

namespace ordo::tablebuild {
namespace {

/// Same pieces, same direction: then by distance.
[[nodiscard]] auto order(const Move& move) {
  const auto sign = [](int x) { return (x > 0) - (x < 0); };
  const int files = move.part.to().file() - move.part.from().file();
  const int ranks = move.part.to().rank() - move.part.from().rank();
  return std::make_tuple(move.part.shape().code(), move.part.from(), sign(files), sign(ranks),
                         move.path.count());
}

}  // namespace

template <Variant V>
const std::vector<Move>& Moves<V>::of(std::uint32_t number) {
  const rules::View view{sets_[number], {}, rules::Phase::Whole};
  rules::generate_parts<V>(view, groups_, parts_);
  moves_.clear();
  for (const Part part : parts_) {
    const Bitboard own = rules::moved<V>({view.own, view.enemy}, part).own;
    const Bitboard path = rules::path(part);
    const Bitboard end = part.is_singleton() ? part.destination() : Bitboard();
    moves_.push_back({part, sets_.number(own), path, path - end});
  }
  std::sort(moves_.begin(), moves_.end(), [](const Move& a, const Move& b) { return order(a) < order(b); });
  return moves_;
}

template class Moves<Variant::Ordo>;
template class Moves<Variant::OrdoX>;

}  // namespace ordo::tablebuild
