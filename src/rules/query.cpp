// Groups, cut points, and turns that win at once.
#include "rules/query.h"

#include <algorithm>

#include "rules/generate.h"
#include "rules/movegen.h"
#include "rules/outcome.h"

namespace ordo::rules {
namespace {

/// The squares of the enemy home row that a group can enter with a single part, as the mover sees them.
template <Variant V>
[[nodiscard]] Bitboard home_row_reached(const Group& group, Bitboard enemy) noexcept {
  const Bitboard free = kBoard - group.own - enemy;
  Bitboard reached;
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

}  // namespace

bool is_split(Bitboard pieces) noexcept {
  return pieces.any() && flood(bitboard(pieces.first()), pieces) != pieces;
}

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
  GroupOnce groups(position.variant());
  const Group& group = groups(position.own(), ways_ahead(position));
  const Bitboard enemy = position.enemy();
  if (position.variant() == Variant::Ordo) {
    return position.seen_by_mover(home_row_reached<Variant::Ordo>(group, enemy));
  }
  Bitboard squares = home_row_reached<Variant::OrdoX>(group, enemy);
  if (position.phase() == Phase::Whole) {
    for_each_preparation(group, enemy, possible_cut_points(enemy), [&](const Sides& next) {
      if (next.enemy.any())
        squares |= home_row_reached<Variant::OrdoX>(groups(next.own, Ways::Forward), next.enemy);
    });
  }
  return position.seen_by_mover(squares);
}

Bitboard threatened_squares(const Position& position) noexcept { return winning_squares(position.passed()); }

std::optional<Turn> winning_turn(const Position& position) noexcept {
  PartList parts;
  generate_parts(position, parts);
  const auto wins = [&](const Position& next) {
    const auto decided = outcome_by_pieces(next);
    return decided && decided->winner == position.to_move();
  };
  for (const Part part : parts) {
    if (wins(position.after(part))) return Turn(part);
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
