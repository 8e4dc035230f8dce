// Playing parts and turns, and the hash of a position.
#include "rules/position.h"

#include <utility>

#include "rules/hash.h"
#include "rules/query.h"

namespace ordo::rules {

Bitboard detail::staying(Bitboard pieces, Part capture) noexcept {
  const Bitboard rest = pieces - bitboard(capture.to());
  if (!is_split_without(pieces, capture.to())) return rest;
  const auto chosen = capture.keep();
  return group_of(rest, chosen ? *chosen : largest_subgroups(pieces, capture.to()).first());
}

Position Position::initial(Variant variant) noexcept {
  const Bitboard white = Bitboard::from_words(0x0000'0333'03FF'00CCU, 0);
  return {variant, white, white.turned(), Color::White};
}

util::Result<Position, SetupError> Position::of(const Setup& setup) {
  if (auto error = find_flaw(setup)) return util::failure(*std::move(error));
  return unchecked(setup);
}

Bitboard Position::removed_by(Part part) const noexcept {
  const Bitboard enemy = pieces(opponent(to_move_));
  if (!part.captures()) return {};
  return variant_ == Variant::Ordo ? bitboard(part.to()) : enemy - detail::staying(enemy, part);
}

std::uint64_t Position::hash() const noexcept {
  const auto state = static_cast<std::uint64_t>(variant_) << 2 | static_cast<std::uint64_t>(to_move_) << 1 |
                     static_cast<std::uint64_t>(phase_);
  return detail::hash(pieces_[0], pieces_[1], state + 1);
}

}  // namespace ordo::rules
