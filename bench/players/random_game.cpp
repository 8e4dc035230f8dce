// A game played out at random.
#include "players/random_game.h"

#include "rules/query.h"

namespace ordo::players {

using rules::Color;
using rules::Part;
using rules::PartList;
using rules::Phase;
using rules::Position;
using rules::Variant;

std::optional<Part> winning_part(const Position& position, const PartList& parts) noexcept {
  const bool white = position.to_move() == Color::White;
  const bool last_piece = !position.enemy().several();
  for (const Part part : parts) {
    const int reached = white ? part.to().rank() + part.shape().height() - 1 : part.to().rank();
    if (reached == (white ? rules::kRanks - 1 : 0) || (last_piece && part.captures())) return part;
  }
  return std::nullopt;
}

namespace {

/// Ordo X: whether some preparation among the parts leads to an advance that wins.
[[nodiscard]] bool wins_after_preparation(const Position& position, const PartList& parts) noexcept {
  for (const Part part : parts) {
    if (!part.is_sideways()) continue;
    const Position next = position.after(part);
    if (rules::can_enter_home_row<Variant::OrdoX>(next.own(), next.enemy())) return true;
    if (!next.enemy().several() && rules::winning_turn(next)) return true;
  }
  return false;
}

}  // namespace

std::optional<Color> play_at_random(Position position, Dice& dice) noexcept {
  constexpr int kLongest = 300;  // turns; games that last so long are almost always circling
  PartList parts;
  for (int turns = 0; turns < kLongest;) {
    const Color mover = position.to_move();
    rules::generate_parts(position, parts);
    if (parts.empty()) return opponent(mover);  // a split side that cannot reconnect
    if (winning_part(position, parts)) return mover;
    const bool may_prepare = position.variant() == Variant::OrdoX && position.phase() == Phase::Whole;
    if (may_prepare && wins_after_preparation(position, parts)) return mover;
    position = position.after(parts[dice.below(static_cast<std::uint32_t>(parts.size()))]);
    if (position.to_move() != mover) ++turns;
  }
  return std::nullopt;
}

}  // namespace ordo::players
