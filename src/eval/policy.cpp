// What parts are seen against, found by shifts once for a node.
#include "eval/policy.h"

#include "eval/contact.h"

namespace ordo::eval {

using rules::Bitboard;

namespace {

/// The squares next to what a slide in that direction has reached.
template <rules::Direction D>
[[nodiscard]] Bitboard onto(Bitboard pieces, Bitboard free) noexcept {
  return rules::slide<D>(pieces, free).template shift<D>();
}

/// Where these enemies can capture or go, and can be captured from: ways are the same in both directions.
[[nodiscard]] Bitboard in_touch(Bitboard enemies, Bitboard free) noexcept {
  using enum rules::Direction;
  return onto<S>(enemies, free) | onto<SE>(enemies, free) | onto<SW>(enemies, free) | onto<E>(enemies, free) |
         onto<W>(enemies, free);
}

/// The squares on which they can be stopped on their way to the first rank.
[[nodiscard]] Bitboard guards(Bitboard enemies, Bitboard free) noexcept {
  using enum rules::Direction;
  const Bitboard home = rules::kRank1 & free;
  return (rules::slide<S>(enemies, free) & rules::slide<N>(home, free)) |
         (rules::slide<SE>(enemies, free) & rules::slide<NW>(home, free)) |
         (rules::slide<SW>(enemies, free) & rules::slide<NE>(home, free));
}

[[nodiscard]] int highest_rank(Bitboard pieces) noexcept {
  const int bit =
      pieces.high() != 0 ? 127 - std::countl_zero(pieces.high()) : 63 - std::countl_zero(pieces.low());
  return rules::Square::from_bit(bit).rank();
}

}  // namespace

PolicyInputs::PolicyInputs(const rules::View& view) noexcept : own_(view.own), enemy_(view.enemy) {
  using enum rules::Direction;
  constexpr int kMany = 24;
  const Bitboard free = rules::kBoard - own_ - enemy_;
  const Bitboard goal = rules::kRank8 & free;
  contact_ = in_touch(enemy_, free);
  guards_ = guards(enemy_, free);
  runs_ = onto<S>(goal, free) | onto<SE>(goal, free) | onto<SW>(goal, free);
  splits_ = in_touch(rules::possible_cut_points(enemy_), free);
  passed_ = rules::kBoard - behind(enemy_);
  cuts_ = rules::possible_cut_points(own_);
  front_ = highest_rank(own_);
  rear_ = own_.first().rank();
  const bool few = own_.count() + enemy_.count() <= kMany;
  first_ = ((view.phase == rules::Phase::Advance ? 2U : 0U) + (few ? 1U : 0U)) * kCount;
}

}  // namespace ordo::eval
