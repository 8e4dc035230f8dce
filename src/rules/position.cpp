// Playing parts and turns, and the hash of a position.
#include "rules/position.h"

#include "rules/query.h"
#include "util/mix.h"

namespace ordo::rules {
namespace {

/// What stays of `pieces` in Ordo X once the piece on `captured` is gone.
[[nodiscard]] Bitboard staying(Bitboard pieces, Part capture) noexcept {
  const Bitboard rest = pieces - bitboard(capture.to());
  if (!is_split_without(pieces, capture.to())) return rest;
  const auto chosen = capture.keep();
  return group_of(rest, chosen ? *chosen : largest_subgroups(pieces, capture.to()).first());
}

}  // namespace

Position Position::initial(Variant variant) noexcept {
  const Bitboard white = Bitboard::from_words(0x0000'0333'03FF'00CCU, 0);
  return {variant, white, white.turned(), Color::White};
}

void Position::finish_ordo_x(const Position& before, Part part) noexcept {
  Bitboard& enemy = pieces_[1 - static_cast<std::size_t>(before.to_move_)];
  if (part.captures()) enemy = staying(before.pieces(to_move_), part);
  if (part.is_sideways() && enemy.any()) {
    phase_ = Phase::Advance;
    to_move_ = before.to_move_;
  }
}

Bitboard Position::removed_by(Part part) const noexcept {
  const Bitboard enemy = pieces(opponent(to_move_));
  if (!part.captures()) return {};
  return variant_ == Variant::Ordo ? bitboard(part.to()) : enemy - staying(enemy, part);
}

std::uint64_t Position::hash() const noexcept {
  // Digits of pi, odd; the two games, the sides and the phases start from different seeds.
  constexpr std::array<std::uint64_t, 5> kPi = {0x243F6A8885A308D3U, 0x13198A2E03707345U, 0xA4093822299F31D1U,
                                                0x082EFA98EC4E6C89U, 0x452821E638D01377U};
  const auto state = static_cast<std::uint64_t>(variant_) << 2 | static_cast<std::uint64_t>(to_move_) << 1 |
                     static_cast<std::uint64_t>(phase_);
  const std::uint64_t white = util::mixed(pieces_[0].low() ^ kPi[0], pieces_[0].high() ^ kPi[1]);
  const std::uint64_t black = util::mixed(pieces_[1].low() ^ kPi[2], pieces_[1].high() ^ kPi[3]);
  return util::mixed(white ^ (state + 1) * kPi[4], black ^ kPi[1]);
}

}  // namespace ordo::rules
