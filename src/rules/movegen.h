// The legal parts and turns of a position.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "rules/group.h"
#include "rules/position.h"
#include "rules/turn.h"

namespace ordo::rules {

/// A list of parts that lives on the stack.
class PartList {
 public:
  /// No position has more. Singletons: 20 pieces with at most 32 squares in all eight directions, and
  /// at most 8 captures each with up to 4 tied subgroups. Ordos: two ends name an ordo, so at most
  /// 20 * 19 / 2, each with at most 23 squares forward, diagonally forward and sideways.
  static constexpr std::size_t kCapacity = 20 * (32 + 8 * 4) + 190 * 23;

  PartList() noexcept {}  // NOLINT: the storage is left uninitialised on purpose
  void push(Part part) noexcept { parts_[size_++] = part; }
  void clear() noexcept { size_ = 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] Part operator[](std::size_t i) const noexcept { return parts_[i]; }
  [[nodiscard]] const Part* begin() const noexcept { return parts_.data(); }
  [[nodiscard]] const Part* end() const noexcept { return parts_.data() + size_; }

  /// For a generator that writes parts itself: where to begin, and where it ended.
  [[nodiscard]] Part* free_space() noexcept { return parts_.data() + size_; }
  void set_end(const Part* end) noexcept { size_ = static_cast<std::size_t>(end - parts_.data()); }

 private:
  std::size_t size_ = 0;
  union {
    std::array<Part, kCapacity> parts_;
  };
};

/// All parts the side to move may play now, in no particular order; the list is cleared first.
/// Ordo: these are the turns. Ordo X, whole turn ahead: every preparation and every advance; after a
/// preparation: the advances. A preparation can always be followed by an advance (docs/rules.md proves it).
/// A game that is over has none.
void generate_parts(const Position& position, PartList& parts) noexcept;

/// The directions open to the side to move, but for those of a split side in Ordo.
[[nodiscard]] inline Ways ways_ahead(const Position& position) noexcept {
  return position.phase() == Phase::Whole ? Ways::All : Ways::Forward;
}

/// The same for a position that is not over, with groups of its variant that are remembered: for searches.
void generate_parts(const Position& position, GroupCache& groups, PartList& parts) noexcept;

/// Whether the side to move has a legal turn. A game that is over has none.
[[nodiscard]] bool has_turn(const Position& position) noexcept;

/// The number of legal turns, without making a list of them.
[[nodiscard]] std::uint64_t count_turns(const Position& position) noexcept;

[[nodiscard]] bool is_legal(const Position& position, const Turn& turn) noexcept;
/// Whether generate_parts lists it.
[[nodiscard]] bool is_legal(const Position& position, Part part) noexcept;

/// Calls visit(Turn) for each legal turn, one at a time; nothing is stored but the parts of one level.
/// A visitor that returns bool stops the walk by returning false.
template <class Visit>
void for_each_turn(const Position& position, Visit&& visit) {
  const auto goes_on = [&visit](const Turn& turn) {
    if constexpr (std::is_void_v<std::invoke_result_t<Visit&, const Turn&>>) {
      visit(turn);
      return true;
    } else {
      return static_cast<bool>(visit(turn));
    }
  };
  PartList firsts;
  generate_parts(position, firsts);
  PartList advances;
  for (const Part first : firsts) {
    const Position next = position.after(first);
    if (next.to_move() != position.to_move()) {
      if (!goes_on(Turn(first))) return;
      continue;
    }
    generate_parts(next, advances);
    for (const Part advance : advances) {
      if (!goes_on(Turn(first, advance))) return;
    }
  }
}

}  // namespace ordo::rules
