// Which parts of a node are tried, and in which order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "eval/policy.h"
#include "rules/group.h"
#include "rules/movegen.h"
#include "rules/query.h"
#include "rules/reconnect.h"
#include "search/frame.h"
#include "search/history.h"
#include "search/parameters.h"
#include "search/vocabulary.h"

namespace ordo::search {

/// An Ordo X node gets to few of its many quiet moves: they are listed before it is known whether they keep
/// the group together. In Ordo finding that out for all of them is a hundredth of the work.
template <Variant V>
inline constexpr auto kConnection =
    V == Variant::OrdoX ? rules::Connection::Hoped : rules::Connection::Proven;

/// In one number that is greater the sooner the part is to be tried.
class ScoredPart {
 public:
  ScoredPart() noexcept = default;
  ScoredPart(Part part, int score) noexcept : rank_(static_cast<std::int64_t>(score) << 32 | part.bits()) {}
  [[nodiscard]] Part part() const noexcept { return Part::from_bits(static_cast<std::uint32_t>(rank_)); }
  [[nodiscard]] std::int64_t rank() const noexcept { return rank_; }

 private:
  std::int64_t rank_ = 0;
};

/// What the pickers of one thread have in common.
struct PickerMemory {
  PickerMemory(Variant variant, rules::Connection connection, const Features& of_the_search,
               const Parameters& weights);

  const Features& features;
  const Parameters& parameters;
  History quiet;
  History captures;
  rules::GroupCache groups;
  std::vector<ScoredPart> parts;  ///< of all plies of the line, one list after the other
  rules::PartList generated;
  eval::PolicyWeights policy;  ///< none: quiet parts are ordered by how far they go
};

/// Gives the parts of a node, all of them legal, one after the other:
///
///   the remembered one · captures · killers · quiet ones
///
/// and of a side that must reconnect the remembered one, captures and quiet ones that do. A stage is listed
/// when it is reached, and ordered by what history says; most nodes end before the quiet ones, for which the
/// mover's group has to be analysed. Pickers nest like the plies they are for: the memory is that of the last
/// one made.
template <Variant V>
class MovePicker {
 public:
  /// Of all parts. The remembered one, if there is one, is legal here.
  MovePicker(PickerMemory& memory, const Frame& frame, Part remembered) noexcept
      : MovePicker(memory, frame, Stage::Remembered) {
    remembered_ = remembered;
    wanted_ = frame.node.enemy;
    with_quiet_ = true;
    if (memory.features.killers && !frame.split) killers_ = frame.killers;
  }
  /// Of captures of `wanted` pieces, and perhaps of quiet parts. A side that must reconnect wants all.
  MovePicker(PickerMemory& memory, const Frame& frame, Bitboard wanted, bool with_quiet) noexcept
      : MovePicker(memory, frame, Stage::ListCaptures) {
    wanted_ = wanted;
    with_quiet_ = with_quiet;
  }
  MovePicker(const MovePicker&) = delete;
  MovePicker& operator=(const MovePicker&) = delete;
  ~MovePicker() { memory_.parts.resize(first_); }

  /// Nothing when all have been given.
  [[nodiscard]] Part next();

  /// From here on no quiet parts come,
  void skip_quiet() noexcept { with_quiet_ = false; }
  /// or only those that reach the seventh rank.
  void keep_to_seventh_rank() noexcept { only_to_seventh_rank_ = true; }
  /// Whether it leaves out this quiet part for that, and whether it has left out any.
  [[nodiscard]] bool leaves_out(Part part) noexcept;
  [[nodiscard]] bool has_left_out() const noexcept { return has_left_out_; }

  /// Once all have been given: whether there was none.
  [[nodiscard]] bool was_empty() const noexcept {
    return memory_.parts.size() == first_ && !remembered_.exists();
  }
  /// Those listed that had their turn; some are empty.
  [[nodiscard]] std::span<const ScoredPart> tried() const noexcept {
    return std::span(memory_.parts).subspan(first_, at_ - first_);
  }

 private:
  enum class Stage : std::uint8_t { Remembered, ListCaptures, Captures, Killer, ListQuiet, Quiet, None };

  MovePicker(PickerMemory& memory, const Frame& frame, Stage stage) noexcept
      : memory_(memory),
        node_(frame.node),
        side_(frame.side),
        split_(V == Variant::Ordo && frame.split),
        stage_(stage),
        first_(memory.parts.size()),
        at_(first_) {}

  void add(Part part, int score) {
    if (part != remembered_) memory_.parts.push_back({part, score});
  }
  [[nodiscard]] int order_of_capture(Part part) const noexcept;
  [[nodiscard]] int order_of_quiet(Part part, int promise) const noexcept;
  void list_captures();
  void list_quiet();
  [[nodiscard]] Part pick() noexcept;
  [[nodiscard]] Part next_killer();
  [[nodiscard]] Part next_quiet() noexcept;

  PickerMemory& memory_;
  const Node& node_;
  int side_;
  bool split_;
  bool with_quiet_ = false;
  bool only_to_seventh_rank_ = false;
  bool has_left_out_ = false;
  Stage stage_;
  std::uint8_t killer_ = 0;  ///< the next
  Bitboard wanted_;
  Part remembered_;
  Killers killers_{};
  std::size_t first_;
  std::size_t at_;
  std::optional<rules::Reconnection> reconnection_;
};

template <Variant V>
Part MovePicker<V>::next() {
  switch (stage_) {
    case Stage::Remembered:
      stage_ = Stage::ListCaptures;
      if (remembered_.exists()) return remembered_;
      [[fallthrough]];
    case Stage::ListCaptures:
      list_captures();
      stage_ = Stage::Captures;
      [[fallthrough]];
    case Stage::Captures:
      if (at_ < memory_.parts.size()) return pick();
      stage_ = Stage::Killer;
      [[fallthrough]];
    case Stage::Killer:
      if (const Part killer = next_killer(); killer.exists()) return killer;
      stage_ = Stage::ListQuiet;
      [[fallthrough]];
    case Stage::ListQuiet:
      if (with_quiet_) list_quiet();
      stage_ = Stage::Quiet;
      [[fallthrough]];
    case Stage::Quiet:
      if (const Part quiet = next_quiet(); quiet.exists()) return quiet;
      stage_ = Stage::None;
      [[fallthrough]];
    case Stage::None:
      return {};
  }
  return {};
}

/// The best of those that are left of the list.
template <Variant V>
Part MovePicker<V>::pick() noexcept {
  // First which is the best, then where it is: two simple loops are faster than one.
  std::vector<ScoredPart>& parts = memory_.parts;
  const auto first = parts.begin() + static_cast<std::ptrdiff_t>(at_++);
  std::int64_t best = first->rank();
  for (auto it = first; it != parts.end(); ++it) best = std::max(best, it->rank());
  auto it = first;
  while (it->rank() != best) ++it;
  std::swap(*first, *it);
  return first->part();
}

template <Variant V>
Part MovePicker<V>::next_quiet() noexcept {
  while (with_quiet_ && at_ < memory_.parts.size()) {
    const Part part = pick();
    if (leaves_out(part)) continue;
    if (kConnection<V> == rules::Connection::Proven || rules::stays_whole(node_.own, part)) return part;
    memory_.parts[at_ - 1] = {};
  }
  return {};
}

template <Variant V>
bool MovePicker<V>::leaves_out(Part part) noexcept {
  if (!only_to_seventh_rank_ || (part.destination() & rules::kRank7).any()) return false;
  has_left_out_ = true;
  return true;
}

}  // namespace ordo::search
