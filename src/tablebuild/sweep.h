// One step of the retrograde analysis: what each position is worth if what it leads to is worth what is
// known.
#pragma once

#include <cstdint>
#include <vector>

#include "tablebuild/library.h"

namespace ordo::tablebuild {

/// The table of one size while it is solved.
///
/// For a set of the mover all positions against the enemy's sets are solved together: a move leads from each
/// of them to the same set, so that what follows stands in one row of the other table, in the order of the
/// enemies; those in the way are masked. A whole row is then the minimum of a few others, byte by byte, which
/// compilers turn into vector code. Captures and wins at once lead to what is known beforehand; they are
/// taken in once, by prepare().
template <Variant V>
class Sweep {
 public:
  /// The smaller tables are done, and those of this size and of its counterpart are in the library.
  Sweep(Library& library, Size size, int threads);

  /// Takes in captures and wins at once.
  void prepare();
  /// Goes over all positions from which something leads that has changed, and brings the table up to date.
  /// `changed`: for each row of the counterpart's table whether it has. Returns the same for this one: what
  /// its readers go by. None at all: nothing has changed.
  [[nodiscard]] std::vector<bool> run(const std::vector<bool>& changed);
  /// Ordo X: keeps what larger tables need.
  void finish();

  /// What one of these takes at its largest, beside the tables themselves.
  [[nodiscard]] static std::uint64_t bytes(const ConnectedSets& movers, const ConnectedSets& waiting);

 private:
  using Codes = std::vector<Code>;
  using Row = std::uint32_t;

  /// What captures on the squares of a set lead to, one list after the other: a code for each entry of
  /// Enemies::taken.
  struct Aftermath {
    Codes advance;      ///< of the opponent, whose turn it is then
    Codes preparation;  ///< Ordo X: of the mover, who goes on
  };

  [[nodiscard]] Aftermath aftermath(Row row) const;
  [[nodiscard]] Code after_advance(Bitboard own, Row row, const Taken& taken) const;
  void take_in_captures(Row row, const std::vector<Aftermath>& after);
  void take_in(const Move& move, const std::vector<Aftermath>& after, Row row);
  void advance(Row row);
  void prepare_and_advance(Row row);
  void publish(std::size_t block);
  [[nodiscard]] std::vector<Row> rows_to_solve(const std::vector<bool>& changed) const;

  Library& library_;
  Size size_;
  int threads_;
  bool is_first_ = true;
  const ConnectedSets& movers_;
  const Enemies& enemies_;
  // A row for each set of the mover, a column for each of the enemy.
  Grid start_;        ///< the worst that captures and wins at once leave the opponent
  Grid preparation_;  ///< Ordo X: the best that preparations which capture give
  Grid advances_;     ///< Ordo X: what positions are worth if only the advance is left
  Grid now_;          ///< what positions are worth, as far as is known
  std::vector<std::uint8_t> row_changed_;
  std::vector<std::uint8_t> advances_changed_;
  std::vector<std::uint8_t> column_changed_;
};

}  // namespace ordo::tablebuild
