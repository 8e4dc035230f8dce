// The moves a group has against an enemy, counted or listed: what movegen, query and perft are made of.
#pragma once

#include <array>
#include <cstdint>

#include "rules/captures.h"
#include "rules/group.h"
#include "rules/movegen.h"
#include "rules/query.h"
#include "rules/reconnect.h"
#include "rules/turn.h"

namespace ordo::rules {

[[nodiscard]] constexpr bool includes(Ways ways, Direction d) noexcept {
  return ways == Ways::All || (ways == Ways::Sideways) == (rank_step(d) == 0);
}

namespace detail {

using enum Direction;

/// Calls visit.operator()<D>() for each direction asked for.
template <Ways W, class Visit>
inline void for_ways(Visit&& visit) {
  if constexpr (includes(W, N)) visit.template operator()<N>();
  if constexpr (includes(W, NE)) visit.template operator()<NE>();
  if constexpr (includes(W, NW)) visit.template operator()<NW>();
  if constexpr (includes(W, E)) visit.template operator()<E>();
  if constexpr (includes(W, Direction::W)) visit.template operator()<Direction::W>();
}

/// Whether ordos of this orientation move that way: in Ordo only side by side.
template <Variant V, bool IsColumn, Direction D>
inline constexpr bool kOrdosMove = V == Variant::OrdoX || (IsColumn ? rank_step(D) == 0 : file_step(D) == 0);

template <bool IsColumn, Direction D>
inline constexpr bool kSingleFile = IsColumn ? file_step(D) == 0 : rank_step(D) == 0;

/// Calls visit(ordos, length, room) for each length; room: the placements on empty squares only.
template <bool IsColumn, class Visit>
inline void for_each_length(const Group& group, Bitboard free, Visit&& visit) {
  const int longest = IsColumn ? group.longest_column : group.longest_row;
  Bitboard room = free;
  for (int length = 2; length <= longest; ++length) {
    free = IsColumn ? free.shift<S>() : free.shift<Direction::W>();
    room &= free;
    visit(IsColumn ? group.columns[static_cast<std::size_t>(length)]
                   : group.rows[static_cast<std::size_t>(length)],
          length, room);
  }
}

}  // namespace detail

/// The number of parts; in Ordo X a capture counts once for each subgroup that may stay.
/// `enemy_cuts`: the enemy's possible cut points, not needed in Ordo.
template <Variant V, Ways W>
[[nodiscard]] inline int count_parts(const Group& group, Bitboard enemy, Bitboard enemy_cuts) noexcept {
  const Bitboard free = kBoard - group.own - enemy;
  int count = 0;
  std::array<Bitboard, kMoverDirections> reached;  // by singletons over empty squares
  detail::for_ways<W>([&]<Direction D>() {
    reached[index(D)] = slide<D>(group.own, free);
    const Bitboard landing = reached[index(D)].template shift<D>() & group.singleton[index(D)];
    count += landing.count();
    if constexpr (V == Variant::OrdoX) {
      (landing & enemy_cuts).for_each([&](Square captured) {
        count += largest_subgroups(enemy, captured).count() - 1;  // one where nothing falls apart
      });
    }
  });
  const auto count_ordos = [&]<bool IsColumn>() {
    detail::for_each_length<IsColumn>(group, free, [&](const Group::Ordos& ordos, int, Bitboard room) {
      detail::for_ways<W>([&]<Direction D>() {
        if constexpr (detail::kOrdosMove<V, IsColumn, D>) {
          const Bitboard landing =
              detail::kSingleFile<IsColumn, D> ? reached[index(D)] : slide<D>(ordos.ends, room);
          count += (landing & ordos.land[index(D)]).count();
        }
      });
    });
  };
  count_ordos.template operator()<false>();
  count_ordos.template operator()<true>();
  return count;
}

namespace detail {

/// Slides `movers` in direction D, square by square over `room`, and calls sink(from, to, captures) for each
/// landing, with the bit numbers of first ends. A mover may enter `may_enter`; `back`: from the piece
/// that is slid to the first end of its line.
template <Direction D, class Sink>
[[gnu::always_inline]] inline void list_landings(Bitboard movers, Bitboard room, Bitboard may_enter,
                                                 Bitboard land, Bitboard enemy, int back, Sink&& sink) {
  constexpr int kStep = 16 * rank_step(D) + file_step(D);
  int from = -back;
  do {
    from -= kStep;
    movers = movers.shift<D>() & may_enter;
    const Bitboard landing = movers & land;
    const std::array<std::uint64_t, 2> enemies = {enemy.low(), enemy.high()};
    for (std::uint64_t word = landing.low(); word != 0; word &= word - 1) {
      const int bit = std::countr_zero(word);
      sink(bit + from, bit - back, (enemies[0] >> bit & 1) != 0);
    }
    for (std::uint64_t word = landing.high(); word != 0; word &= word - 1) {
      const int bit = std::countr_zero(word);
      sink(64 + bit + from, 64 + bit - back, (enemies[1] >> bit & 1) != 0);
    }
    movers &= room;
  } while (movers.any());
}

}  // namespace detail

/// Lists all parts: for each shape a sink(shape) is made, and called with (from, to, captures) for each part
/// of that shape, the bit numbers of the left or lower end as the mover sees it.
template <Variant V, Ways W, class SinkFor>
inline void list_parts(const Group& group, Bitboard enemy, SinkFor&& sink_for) {
  const Bitboard free = kBoard - group.own - enemy;
  detail::for_ways<W>([&]<Direction D>() {
    detail::list_landings<D>(group.own, free, kBoard, group.singleton[index(D)], enemy, 0,
                             sink_for(Shape::row(1)));
  });
  const auto list_ordos = [&]<bool IsColumn>() {
    detail::for_each_length<IsColumn>(group, free, [&](const Group::Ordos& ordos, int length, Bitboard room) {
      auto sink = sink_for(IsColumn ? Shape::column(length) : Shape::row(length));
      detail::for_ways<W>([&]<Direction D>() {
        if constexpr (detail::kOrdosMove<V, IsColumn, D>) {
          const Bitboard land = ordos.land[index(D)];
          if constexpr (!detail::kSingleFile<IsColumn, D>) {
            detail::list_landings<D>(ordos.ends, room, room, land, {}, 0, sink);
          } else {  // the leading piece goes, the first end follows
            const int back = D == Direction::W ? 0 : (length - 1) * (IsColumn ? 16 : 1);
            detail::list_landings<D>(group.own, free, free, land, {}, back, sink);
          }
        }
      });
    });
  };
  list_ordos.template operator()<false>();
  list_ordos.template operator()<true>();
}

/// Puts parts into a list, one for each subgroup that may stay where a capture leaves a choice.
class PartWriter {
 public:
  /// `turned`: the parts come from a view in which the board is upside down. `enemy` as seen there.
  PartWriter(PartList& parts, bool turned, Bitboard enemy, Bitboard enemy_cuts) noexcept
      : parts_(parts), turned_(turned), enemy_(enemy), enemy_cuts_(enemy_cuts) {}

  /// Takes the parts of one shape. Keeps its place in the list in a register while it lives.
  class Sink {
   public:
    Sink(const PartWriter& writer, Shape shape) noexcept
        : writer_(writer),
          out_(writer.parts_.free_space()),
          shape_(shape),
          flip_(writer.turned_ ? 0x70 : 0),
          lift_(writer.turned_ ? (shape.height() - 1) * 16 : 0) {}
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;
    ~Sink() { writer_.parts_.set_end(out_); }

    [[gnu::always_inline]] void operator()(int from, int to, bool captures) noexcept {
      const Part part = Part::of(shape_, Square::from_bit((from + lift_) ^ flip_),
                                 Square::from_bit((to + lift_) ^ flip_), captures);
      *out_++ = part;
      if (captures && writer_.enemy_cuts_.has(Square::from_bit(to))) out_ = spell_out(writer_, out_);
    }

   private:
    /// The part before `end` is a capture that may leave a choice. Returns the new end. A static function, so
    /// that no address of the sink gets about.
    [[gnu::noinline]] static Part* spell_out(const PartWriter& writer, Part* end) noexcept {
      const Part part = end[-1];
      const Bitboard enemy = writer.turned_ ? writer.enemy_.turned() : writer.enemy_;
      --end;
      for_each_choice(enemy, part, [&end](Part choice) { *end++ = choice; });
      return end;
    }

    const PartWriter& writer_;
    Part* out_;
    Shape shape_;
    int flip_;
    int lift_;  ///< with the board turned, the upper end becomes the lower
  };

  [[nodiscard]] Sink operator()(Shape shape) const noexcept { return {*this, shape}; }

 private:
  PartList& parts_;
  bool turned_;
  Bitboard enemy_;
  Bitboard enemy_cuts_;
};

/// Ordo X, both sides as the mover sees them: calls visit(sides) for the outcome of each preparation, once
/// for each subgroup that may stay.
template <class Visit>
inline void for_each_preparation(const Group& group, Bitboard enemy, Bitboard enemy_cuts, Visit&& visit) {
  PartList preparations;  // listed first: the visitor may replace the group
  list_parts<Variant::OrdoX, Ways::Sideways>(group, enemy,
                                             PartWriter(preparations, false, enemy, enemy_cuts));
  const Sides before{group.own, enemy};
  for (const Part part : preparations) visit(moved<Variant::OrdoX>(before, part));
}

/// The number of turns of a side that has a whole turn ahead. `groups(own, ways)` gives the analysis of a
/// group, valid until it is called again.
template <Variant V, class Groups>
[[nodiscard]] inline std::uint64_t count_turns(const Sides& sides, Groups& groups) noexcept {
  const Group& group = groups(sides.own, Ways::All);
  std::uint64_t count = 0;
  if constexpr (V == Variant::Ordo) {
    if (group.connected) {
      count += static_cast<std::uint64_t>(count_parts<V, Ways::All>(group, sides.enemy, {}));
    } else {
      Reconnection(sides.own, sides.enemy).for_each([&count](Part) { ++count; });
    }
  } else {
    const Bitboard cuts = possible_cut_points(sides.enemy);
    count += static_cast<std::uint64_t>(count_parts<V, Ways::Forward>(group, sides.enemy, cuts));
    for_each_preparation(group, sides.enemy, cuts, [&](const Sides& next) {
      const bool captured = next.enemy != sides.enemy;
      if (next.enemy.none()) {
        ++count;
      } else {
        count += static_cast<std::uint64_t>(count_parts<V, Ways::Forward>(
            groups(next.own, Ways::Forward), next.enemy, captured ? possible_cut_points(next.enemy) : cuts));
      }
    });
  }
  return count;
}

}  // namespace ordo::rules
