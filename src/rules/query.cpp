// Groups, cut points, and turns that win at once.
#include "rules/query.h"

#include <algorithm>

#include "rules/generate.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/reconnect.h"

namespace ordo::rules {
namespace {

/// The squares of the enemy home row to which some of the pieces can slide.
[[nodiscard]] Bitboard slides_to_home_row(Bitboard pieces, Bitboard own, Bitboard enemy) noexcept {
  const Bitboard free = kBoard - own - enemy;
  Bitboard reached;
  detail::for_ways<Ways::Forward>(
      [&]<Direction D>() { reached |= slide<D>(pieces, free).template shift<D>(); });
  return reached & (kRank8 - own);
}

/// The upper ends of columns that can stay connected by their tail when they arrive on the enemy home row: a
/// piece must stand as high as the square behind the tail.
[[nodiscard]] Bitboard tops_of_long_columns(Bitboard own) noexcept {
  Bitboard tops = own;
  Bitboard below = own;
  Bitboard front = kRank7;
  do {
    below = below.shift<Direction::N>();
    tops &= below;
    front |= front.shift<Direction::S>();
  } while ((own & front).none());
  return tops;
}

/// Whether a single part could bring a piece to the enemy home row: a quick look that misses no such part and
/// takes a few others for one. A singleton or a row stays connected there by a piece on the seventh rank, a
/// column (Ordo X) also by its tail, the whole group by itself.
template <Variant V>
[[nodiscard]] bool may_reach_home_row(Bitboard own, Bitboard enemy) noexcept {
  const Bitboard reached = slides_to_home_row(own, own, enemy);
  if (reached.none()) return false;
  if ((reached & dilated(own & kRank7)).any() || detail::is_in_one_rank_or_file(own)) return true;
  if constexpr (V == Variant::OrdoX) {
    const Bitboard tops = tops_of_long_columns(own);
    return tops.any() && slides_to_home_row(tops, own, enemy).any();
  }
  return false;
}

/// The squares of the enemy home row that a group can enter with a single part, as the mover sees them.
template <Variant V>
[[nodiscard]] Bitboard home_row_reached(const Group& group, Bitboard enemy) noexcept {
  const Bitboard free = kBoard - group.own - enemy;
  Bitboard reached;
  if (V == Variant::Ordo && !group.connected) {
    Reconnection(group.own, enemy).for_each([&reached](Part part) { reached |= part.destination(); });
    return reached & kRank8;
  }
  detail::for_ways<Ways::Forward>([&]<Direction D>() {
    reached |= slide<D>(group.own, free).template shift<D>() & group.singleton[index(D)];
  });
  // An ordo is found at its left or lower end: bring that to the squares, or the square, in front.
  const auto add_ordos = [&]<bool IsColumn>() {
    detail::for_each_length<IsColumn>(group, free, [&](const Group::Ordos& ordos, int length, Bitboard room) {
      detail::for_ways<Ways::Forward>([&]<Direction D>() {
        if constexpr (detail::kOrdosMove<V, IsColumn, D>) {
          constexpr bool kSingleFile = detail::kSingleFile<IsColumn, D>;
          Bitboard landing = slide<D>(kSingleFile ? group.own : ordos.ends, kSingleFile ? free : room) &
                             ordos.land[index(D)];
          reached |= IsColumn && !kSingleFile ? Bitboard{} : landing;
          for (int i = 1; i < length && !kSingleFile; ++i) {
            landing = IsColumn ? landing.shift<Direction::N>() : landing.shift<Direction::E>();
            reached |= landing;
          }
        }
      });
    });
  };
  add_ordos.template operator()<false>();
  add_ordos.template operator()<true>();
  return reached & kRank8;
}

/// Whether a singleton can slide in direction D to one of these squares and leave the group in one piece.
template <Direction D>
[[nodiscard]] bool singleton_lands(Bitboard own, Bitboard free, Bitboard targets) noexcept {
  targets &= slide<D>(own, free).template shift<D>();
  while (targets.any()) {
    const Square target = targets.first();
    const Square from = nearest_behind<D>(own, target);
    if (!is_split(own ^ bitboard(from) ^ bitboard(target))) return true;
    targets -= bitboard(target);
  }
  return false;
}

/// Whether an ordo, a row or a column, can slide to the enemy home row and leave the group in one piece.
template <Variant V, bool IsColumn>
[[nodiscard]] bool ordo_lands(Bitboard own, Bitboard free) noexcept {
  constexpr Direction kBack = IsColumn ? Direction::S : Direction::W;
  Bitboard ends = own;  // left or lower
  Bitboard tops = own;
  Bitboard room = free;
  Bitboard targets = kRank8;
  for (int length = 2;; ++length) {
    const Shape shape = IsColumn ? Shape::column(length) : Shape::row(length);
    ends &= ends.shift<kBack>();
    room &= room.shift<kBack>();
    if (IsColumn) {
      tops &= tops.shift<Direction::N>();
      targets = targets.shift<Direction::S>();
    }
    bool arrives = false;
    bool lands = false;
    detail::for_ways<Ways::Forward>([&]<Direction D>() {
      if constexpr (detail::kOrdosMove<V, IsColumn, D>) {
        constexpr bool kSingleFile = detail::kSingleFile<IsColumn, D>;  // the top goes, the lower end follows
        const int back = kSingleFile ? 16 * (length - 1) : 0;
        const Bitboard movers = kSingleFile ? tops : ends;
        const Bitboard landings =
            slide<D>(movers, kSingleFile ? free : room) & (kSingleFile ? kRank8 : targets);
        arrives |= landings.any();
        landings.for_each([&](Square to) {
          const Square from = nearest_behind<D>(movers, to);
          lands = lands || stays_whole(own, Part::of(shape, Square::from_bit(from.bit() - back),
                                                     Square::from_bit(to.bit() - back), false));
        });
      }
    });
    if (lands) return true;
    if (!arrives) return false;  // nor does a longer one
  }
}

}  // namespace

template <Variant V>
bool detail::enters_home_row(Bitboard own, Bitboard enemy) noexcept {
  if (!may_reach_home_row<V>(own, enemy)) return false;
  const Bitboard free = kBoard - own - enemy;
  const Bitboard targets = dilated(own & kRank7) & kRank8;
  if (singleton_lands<Direction::N>(own, free, targets) ||
      singleton_lands<Direction::NE>(own, free, targets) ||
      singleton_lands<Direction::NW>(own, free, targets))
    return true;
  if (!own.several()) return true;
  return ordo_lands<V, false>(own, free) || (V == Variant::OrdoX && ordo_lands<V, true>(own, free));
}
template bool detail::enters_home_row<Variant::Ordo>(Bitboard, Bitboard) noexcept;
template bool detail::enters_home_row<Variant::OrdoX>(Bitboard, Bitboard) noexcept;

bool is_split(const Position& position, Color color) noexcept { return is_split(position.pieces(color)); }

int count_groups(Bitboard pieces) noexcept {
  int groups = 0;
  for (; pieces.any(); ++groups) pieces -= flood(bitboard(pieces.first()), pieces);
  return groups;
}

Bitboard group_of(Bitboard pieces, Square square) noexcept {
  return flood(bitboard(square) & pieces, pieces);
}

Bitboard cut_points(Bitboard pieces) noexcept {
  const int groups = count_groups(pieces);
  Bitboard cuts;
  possible_cut_points(pieces).for_each([&](Square square) {
    const Bitboard piece = bitboard(square);
    if (count_groups(pieces - piece) > groups) cuts |= piece;
  });
  return cuts;
}

Bitboard largest_subgroups(Bitboard pieces, Square captured) noexcept {
  Bitboard rest = pieces - bitboard(captured);
  Bitboard names;
  int largest = 0;
  while (rest.any()) {
    const Bitboard part = flood(bitboard(rest.first()), rest);
    rest -= part;
    const int size = part.count();
    if (size < largest) continue;
    if (size > largest) names = Bitboard{};
    largest = size;
    Square name = part.first();
    part.for_each([&](Square square) { name = std::min(name, square, Square::file_first); });
    names |= bitboard(name);
  }
  return names;
}

Bitboard winning_squares(const Position& position) noexcept {
  if (is_decided(position)) return {};
  const Bitboard own = position.own();
  const Bitboard enemy = position.enemy();
  GroupOnce groups(position.variant());
  Bitboard squares;
  if (position.variant() == Variant::Ordo) {
    if (!may_reach_home_row<Variant::Ordo>(own, enemy)) return {};
    squares = home_row_reached<Variant::Ordo>(groups(own, Ways::Forward), enemy);
    return position.seen_by_mover(squares);
  }
  const auto add = [&](const Sides& sides) {
    if (sides.enemy.none() || !may_reach_home_row<Variant::OrdoX>(sides.own, sides.enemy)) return;
    squares |= home_row_reached<Variant::OrdoX>(groups(sides.own, Ways::Forward), sides.enemy);
  };
  add({own, enemy});
  if (position.phase() == Phase::Whole) {
    for_each_preparation(groups(own, Ways::All), enemy, possible_cut_points(enemy), add);
  }
  return position.seen_by_mover(squares);
}

Bitboard threatened_squares(const Position& position) noexcept { return winning_squares(position.passed()); }

std::optional<Turn> winning_turn(const Position& position) noexcept {
  const bool is_ordo = position.variant() == Variant::Ordo;
  const bool last_piece = !position.enemy().several();
  if (!last_piece && (is_ordo || position.phase() == Phase::Advance)) {
    const bool hope = is_ordo ? may_reach_home_row<Variant::Ordo>(position.own(), position.enemy())
                              : may_reach_home_row<Variant::OrdoX>(position.own(), position.enemy());
    if (!hope) return std::nullopt;
  }
  PartList parts;
  generate_parts(position, parts);
  for (const Part part : parts) {
    const auto decided = outcome_by_pieces(position.after(part));
    if (decided && decided->winner == position.to_move()) return Turn(part);
  }
  for (const Part part : parts) {
    const Position next = position.after(part);
    if (next.to_move() != position.to_move()) continue;
    const auto advance = winning_turn(next);
    if (advance) return Turn(part, advance->first());
  }
  return std::nullopt;
}

}  // namespace ordo::rules
