// Legal parts and turns, from the analysis of the mover's group.
#include "rules/movegen.h"

#include <algorithm>

#include "rules/generate.h"
#include "rules/outcome.h"
#include "rules/reconnect.h"
#include "util/check.h"

namespace ordo::rules {
namespace {

template <class Groups>
void list_ordo(const Position& position, Groups& groups, PartList& parts) noexcept {
  const bool black = position.to_move() == Color::Black;
  const Bitboard own = position.own();
  const Bitboard enemy = position.enemy();
  const Group& group = groups(own, Ways::All);
  const PartWriter writer(parts, black, enemy, {});
  if (group.connected) {
    list_parts<Variant::Ordo, Ways::All>(group, enemy, writer);
  } else {
    Reconnection(own, enemy).for_each([&writer](Part part) {
      writer(part.shape())(part.from().bit(), part.to().bit(), part.captures());
    });
  }
}

template <class Groups>
void list_ordo_x(const Position& position, Groups& groups, PartList& parts) noexcept {
  const Group& group = groups(position.own(), ways_ahead(position));
  const Bitboard enemy = position.enemy();
  const PartWriter writer(parts, position.to_move() == Color::Black, enemy, possible_cut_points(enemy));
  if (position.phase() == Phase::Whole) {
    list_parts<Variant::OrdoX, Ways::All>(group, enemy, writer);
  } else {
    list_parts<Variant::OrdoX, Ways::Forward>(group, enemy, writer);
  }
}

template <class Groups>
void list_all(const Position& position, Groups& groups, PartList& parts) noexcept {
  parts.clear();
  if (position.variant() == Variant::Ordo) {
    list_ordo(position, groups, parts);
  } else {
    list_ordo_x(position, groups, parts);
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
