// How the values of a tile are packed and unpacked: each is foretold from the values before it and from what
// stands on the board.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/query.h"
#include "tablebase/coder.h"
#include "tablebase/set_traits.h"
#include "tablebase/tile.h"
#include "tablebase/value_model.h"
#include "tablebase/verdict.h"

namespace ordo::tablebase {

/// The sets of one side of a table, with what is known of each.
struct Side {
  const ConnectedSets& sets;
  const std::vector<SetTraits>& traits;
};

/// For one tile. A position in which the mover can enter the home row at once is not packed, since whoever
/// asks sees that; nor is what is none because sets overlap.
template <rules::Variant V, class Coder>
class ValueCoder {
 public:
  /// `models` are used up.
  ValueCoder(Coder& coder, ValueModels& models, const Tile& tile, const Side& movers, const Side& waiting,
             TileCells& cells)
      : coder_(coder), models_(models), tile_(tile), movers_(movers), waiting_(waiting), cells_(cells) {
    for (std::uint32_t column = 0; column < tile.columns(); ++column) columns_.push_back(column_at(column));
  }

  /// Cells hold what is to be packed, or get what is unpacked.
  void run() {
    for (std::uint32_t row = 0; row < tile_.rows(); ++row) {
      const Line line = line_at(row);
      for (std::uint32_t column = 0; column < tile_.columns(); ++column) code(line, column);
    }
  }

 private:
  static constexpr std::int32_t kNowhere = -1;
  static constexpr std::uint8_t kNothing = 3;  ///< where there is no cell

  /// Earlier columns, or rows, of the tile that are like one.
  struct Column {
    std::int32_t beside;
    std::int32_t farther;  ///< two files aside
    std::int32_t below;
    std::array<std::int32_t, SetTraits::kAlike> alike;
  };
  struct Line {
    std::uint32_t row;
    rules::Bitboard enemy;  ///< as the mover sees it
    const SetTraits& traits;
    std::int32_t beside;
    std::int32_t farther;
    std::int32_t below;
    std::array<std::int32_t, 2> alike;
  };
  /// What a cell is foretold from.
  struct Ways {
    std::array<std::size_t, ValueModel::kVoices> opinions;
    std::size_t wins;
    std::size_t draws;
    std::size_t second;
  };

  [[nodiscard]] Column column_at(std::uint32_t at) const {
    const std::uint32_t number = tile_.first_column + at;
    const auto inside = [&](std::uint32_t other) {
      return other < number && other >= tile_.first_column
                 ? static_cast<std::int32_t>(other - tile_.first_column)
                 : kNowhere;
    };
    const auto& near = movers_.sets.neighbours(number);
    Column column{inside(near.beside), kNowhere, inside(near.below), {}};
    const std::uint32_t farther = movers_.sets.neighbours(near.beside).beside;
    if (column.beside != kNowhere && farther != near.beside) column.farther = inside(farther);
    const auto& alike = movers_.traits[number].alike;
    std::transform(alike.begin(), alike.end(), column.alike.begin(), inside);
    return column;
  }

  [[nodiscard]] Line line_at(std::uint32_t at) const {
    const ConnectedSets& sets = waiting_.sets;
    const std::uint32_t row = tile_.first_row + at;
    const std::uint32_t number = sets.of_row(row);
    const auto inside = [&](std::uint32_t other) {
      if (other == ConnectedSets::kNone || sets.is_folded(other)) return kNowhere;
      const std::uint32_t there = sets.row(other);
      return there < row && there >= tile_.first_row ? static_cast<std::int32_t>(there - tile_.first_row)
                                                     : kNowhere;
    };
    const auto& near = sets.neighbours(number);
    const SetTraits& traits = waiting_.traits[number];
    Line line{at, sets[number].turned(), traits, inside(near.beside), kNowhere, inside(near.below), {}};
    const std::uint32_t farther = sets.neighbours(near.beside).beside;
    if (line.beside != kNowhere && farther != near.beside) line.farther = inside(farther);
    line.alike = {inside(traits.alike[0]), inside(traits.alike[1])};
    return line;
  }

  [[nodiscard]] std::uint8_t at(std::int64_t row, std::int64_t column,
                                std::uint8_t otherwise) const noexcept {
    if (row < 0 || column < 0) return otherwise;
    return cells_[tile_.place(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column))];
  }

  /// The values before a cell that say most.
  struct Near {
    std::uint8_t beside, below, row_beside, row_below, both_beside, both_below;
  };
  [[nodiscard]] Near near(const Line& line, std::uint32_t column) const noexcept {
    const Column& here = columns_[column];
    const std::int64_t row = line.row;
    const std::uint8_t row_before =
        at(line.alike[0], column, at(row - 1, column, static_cast<std::uint8_t>(Value::Win)));
    const std::uint8_t before =
        at(row, here.beside,
           at(row, here.alike[0], at(row, std::int64_t{column} - 1, at(line.beside, column, row_before))));
    Near near{};
    near.beside = before;
    near.below = at(row, here.below, before);
    near.row_beside = at(line.beside, column, row > 0 ? row_before : before);
    near.row_below = at(line.below, column, near.row_beside);
    near.both_beside = at(line.beside, here.beside, before);
    near.both_below = at(line.below, here.below, before);
    return near;
  }

  [[nodiscard]] Ways ways(const Line& line, std::uint32_t column, rules::Bitboard own,
                          const Near& near) const noexcept {
    const Column& here = columns_[column];
    const SetTraits& mine = movers_.traits[tile_.first_column + column];
    const SetTraits& theirs = line.traits;
    const std::size_t threat = rules::can_enter_home_row<V>(line.enemy.turned(), own.turned()) ? 1 : 0;
    const auto apart =
        static_cast<std::size_t>(mine.left > theirs.right   ? std::min(mine.left - theirs.right, 3)
                                 : theirs.left > mine.right ? std::min(theirs.left - mine.right, 3) + 3
                                                            : 0);
    const auto passed =
        static_cast<std::size_t>(std::clamp(rules::kRanks - 1 - mine.front - theirs.front, -4, 3) + 4);
    const auto ahead = static_cast<std::size_t>(std::clamp(mine.race - theirs.race, -3, 3) + 3);
    const auto count = [&](Value value) {
      const auto is = [value](std::uint8_t cell) {
        return cell == static_cast<std::uint8_t>(value) ? 1U : 0U;
      };
      return is(near.beside) + is(near.below) + is(near.row_beside) + is(near.row_below) +
             is(near.both_beside) + is(near.both_below);
    };
    const std::size_t won = count(Value::Win);
    const std::size_t a0 = near.beside, a1 = near.below, a2 = near.row_beside, a3 = near.row_below,
                      a4 = near.both_beside, a5 = near.both_below;
    const auto look = [&](std::int32_t row, std::int32_t col) -> std::size_t {
      return at(row, col, kNothing);
    };
    const auto row = static_cast<std::int32_t>(line.row);
    const auto col = static_cast<std::int32_t>(column);
    const std::size_t h0 = look(row, here.alike[0]), h1 = look(row, here.alike[1]),
                      h2 = look(row, here.alike[2]), g0 = look(line.alike[0], col),
                      g1 = look(line.alike[1], col), k0 = look(line.beside, here.alike[0]),
                      k1 = look(line.alike[0], here.alike[0]), k2 = look(line.alike[0], here.beside);
    const std::size_t b0 = at(row, here.farther, near.beside);
    const std::size_t race = std::min<std::size_t>(mine.race, 7) - 1;
    Ways ways{};
    ways.opinions = {
        ((((a0 * 3 + a1) * 3 + a2) * 3 + a3) * 3 + a4) * 3 + a5,
        ((((h0 * 4 + h1) * 4 + h2) * 4 + k0) * 3 + a0) * 3 + a2,
        ((mine.front * std::size_t{8} + theirs.front) * 2 + threat) * 7 + apart,
        ((ahead * 7 + apart) * 8 + passed) * 7 + race,
        (((look(line.beside, here.below) * 4 + look(line.below, here.beside)) * 3 + a0) * 3 + a2),
        ((((g0 * 4 + g1) * 4 + k1) * 4 + k2) * 3 + a0) * 3 + a2,
        (mine.race * std::size_t{16} + theirs.race) * 14 + won * 2 + threat,
        ((((h0 * 4 + g0) * 4 + k0) * 3 + b0) * 3 + a2),
        (((look(line.farther, here.farther) * 4 + look(line.beside, here.alike[1])) * 4 + h1) * 3 + a4) * 3 +
            a0,
        (((a4 * 3 + a0) * 3 + a2) * 4 + h0) * 4 + g0};
    const std::size_t drawn = count(Value::Draw) + (h0 == 1 ? 1 : 0) + (g0 == 1 ? 1 : 0);
    ways.wins = won * 2 + threat;
    ways.draws = std::min<std::size_t>(drawn, 7) * 2 + threat;
    ways.second = ahead * 16 + apart * 2 + (passed > 4 ? 1 : 0);
    return ways;
  }

  [[nodiscard]] bool code_bit(ValueModel& model, const Ways& ways, std::size_t first, bool bit) {
    std::array<Opinion*, ValueModel::kVoices> opinions;
    for (std::size_t i = 0; i < opinions.size(); ++i)
      opinions[i] = &model.opinions[ValueModel::kStarts[i] + ways.opinions[i]];
    Forecast<ValueModel::kVoices> forecast(opinions, model.first[first], model.second[ways.second]);
    const bool coded = coder_.code(static_cast<std::uint32_t>(forecast.odds()), bit);
    forecast.learn(coded);
    return coded;
  }

  void code(const Line& line, std::uint32_t column) {
    const rules::Bitboard own = movers_.sets[tile_.first_column + column];
    std::uint8_t& cell = cells_[tile_.place(line.row, column)];
    const Near near = this->near(line, column);
    if ((own & line.enemy).any()) {
      cell = near.beside;
    } else if (rules::can_enter_home_row<V>(own, line.enemy)) {
      cell = static_cast<std::uint8_t>(Value::Win);
    } else {
      const Ways ways = this->ways(line, column, own, near);
      if (code_bit(models_.wins, ways, ways.wins, cell == static_cast<std::uint8_t>(Value::Win))) {
        cell = static_cast<std::uint8_t>(Value::Win);
      } else if (V == rules::Variant::Ordo &&
                 code_bit(models_.draws, ways, ways.draws, cell == static_cast<std::uint8_t>(Value::Draw))) {
        cell = static_cast<std::uint8_t>(Value::Draw);
      } else {
        cell = static_cast<std::uint8_t>(Value::Loss);
      }
    }
  }

  Coder& coder_;
  ValueModels& models_;
  Tile tile_;
  Side movers_;
  Side waiting_;
  TileCells& cells_;
  std::vector<Column> columns_;
};

template <class Coder>
void code_values(rules::Variant variant, Coder& coder, ValueModels& models, const Tile& tile,
                 const Side& movers, const Side& waiting, TileCells& cells) {
  if (variant == rules::Variant::Ordo) {
    ValueCoder<rules::Variant::Ordo, Coder>(coder, models, tile, movers, waiting, cells).run();
  } else {
    ValueCoder<rules::Variant::OrdoX, Coder>(coder, models, tile, movers, waiting, cells).run();
  }
}

}  // namespace ordo::tablebase
