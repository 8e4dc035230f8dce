// The legal parts and turns of a position.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "rules/group.h"
#include "rules/position.h"
#include "rules/turn.h"
#include "rules/view.h"

namespace ordo::rules {

/// A list of parts that lives on the stack.
class PartList {
 public:
  /// No position has more parts, since no side has more than 20 pieces and in Ordo X an enemy is one group.
  /// Singletons: a queen would reach 30 squares of this board. At most 8 of them are captures, and what is
  /// left of a group without one piece falls into 4 subgroups at most, as the piece has room for no more
  /// neighbours that do not touch: so 3 more parts for each. Ordos: n pieces side by side hold n(n-1)/2 of
  /// them. 20 pieces have the most rows as two full ranks, 2 * 45, and the most columns as two full files and
  /// half of one, 2 * 28 + 6. None goes to more than 24 squares: a column of two 9 sideways, 6 ahead and 9
  /// diagonally, a row of two 8, 7 and 8.
  static constexpr std::size_t kCapacity = 20 * (30 + 8 * 3) + (2 * 45 + 2 * 28 + 6) * 24;

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

/// The same for a position that is not over, with groups of its variant that are remembered: for searches.
void generate_parts(const Position& position, GroupCache& groups, PartList& parts) noexcept;
template <Variant V>
void generate_parts(const View& view, GroupCache& groups, PartList& parts) noexcept;

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
