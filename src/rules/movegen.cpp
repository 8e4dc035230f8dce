// Legal parts and turns, from the analysis of the mover's group.
#include "rules/movegen.h"

#include <algorithm>

#include "rules/generate.h"
#include "rules/outcome.h"
#include "rules/reconnect.h"
#include "util/check.h"

namespace ordo::rules {
namespace {

/// `turned`: the parts are wanted as the opponent sees them.
template <Variant V, class Groups>
void list_all(const View& view, bool turned, Groups& groups, PartList& parts) noexcept {
  parts.clear();
  const Group& group = groups(view.own, view.phase == Phase::Whole ? Ways::All : Ways::Forward);
  const PartWriter writer(parts, turned, view.enemy,
                          V == Variant::OrdoX ? possible_cut_points(view.enemy) : Bitboard{});
  if (V == Variant::Ordo && !group.connected) {
    Reconnection(view.own, view.enemy).for_each([&writer](Part part) {
      writer(part.shape())(part.from().bit(), part.to().bit(), part.captures());
    });
  } else if (V == Variant::Ordo || view.phase == Phase::Whole) {
    list_parts<V, Ways::All>(group, view.enemy, writer);
  } else {
    list_parts<V, Ways::Forward>(group, view.enemy, writer);
  }
}

template <class Groups>
void list_all(const Position& position, Groups& groups, PartList& parts) noexcept {
  const bool turned = position.to_move() == Color::Black;
  if (position.variant() == Variant::Ordo) {
    list_all<Variant::Ordo>(View::of(position), turned, groups, parts);
  } else {
    list_all<Variant::OrdoX>(View::of(position), turned, groups, parts);
  }
}

}  // namespace

void generate_parts(const Position& position, PartList& parts) noexcept {
  parts.clear();
  if (is_decided(position)) return;
  GroupOnce groups(position.variant());
  list_all(position, groups, parts);
}

void generate_parts(const Position& position, GroupCache& groups, PartList& parts) noexcept {
  list_all(position, groups, parts);
}

template <Variant V>
void generate_parts(const View& view, GroupCache& groups, PartList& parts) noexcept {
  list_all<V>(view, false, groups, parts);
}
template void generate_parts<Variant::Ordo>(const View&, GroupCache&, PartList&) noexcept;
template void generate_parts<Variant::OrdoX>(const View&, GroupCache&, PartList&) noexcept;

bool has_turn(const Position& position) noexcept {
  if (is_decided(position)) return false;
  // A connected side can always advance; docs/rules.md has the proof, the tests hold it as a law.
  return !is_split(position, position.to_move()) || count_turns(position) > 0;
}

std::uint64_t count_turns(const Position& position) noexcept {
  if (is_decided(position)) return 0;
  GroupOnce groups(position.variant());
  const Sides sides{position.own(), position.enemy()};
  if (position.variant() == Variant::Ordo) return count_turns<Variant::Ordo>(sides, groups);
  if (position.phase() == Phase::Whole) return count_turns<Variant::OrdoX>(sides, groups);
  return static_cast<std::uint64_t>(count_parts<Variant::OrdoX, Ways::Forward>(
      groups(sides.own, Ways::Forward), sides.enemy, possible_cut_points(sides.enemy)));
}

bool is_legal(const Position& position, Part part) noexcept {
  PartList parts;
  generate_parts(position, parts);
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

bool is_legal(const Position& position, const Turn& turn) noexcept {
  if (!is_legal(position, turn.first())) return false;
  const Position next = position.after(turn.first());
  const bool over = next.to_move() != position.to_move();
  return over ? !turn.has_two_parts() : turn.has_two_parts() && is_legal(next, turn.second());
}

}  // namespace ordo::rules
