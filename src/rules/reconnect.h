// The moves of a side whose group a capture has split (Ordo): those that make it one again.
#pragma once

#include <array>
#include <cstdint>

#include "rules/bitboard.h"
#include "rules/query.h"
#include "rules/turn.h"

namespace ordo::rules {

/// Both sides as the mover sees them, going up. What moves must land next to every other part of the group,
/// and few squares are: those are found first, for all pieces at once, and what can slide there is then tried
/// one by one.
class Reconnection {
 public:
  /// `own` is split.
  Reconnection(Bitboard own, Bitboard enemy) noexcept
      : own_(own), enemy_(enemy), free_(kBoard - own - enemy) {
    for (Bitboard rest = own; rest.any() && count_ < kMostParts; ++count_) {
      parts_[count_] = flood(bitboard(rest.first()), rest);
      next_to_[count_] = dilated(parts_[count_]);
      rest -= parts_[count_];
    }
  }

  /// Calls visit(Part) for each capture that reconnects the group.
  template <class Visit>
  void for_each_capture(Visit&& visit) const {
    for_each_singleton(enemy_, true, visit);
  }

  /// Calls visit(Part) for each other part that does.
  template <class Visit>
  void for_each_quiet(Visit&& visit) const {
    for_each_singleton(free_, false, visit);
    for_each_ordo<false, Direction::N, Direction::S>(visit);
    for_each_ordo<true, Direction::E, Direction::W>(visit);
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for_each_capture(visit);
    for_each_quiet(visit);
  }

 private:
  /// A piece that is taken had eight neighbours, in four groups at most. Positions from elsewhere may have
  /// more; those beyond the last one here are looked at only when a part is tried.
  static constexpr std::size_t kMostParts = 4;

  using Sets = std::array<Bitboard, kMostParts>;

  /// Where all of the sets meet, but for the one of this number.
  [[nodiscard]] Bitboard common(const Sets& sets, std::size_t without = kMostParts) const noexcept {
    Bitboard common = kBoard;
    for (std::size_t i = 0; i < count_; ++i) common &= i == without ? kBoard : sets[i];
    return common;
  }

  template <class Visit>
  void for_each_singleton(Bitboard targets, bool captures, Visit&& visit) const {
    Bitboard movers = own_;
    for (std::size_t i = 0; i < count_; ++i) {
      if (parts_[i].several()) continue;
      movers -= parts_[i];  // it leaves nothing behind that it must stay next to
      from_all_sides(parts_[i], targets & common(next_to_, i), captures, visit);
    }
    from_all_sides(movers, targets & common(next_to_), captures, visit);
  }

  template <class Visit>
  void from_all_sides(Bitboard movers, Bitboard targets, bool captures, Visit&& visit) const {
    using enum Direction;
    if (targets.none()) return;
    singletons<N>(movers, targets, captures, visit);
    singletons<NE>(movers, targets, captures, visit);
    singletons<NW>(movers, targets, captures, visit);
    singletons<E>(movers, targets, captures, visit);
    singletons<W>(movers, targets, captures, visit);
    singletons<S>(movers, targets, captures, visit);
    singletons<SE>(movers, targets, captures, visit);
    singletons<SW>(movers, targets, captures, visit);
  }

  template <Direction D, class Visit>
  void singletons(Bitboard movers, Bitboard targets, bool captures, Visit&& visit) const {
    (slide<D>(movers, free_).template shift<D>() & targets).for_each([&](Square to) {
      const Part part = Part::singleton(nearest_behind<D>(own_, to), to, captures);
      if (reconnects(part)) visit(part);
    });
  }

  template <bool IsColumn, Direction D1, Direction D2, class Visit>
  void for_each_ordo(Visit&& visit) const {
    constexpr Direction kBack = IsColumn ? Direction::S : Direction::W;
    Bitboard ends = own_;
    Bitboard room = free_;
    Sets touching = next_to_;
    for (int length = 2;; ++length) {
      // The same sets for lines that are one square longer, kept at their left or lower end.
      ends &= ends.shift<kBack>();
      room &= room.shift<kBack>();
      const Bitboard first = slide<D1>(ends, room) - ends;
      const Bitboard second = slide<D2>(ends, room) - ends;
      if ((first | second).none()) return;  // nor has a longer one room
      for (std::size_t i = 0; i < count_; ++i) touching[i] |= touching[i].shift<kBack>();
      Bitboard targets = common(touching);
      for (std::size_t i = 0; i < count_; ++i) {
        if (parts_[i].count() == length) targets |= common(touching, i);
      }
      const Shape shape = IsColumn ? Shape::column(length) : Shape::row(length);
      ordos<D1>(shape, ends, first & targets, visit);
      ordos<D2>(shape, ends, second & targets, visit);
    }
  }

  template <Direction D, class Visit>
  void ordos(Shape shape, Bitboard ends, Bitboard landings, Visit&& visit) const {
    landings.for_each([&](Square to) {
      const Part part = Part::of(shape, nearest_behind<D>(ends, to), to, false);
      if (reconnects(part)) visit(part);
    });
  }

  [[nodiscard]] bool reconnects(Part part) const noexcept {
    const Bitboard pieces = own_ ^ part.origin() ^ part.destination();
    return flood(part.destination(), pieces) == pieces;  // from the middle, whence it is not far
  }

  Bitboard own_;
  Bitboard enemy_;
  Bitboard free_;
  Sets parts_;
  Sets next_to_;  ///< each part, and the squares around it
  std::size_t count_ = 0;
};

}  // namespace ordo::rules
