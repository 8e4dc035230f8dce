// Cell by cell, on several threads.
#include "tablebuild/verify.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "tablebase/split.h"
#include "tablebuild/crew.h"
#include "tablebuild/pack.h"
#include "tablebuild/sweep.h"

namespace ordo::tablebuild {
namespace {

using tablebase::PackedTable;
using tablebase::Tile;
using tablebase::TileCells;
using tablebase::Value;

/// Keeps what is found first, in the order of the table, whichever thread finds what when.
class First {
 public:
  void report(std::uint64_t place, std::string text) {
    const std::lock_guard lock(mutex_);
    if (!text_ || place < place_) {
      place_ = place;
      text_ = std::move(text);
    }
  }
  [[nodiscard]] std::optional<std::string> result() const { return text_; }

 private:
  std::mutex mutex_;
  std::uint64_t place_ = 0;
  std::optional<std::string> text_;
};

[[nodiscard]] rules::Position position_of(const Library& library, Size size, std::uint32_t row,
                                          std::uint32_t column) {
  const ConnectedSets& waiting = library.sets(size.enemy);
  const rules::View view{library.sets(size.own)[column], waiting[waiting.of_row(row)].turned(),
                         rules::Phase::Whole};
  return view.as_white(library.variant());
}

[[nodiscard]] bool can_enter_home_row(const rules::Position& position) {
  return position.variant() == Variant::Ordo
             ? rules::can_enter_home_row<Variant::Ordo>(position.own(), position.enemy())
             : rules::can_enter_home_row<Variant::OrdoX>(position.own(), position.enemy());
}

/// Whether a cell of the files says what a code does.
[[nodiscard]] bool agrees(Code code, std::uint8_t value, std::uint8_t distance) {
  const auto verdict = tablebase::verdict_of(code);
  return static_cast<Value>(value) == verdict.value &&
         (verdict.value != Value::Loss || 2 * distance == verdict.plies);
}

/// Calls visit(cell, value, distance) for all cells of a table, tile by tile on several threads. False if it
/// cannot be read.
template <class Visit>
[[nodiscard]] bool for_each_cell(const PackedTable& table, int threads, Visit&& visit) {
  std::atomic<bool> whole{true};
  share(threads, table.tiling().count(), 1, [&](std::size_t index) {
    const auto tile = static_cast<std::uint32_t>(index);
    const auto values = std::make_unique<TileCells>();
    const auto distances = std::make_unique<TileCells>();
    if (!table.unpack_values(tile, *values) || !table.unpack_distances(tile, *values, *distances)) {
      whole = false;
      return;
    }
    const Tile bounds = table.tiling()[tile];
    for (std::uint32_t row = bounds.first_row; row < bounds.end_row; ++row) {
      for (std::uint32_t column = bounds.first_column; column < bounds.end_column; ++column) {
        const std::size_t place = table.tiling().place({row, column});
        visit(tablebase::Cell{row, column}, (*values)[place], (*distances)[place]);
      }
    }
  });
  return whole;
}

/// What is lost in the files as it stands there, and nothing else: a win is one because of a loss.
[[nodiscard]] std::optional<std::string> load_losses(Library& library, const tablebase::Tables& tables,
                                                     Size size, int threads) {
  const PackedTable* table = tables.find(library.variant(), size.own, size.enemy);
  if (table == nullptr || !table->has_distances()) return "it is not there";
  const ConnectedSets& waiting = library.sets(size.enemy);
  library.table(size) = Grid(waiting.rows(), library.sets(size.own).size(), tablebase::kDrawn);
  const bool whole =
      for_each_cell(*table, threads, [&](tablebase::Cell cell, std::uint8_t value, std::uint8_t distance) {
        Code& code = library.table(size).row(cell.row)[cell.column];
        if ((library.sets(size.own)[cell.column] & waiting[waiting.of_row(cell.row)].turned()).any()) {
          code = tablebase::kWinsAtOnce;  // no position at all: what a sweep makes of it
        } else if (static_cast<Value>(value) == Value::Loss) {
          code = tablebase::code_of({Value::Loss, std::min(2 * distance, tablebase::kMostPlies)});
        }
      });
  if (!whole) return "it is damaged";
  return std::nullopt;
}

template <Variant V>
[[nodiscard]] std::optional<Wrong> prove_in(Library& library, const tablebase::Tables& tables, Size size,
                                            int threads) {
  const std::vector<Size> pair =
      size.own == size.enemy ? std::vector{size} : std::vector{size, size.turned()};
  std::vector<std::unique_ptr<Sweep<V>>> sweeps;
  for (const Size of : pair) {
    if (auto wrong = load_losses(library, tables, of, threads)) return Wrong{of, *std::move(wrong)};
    sweeps.push_back(std::make_unique<Sweep<V>>(library, of, threads));
    sweeps.back()->prepare();
  }
  const Changes none(0, 0);
  for (const auto& sweep : sweeps) (void)sweep->run(none, Task::Fill);
  for (std::size_t i = 0; i < pair.size(); ++i) {
    (void)sweeps[i]->run(none, Task::Check);
    if (const auto cell = sweeps[i]->first_change())
      return Wrong{pair[i], "it is wrong about " +
                                rules::to_fen(position_of(library, pair[i], cell->row, cell->column))};
    sweeps[i]->finish();
  }
  for (const Size of : pair) {
    if (auto wrong = difference(library, tables, of, threads)) return Wrong{of, *std::move(wrong)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Wrong> prove(Library& library, const tablebase::Tables& tables, Size size, int threads) {
  return library.variant() == Variant::Ordo ? prove_in<Variant::Ordo>(library, tables, size, threads)
                                            : prove_in<Variant::OrdoX>(library, tables, size, threads);
}

std::optional<std::string> difference(const Library& library, const tablebase::Tables& tables, Size size,
                                      int threads) {
  const PackedTable* table = tables.find(library.variant(), size.own, size.enemy);
  if (table == nullptr || !table->has_distances()) return "it is not there";
  if (table->figures() != figures(library, size)) return "its figures are wrong";
  First first;
  const bool whole =
      for_each_cell(*table, threads, [&](tablebase::Cell cell, std::uint8_t value, std::uint8_t distance) {
        if (agrees(library.table(size).at(cell.row, cell.column), value, distance)) return;
        const rules::Position position = position_of(library, size, cell.row, cell.column);
        if ((position.own() & position.enemy()).any() || can_enter_home_row(position)) return;
        first.report(std::uint64_t{cell.row} * library.sets(size.own).size() + cell.column,
                     "it is wrong about " + rules::to_fen(position));
      });
  if (!whole) return "it is damaged";
  return first.result();
}

Code judge_by_turns(const rules::Position& position, const Probe& probe) {
  Code worst = tablebase::kWinsAtOnce;  // for the opponent
  rules::for_each_turn(position, [&](const rules::Turn& turn) {
    const rules::Position next = position.after(turn);
    worst = std::min(worst, rules::is_decided(next) ? tablebase::kLost : probe(next).value());
    return worst != tablebase::kLost;
  });
  return tablebase::before(worst);
}

std::optional<std::string> flaw(const Library& library, Size size, const Judge& judge, std::uint64_t every,
                                int threads) {
  const auto connected = [&library](Bitboard own, Bitboard enemy) { return library.probe(own, enemy); };
  const Probe probe = [&](const rules::Position& position) -> std::optional<Code> {
    const rules::View view = rules::View::of(position);
    if (rules::is_split(view.own)) return tablebase::code_of_split(view, connected);
    return connected(view.own, view.enemy);
  };
  First first;
  const Grid& table = library.table(size);
  share(threads, table.rows(), 1, [&](std::size_t index) {
    const auto row = static_cast<std::uint32_t>(index);
    const std::uint64_t start = std::uint64_t{row} * table.columns();
    for (std::uint64_t place = (start + every - 1) / every * every; place < start + table.columns();
         place += every) {
      const auto column = static_cast<std::uint32_t>(place - start);
      const rules::Position position = position_of(library, size, row, column);
      if ((position.own() & position.enemy()).any()) continue;
      if (judge(position, probe) != table.at(row, column))
        first.report(place, "wrong by its successors: " + rules::to_fen(position));
    }
  });
  return first.result();
}

}  // namespace ordo::tablebuild
