// One step of the retrograde analysis: what each position is worth if what it leads to is worth what is
// known.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "tablebuild/blocked.h"
#include "tablebuild/changes.h"
#include "tablebuild/library.h"

namespace ordo::tablebuild {

/// What is done with what a sweep finds.
enum class Task : std::uint8_t {
  Solve,  ///< brings the table up to date, where something has changed that leads there
  Fill,   ///< everywhere, but writes only where nothing was known
  Check,  ///< everywhere, and writes nothing: what differs has "changed"
};

/// The table of one size while it is solved.
///
/// For a set of the mover all positions against the enemy's sets are solved together: a move leads from each
/// of them to the same set, so that what follows stands in one row of the other table, in the order of the
/// enemies; those in the way are masked. A whole row is then the minimum of a few others, byte by byte, which
/// compilers turn into vector code. Captures and wins at once lead to what is known beforehand; they are
/// taken in once, by prepare().
///
/// Rows are solved a band at a time, and what a band finds the next one reads already. Whatever the order,
/// what is known is only ever too long a way to the end, and becomes shorter until it is right.
template <Variant V>
class Sweep {
 public:
  /// The smaller tables are done.
  Sweep(Library& library, Size size, int threads);

  /// Takes in captures and wins at once. The smaller tables are not asked again.
  void prepare();
  /// Goes over all positions from which something leads that has changed, and brings the table up to date;
  /// the first time over all. The tables of this size and of its counterpart are in the library. `replies`:
  /// where the counterpart's has changed. Returns the same for this one; none at all: nothing has changed.
  [[nodiscard]] Changes run(const Changes& replies, Task task = Task::Solve);
  /// The first cell that the last run changed, or would have.
  [[nodiscard]] std::optional<tablebase::Cell> first_change() const noexcept;
  /// Ordo X: keeps what larger tables need.
  void finish();

  /// What one of these takes at its largest, beside the tables themselves: while it prepares, and afterwards.
  [[nodiscard]] static std::uint64_t bytes_to_prepare(const ConnectedSets& movers,
                                                      const ConnectedSets& waiting);
  [[nodiscard]] static std::uint64_t bytes_to_run(const ConnectedSets& movers, const ConnectedSets& waiting);

 private:
  using Codes = std::vector<Code>;
  using Row = std::uint32_t;

  /// What captures on some squares of a set lead to, one list after the other: a code for each entry of
  /// Enemies::taken.
  struct Aftermath {
    Codes advance;      ///< of the opponent, whose turn it is then
    Codes preparation;  ///< Ordo X: of the mover, who goes on
  };
  /// Rows that are solved before anybody reads them.
  struct Band {
    Row begin;
    Row end;
    Grid fresh;      ///< a row for each of them
    Changes solved;  ///< which stretches of them are fresh
  };

  [[nodiscard]] std::vector<Bitboard> batches_of_squares() const;
  [[nodiscard]] Aftermath aftermath(Row row, Bitboard squares) const;
  [[nodiscard]] Code after_advance(Bitboard own, Row row, const Taken& taken) const;
  void take_in_captures(Row row, Bitboard squares, const std::vector<Aftermath>& after);
  void take_in(const Move& move, Bitboard squares, const std::vector<Aftermath>& after, Row row);
  void take_in_wins(Row row);
  template <class Leads>
  [[nodiscard]] bool is_affected(const std::vector<Move>& moves, std::uint32_t stretch,
                                 const Changes& changes, Leads&& leads) const;
  void solve(const std::vector<Move>& moves, Row row, const Stretch& stretch, Blocked& blocked,
             Code* least) const;
  void advance(Row at, const Changes& replies, Band& band) const;
  void keep_advances(Row row, const Changes& replies, Changes& changed);
  void prepare_and_advance(Row at, const Changes& advances_changed, Band& band) const;
  void publish(const Band& band, Row first, Row end, Changes& changed);
  void note_change(std::uint64_t place) noexcept;
  [[nodiscard]] Row band_rows() const;

  Library& library_;
  Size size_;
  int threads_;
  bool is_everywhere_ = true;  ///< everything is looked at, whatever has changed
  Task task_ = Task::Solve;
  std::atomic<std::uint64_t> first_change_{0};
  const ConnectedSets& movers_;
  const Enemies& enemies_;
  // A row for each set of the mover, a column for each of the enemy.
  Grid start_;        ///< the worst that captures and wins at once leave the opponent
  Grid preparation_;  ///< Ordo X: the best that preparations which capture give
  Grid advances_;     ///< Ordo X: what positions are worth if only the advance is left
};

}  // namespace ordo::tablebuild
