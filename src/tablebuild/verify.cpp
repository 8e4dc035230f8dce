// Cell by cell, on several threads.
#include "tablebuild/verify.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "tablebase/split.h"
#include "tablebuild/crew.h"
#include "tablebuild/pack.h"

namespace ordo::tablebuild {
namespace {

using tablebase::PackedTable;
using tablebase::Tile;
using tablebase::TileCells;
using tablebase::Tiling;
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

}  // namespace

std::optional<std::string> difference(const Library& library, const tablebase::Tables& tables, Size size,
                                      int threads) {
  const PackedTable* table = tables.find(library.variant(), size.own, size.enemy);
  if (table == nullptr || !table->has_distances()) return "it is not there";
  if (table->figures() != figures(library, size)) return "its figures are wrong";
  First first;
  share(threads, table->tiling().count(), 1, [&](std::size_t index) {
    const auto tile = static_cast<std::uint32_t>(index);
    const auto values = std::make_unique<TileCells>();
    const auto distances = std::make_unique<TileCells>();
    if (!table->unpack_values(tile, *values) || !table->unpack_distances(tile, *values, *distances))
      return first.report(index, "it is damaged");
    const Tile bounds = table->tiling()[tile];
    for (std::uint32_t row = bounds.first_row; row < bounds.end_row; ++row) {
      for (std::uint32_t column = bounds.first_column; column < bounds.end_column; ++column) {
        const std::size_t place = Tiling::place({row, column});
        if (agrees(library.table(size).at(row, column), (*values)[place], (*distances)[place])) continue;
        const rules::Position position = position_of(library, size, row, column);
        if ((position.own() & position.enemy()).any() || can_enter_home_row(position)) continue;
        first.report(index, "it is wrong about " + rules::to_fen(position));
      }
    }
  });
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
