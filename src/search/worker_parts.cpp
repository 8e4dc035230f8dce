// The parts a worker tries at a node, and in which order.
#include <algorithm>
#include <cstdlib>

#include "rules/query.h"
#include "rules/reconnect.h"
#include "search/worker.h"

namespace ordo::search {

template <Variant V>
int Worker<V>::order(const Frame& frame, Part part) const noexcept {
  constexpr int kWins = 1 << 28;
  constexpr int kCapture = 1 << 24;
  if ((part.destination() & rules::kRank8).any()) return kWins;
  if (part.captures()) {
    const bool cuts = rules::may_be_cut_point(frame.node.enemy, part.to());
    return kCapture + (rules::kRanks - part.to().rank()) * 64 + (cuts ? 256 : 0) + part.from().rank();
  }
  const int gain = (part.to().rank() - part.from().rank()) * part.length();
  return gain * 32 + (shared_.features.history ? history_.value(frame.side, part) : 0);
}

/// Whether a quiet part that was legal elsewhere in the tree is legal here, for a side that is connected.
template <Variant V>
bool Worker<V>::is_playable(const Node& node, Part part) noexcept {
  if (!fits(node, part) || part.captures()) return false;
  if (node.phase == Phase::Advance && part.is_sideways()) return false;
  if (part.to().rank() < part.from().rank()) return false;  // it has reconnected a split group
  const Bitboard origin = part.origin();
  const Bitboard obstacles = (node.own - origin) | node.enemy;
  const int files = part.to().file() - part.from().file();
  const int ranks = part.to().rank() - part.from().rank();
  const int steps = std::max(std::abs(files), std::abs(ranks));
  const int step = 16 * (ranks / steps) + files / steps;
  for (int i = 1; i <= steps; ++i) {
    if ((line(part.shape(), rules::Square::from_bit(part.from().bit() + i * step)) & obstacles).any())
      return false;
  }
  return rules::stays_whole(node.own, part);
}

/// Whether some quiet part might end there: a quick look that misses none. A piece of an ordo goes nowhere it
/// could not go alone, but for the connection.
template <Variant V>
bool Worker<V>::may_reach_seventh_rank(const Node& node) noexcept {
  using enum rules::Direction;
  if ((node.own & rules::kRank7).any()) return true;
  const Bitboard free = rules::kBoard - node.own - node.enemy;
  const Bitboard reached =
      rules::slide<N>(node.own, free) | rules::slide<NE>(node.own, free) | rules::slide<NW>(node.own, free);
  return (reached & rules::kRank7).any();
}

template <Variant V>
void Worker<V>::list_quiet(Frame& frame, Part table_move, const std::array<Part, 2>& tried) {
  const rules::Position position(V, frame.node.own, frame.node.enemy, rules::Color::White, frame.node.phase);
  rules::generate_parts(position, groups_, listed_);
  for (const Part part : listed_) {
    if (!part.captures() && part != table_move && part != tried[0] && part != tried[1])
      parts_.push_back({part, order(frame, part)});
  }
}

template <Variant V>
void Worker<V>::list_captures(Frame& frame, const rules::Reconnection& moves, Part table_move) {
  moves.for_each_capture([&](Part part) {
    if (part != table_move) parts_.push_back({part, order(frame, part)});
  });
}

template <Variant V>
void Worker<V>::list_quiet(Frame& frame, const rules::Reconnection& moves, Part table_move) {
  moves.for_each_quiet([&](Part part) {
    if (part != table_move) parts_.push_back({part, order(frame, part)});
  });
}

template <Variant V>
void Worker<V>::list(Frame& frame, Part table_move) {
  const rules::Position position(V, frame.node.own, frame.node.enemy, rules::Color::White, frame.node.phase);
  rules::generate_parts(position, groups_, listed_);
  for (const Part part : listed_) {
    if (part != table_move) parts_.push_back({part, order(frame, part)});
  }
}

template <Variant V>
void Worker<V>::list_captures(Frame& frame, Bitboard wanted, Part table_move) {
  using enum rules::Direction;
  const Node& node = frame.node;
  const Bitboard free = rules::kBoard - node.own - node.enemy;
  const auto look = [&]<rules::Direction D>() {
    constexpr int kStep = 16 * rules::rank_step(D) + rules::file_step(D);
    const Bitboard targets = rules::slide<D>(node.own, free).template shift<D>() & wanted;
    targets.for_each([&](rules::Square target) {
      int from = target.bit() - kStep;
      while (!node.own.has(rules::Square::from_bit(from))) from -= kStep;
      const Part part = Part::singleton(rules::Square::from_bit(from), target, true);
      if (!rules::stays_whole(node.own, part.from(), target)) return;
      if constexpr (V == Variant::OrdoX) {
        if (rules::may_be_cut_point(node.enemy, target)) {
          const Bitboard names = rules::largest_subgroups(node.enemy, target);
          if (names.several()) {
            names.for_each([&](rules::Square name) {
              if (part.keeping(name) != table_move)
                parts_.push_back({part.keeping(name), order(frame, part)});
            });
            return;
          }
        }
      }
      if (part != table_move) parts_.push_back({part, order(frame, part)});
    });
  };
  look.template operator()<N>();
  look.template operator()<NE>();
  look.template operator()<NW>();
  if (node.phase == Phase::Whole) {
    look.template operator()<E>();
    look.template operator()<W>();
  }
}

template void Worker<Variant::Ordo>::list(Frame&, Part);
template void Worker<Variant::OrdoX>::list(Frame&, Part);
template void Worker<Variant::Ordo>::list_captures(Frame&, Bitboard, Part);
template void Worker<Variant::OrdoX>::list_captures(Frame&, Bitboard, Part);
template void Worker<Variant::Ordo>::list_captures(Frame&, const rules::Reconnection&, Part);
template void Worker<Variant::OrdoX>::list_captures(Frame&, const rules::Reconnection&, Part);
template void Worker<Variant::Ordo>::list_quiet(Frame&, const rules::Reconnection&, Part);
template void Worker<Variant::OrdoX>::list_quiet(Frame&, const rules::Reconnection&, Part);
template void Worker<Variant::Ordo>::list_quiet(Frame&, Part, const std::array<Part, 2>&);
template void Worker<Variant::OrdoX>::list_quiet(Frame&, Part, const std::array<Part, 2>&);
template bool Worker<Variant::Ordo>::may_reach_seventh_rank(const Node&) noexcept;
template bool Worker<Variant::OrdoX>::may_reach_seventh_rank(const Node&) noexcept;
template bool Worker<Variant::Ordo>::is_playable(const Node&, Part) noexcept;
template bool Worker<Variant::OrdoX>::is_playable(const Node&, Part) noexcept;

}  // namespace ordo::search
