// Rows of positions at a time.
#include "tablebuild/sweep.h"

#include <algorithm>
#include <array>
#include <atomic>

#include "rules/view.h"
#include "tablebase/split.h"
#include "tablebuild/crew.h"

namespace ordo::tablebuild {
namespace {

using tablebase::kDrawn;
using tablebase::kLost;
using tablebase::kWinsAtOnce;

/// A stretch of columns within which mirroring is adding a constant; few enough to stay in the nearest cache.
struct Stretch {
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t mirrored;  ///< where the mirror image of the first one stands

  [[nodiscard]] std::uint32_t size() const noexcept { return end - begin; }
};

constexpr std::uint32_t kStretch = 4096;

[[nodiscard]] std::vector<Stretch> stretches(const ConnectedSets& sets) {
  std::vector<Stretch> list;
  const std::array<std::uint32_t, 4> bounds = {0, sets.twins(), 2 * sets.twins(), sets.size()};
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    for (std::uint32_t begin = bounds[i]; begin < bounds[i + 1]; begin += kStretch)
      list.push_back({begin, std::min(begin + kStretch, bounds[i + 1]), sets.mirrored(begin)});
  }
  return list;
}

// The loops over a stretch. Bytes may be anything's, so compilers have to be told that these are apart.

void add_blocked(std::uint8_t* __restrict blocked, const std::uint8_t* __restrict more, std::uint32_t size) {
  for (std::uint32_t i = 0; i < size; ++i) blocked[i] = static_cast<std::uint8_t>(blocked[i] | more[i]);
}
void take_least(Code* __restrict least, const Code* __restrict codes, const std::uint8_t* __restrict blocked,
                std::uint32_t size) {
  for (std::uint32_t i = 0; i < size; ++i)
    least[i] = std::min(least[i], static_cast<Code>(codes[i] | blocked[i]));
}
void take_most(Code* __restrict most, const Code* __restrict codes, const std::uint8_t* __restrict blocked,
               std::uint32_t size) {
  for (std::uint32_t i = 0; i < size; ++i)
    most[i] = std::max(most[i], static_cast<Code>(codes[i] & ~blocked[i]));
}
/// before() of each, without a branch.
void go_back(Code* codes, std::uint32_t size) {
  for (std::uint32_t i = 0; i < size; ++i) {
    const Code next = codes[i];
    codes[i] = static_cast<Code>((next < kDrawn ? 255 : 1) - next - (next == kDrawn ? 1 : 0));
  }
}
[[nodiscard]] bool differ(const Code* a, const Code* b, std::uint32_t size) {
  return !std::equal(a, a + size, b);
}

/// Which enemies of a stretch stand in the way of a move: 255 for those who do. Moves that follow each other
/// and go farther share what has been found out.
class Blocked {
 public:
  explicit Blocked(const Enemies& enemies) : enemies_(enemies) {}

  void start(const Stretch& stretch) noexcept {
    stretch_ = stretch;
    path_ = {};
    std::fill_n(blocked_.begin(), stretch.size(), std::uint8_t{0});
  }
  [[nodiscard]] const std::uint8_t* operator()(Bitboard path) noexcept {
    if ((path_ - path).any()) start(stretch_);
    (path - path_).for_each([this](Square square) {
      add_blocked(blocked_.data(), enemies_.on(square) + stretch_.begin, stretch_.size());
    });
    path_ = path;
    return blocked_.data();
  }

 private:
  const Enemies& enemies_;
  Stretch stretch_{};
  Bitboard path_;
  std::array<std::uint8_t, kStretch> blocked_;
};

/// Runs over sets of both sizes.
template <Variant V>
struct Tools {
  Tools(const ConnectedSets& movers, const Enemies& enemies)
      : moves(movers), blocked(enemies), stretches(tablebuild::stretches(enemies.sets())) {}

  Moves<V> moves;
  Blocked blocked;
  std::vector<Stretch> stretches;
  std::array<Code, kStretch> codes;
};

/// What changes of a row, noted for its row and its columns; returns whether anything did. Columns are shared
/// by the threads.
[[nodiscard]] bool update(Code* row, const Code* fresh, std::uint8_t* columns, const Stretch& stretch) {
  if (!differ(row + stretch.begin, fresh, stretch.size())) return false;
  for (std::uint32_t i = 0; i < stretch.size(); ++i) {
    const std::uint32_t column = stretch.begin + i;
    if (row[column] == fresh[i]) continue;
    row[column] = fresh[i];
    if (columns != nullptr) std::atomic_ref(columns[column]).store(1, std::memory_order_relaxed);
  }
  return true;
}

}  // namespace

template <Variant V>
Sweep<V>::Sweep(Library& library, Size size, int threads)
    : library_(library),
      size_(size),
      threads_(threads),
      movers_(library.sets(size.own)),
      enemies_(library.enemies(size.enemy)),
      start_(movers_.rows(), enemies_.size(), kWinsAtOnce),
      now_(movers_.rows(), enemies_.size(), kDrawn),
      row_changed_(movers_.rows(), 0),
      column_changed_(enemies_.size(), 0) {
  if constexpr (V == Variant::OrdoX) {
    preparation_ = Grid(movers_.rows(), enemies_.size(), kLost);
    advances_ = Grid(movers_.rows(), enemies_.size(), kDrawn);
    advances_changed_.assign(movers_.rows(), 0);
  }
}

template <Variant V>
std::uint64_t Sweep<V>::bytes(const ConnectedSets& movers, const ConnectedSets& waiting) {
  const std::uint64_t cells = std::uint64_t{movers.rows()} * waiting.size();
  constexpr std::uint64_t kGrids = V == Variant::Ordo ? 2 : 4;
  // Each enemy is listed for each of its squares, and there again for each choice of the attacker: so many
  // entries do the squares of a set meet, which stands in the middle of the board more often than not.
  const std::uint64_t met = cells * static_cast<std::uint64_t>(movers.pieces() * waiting.pieces()) / 44;
  return kGrids * cells + (V == Variant::Ordo ? 1 : 2) * met;
}

template <Variant V>
void Sweep<V>::prepare() {
  std::vector<Aftermath> after(movers_.rows());
  share(threads_, after.size(), 16, [&](std::size_t row) { after[row] = aftermath(static_cast<Row>(row)); });
  share(threads_, after.size(), 16, [&](std::size_t row) { take_in_captures(static_cast<Row>(row), after); });
}

template <Variant V>
typename Sweep<V>::Aftermath Sweep<V>::aftermath(Row row) const {
  Aftermath after;
  const Bitboard own = movers_[movers_.of_row(row)];
  std::size_t count = 0;
  own.for_each([&](Square square) { count += enemies_.taken(square).size(); });
  after.advance.reserve(count);
  if constexpr (V == Variant::OrdoX) after.preparation.reserve(count);
  own.for_each([&](Square square) {
    for (const Taken& taken : enemies_.taken(square)) {
      after.advance.push_back(after_advance(own, row, taken));
      if constexpr (V == Variant::OrdoX) {
        after.preparation.push_back(taken.pieces == 0
                                        ? kWinsAtOnce
                                        : library_.advances({size_.own, taken.pieces}).at(row, taken.left));
      }
    }
  });
  return after;
}

template <Variant V>
Code Sweep<V>::after_advance(Bitboard own, Row row, const Taken& taken) const {
  if (taken.pieces == 0) return kLost;
  if ((taken.rest.turned() & own).any()) return kLost;  // no position at all: nobody asks
  if (taken.left != ConnectedSets::kNone)
    return library_.table({taken.pieces, size_.own}).at(row, taken.left);
  const auto code = tablebase::code_of_split(
      {taken.rest, own.turned()},
      [this](Bitboard mover, Bitboard other) { return library_.probe(mover, other); });
  return code.value();  // pieces that were captured make smaller tables, and all of those are done
}

template <Variant V>
void Sweep<V>::take_in_captures(Row row, const std::vector<Aftermath>& after) {
  Tools<V> tools(movers_, enemies_);
  const Bitboard own = movers_[movers_.of_row(row)];
  Code* start = start_.row(row);
  for (const Move& move : tools.moves.of(movers_.of_row(row))) {
    if (move.reaches_home_row()) {
      for (std::uint32_t enemy = 0; enemy < enemies_.size(); ++enemy) {
        if ((enemies_.seen(enemy) & move.before_end).none()) start[enemy] = kLost;
      }
    } else if (move.part.is_singleton()) {
      take_in(move, after, row);
    }
  }
  // No position at all: whatever it is, it must not change.
  for (std::uint32_t enemy = 0; enemy < enemies_.size(); ++enemy) {
    if ((enemies_.seen(enemy) & own).any()) start[enemy] = kLost;
  }
}

template <Variant V>
void Sweep<V>::take_in(const Move& move, const std::vector<Aftermath>& after, Row row) {
  const Square square = move.part.to();
  const std::vector<Taken>& taken = enemies_.taken(square);
  // The list that belongs to the set the move leads to, or to its mirror image.
  const bool folded = movers_.is_folded(move.next);
  const Row next = movers_.row(move.next);
  const Square listed = folded ? square.mirrored() : square;
  std::size_t at = 0;
  bool found = false;
  movers_[movers_.of_row(next)].for_each([&](Square other) {
    found = found || other == listed;
    if (!found) at += enemies_.taken(other).size();
  });
  const bool prepares = Moves<V>::prepares(move);
  const Code* codes = (prepares ? after[next].preparation : after[next].advance).data() + at;
  Code* cells = prepares ? preparation_.row(row) : start_.row(row);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if ((enemies_.seen(taken[i].enemy) & move.before_end).any()) continue;
    Code& cell = cells[taken[i].enemy];
    cell = prepares ? std::max(cell, codes[i]) : std::min(cell, codes[i]);
  }
}

template <Variant V>
std::vector<typename Sweep<V>::Row> Sweep<V>::rows_to_solve(const std::vector<bool>& changed) const {
  std::vector<Row> rows;
  Moves<V> moves(movers_);
  for (Row row = 0; row < movers_.rows(); ++row) {
    const auto& list = moves.of(movers_.of_row(row));
    // A set all of whose moves win at once or capture is looked at only the first time.
    const bool affected =
        is_first_ || std::any_of(list.begin(), list.end(), [&](const Move& move) {
          return !Moves<V>::prepares(move) && !move.reaches_home_row() && changed[movers_.row(move.next)];
        });
    if (affected) rows.push_back(row);
  }
  return rows;
}

template <Variant V>
std::vector<bool> Sweep<V>::run(const std::vector<bool>& changed) {
  const std::vector<Row> rows = rows_to_solve(changed);
  is_first_ = false;
  std::fill(row_changed_.begin(), row_changed_.end(), std::uint8_t{0});
  std::fill(column_changed_.begin(), column_changed_.end(), std::uint8_t{0});
  std::fill(advances_changed_.begin(), advances_changed_.end(), std::uint8_t{0});
  share(threads_, rows.size(), 16, [&](std::size_t i) { advance(rows[i]); });
  if constexpr (V == Variant::OrdoX) {
    share(threads_, movers_.rows(), 16, [&](std::size_t row) { prepare_and_advance(static_cast<Row>(row)); });
  }
  share(threads_, (movers_.rows() + 63) / 64, 1, [&](std::size_t block) { publish(block); });
  std::vector<bool> changed_here(enemies_.sets().rows(), false);
  for (std::uint32_t i = 0; i < enemies_.size(); ++i) {
    if (column_changed_[i] != 0) changed_here[enemies_.sets().row(i)] = true;
  }
  return changed_here;
}

/// One row by all moves that end the turn.
template <Variant V>
void Sweep<V>::advance(Row row) {
  Tools<V> tools(movers_, enemies_);
  const Grid& replies = library_.table(size_.turned());
  const std::vector<Move>& moves = tools.moves.of(movers_.of_row(row));
  constexpr bool kOnly = V == Variant::Ordo;
  Code* known = kOnly ? now_.row(row) : advances_.row(row);
  for (const Stretch& stretch : tools.stretches) {
    tools.blocked.start(stretch);
    Code* least = tools.codes.data();
    std::copy_n(start_.row(row) + stretch.begin, stretch.size(), least);
    for (const Move& move : moves) {
      if (move.reaches_home_row() || Moves<V>::prepares(move)) continue;
      const std::uint8_t* blocked = tools.blocked(move.path);
      const Code* reply = replies.row(movers_.row(move.next)) +
                          (movers_.is_folded(move.next) ? stretch.mirrored : stretch.begin);
      take_least(least, reply, blocked, stretch.size());
    }
    go_back(least, stretch.size());
    if (update(known, least, kOnly ? column_changed_.data() : nullptr, stretch))
      (kOnly ? row_changed_ : advances_changed_)[row] = 1;
  }
}

/// Ordo X: one row by what an advance is worth, at once or after a preparation.
template <Variant V>
void Sweep<V>::prepare_and_advance(Row row) {
  Tools<V> tools(movers_, enemies_);
  const std::vector<Move>& moves = tools.moves.of(movers_.of_row(row));
  const bool affected =
      advances_changed_[row] != 0 || std::any_of(moves.begin(), moves.end(), [this](const Move& move) {
        return Moves<V>::prepares(move) && advances_changed_[movers_.row(move.next)] != 0;
      });
  if (!affected) return;
  for (const Stretch& stretch : tools.stretches) {
    tools.blocked.start(stretch);
    Code* most = tools.codes.data();
    for (std::uint32_t i = 0; i < stretch.size(); ++i)
      most[i] = std::max(preparation_.row(row)[stretch.begin + i], advances_.row(row)[stretch.begin + i]);
    for (const Move& move : moves) {
      if (!Moves<V>::prepares(move)) continue;
      const std::uint8_t* blocked = tools.blocked(move.path);
      const Code* then = advances_.row(movers_.row(move.next)) +
                         (movers_.is_folded(move.next) ? stretch.mirrored : stretch.begin);
      take_most(most, then, blocked, stretch.size());
    }
    if (update(now_.row(row), most, column_changed_.data(), stretch)) row_changed_[row] = 1;
  }
}

/// Puts 64 rows of the mover into the table, where they are columns.
template <Variant V>
void Sweep<V>::publish(std::size_t block) {
  const auto begin = static_cast<Row>(block * 64);
  const Row end = std::min(begin + 64, movers_.rows());
  if (std::none_of(row_changed_.begin() + begin, row_changed_.begin() + end, [](auto c) { return c != 0; }))
    return;
  Grid& table = library_.table(size_);
  const ConnectedSets& waiting = enemies_.sets();
  for (Row row = 0; row < waiting.rows(); ++row) {
    const std::uint32_t enemy = waiting.of_row(row);
    const std::uint32_t image = waiting.mirrored(enemy);
    if (column_changed_[enemy] == 0 && column_changed_[image] == 0) continue;
    Code* cells = table.row(row);
    for (Row mover = begin; mover < end; ++mover) {
      const Code* known = now_.row(mover);
      const std::uint32_t number = movers_.of_row(mover);
      cells[number] = known[enemy];
      cells[movers_.mirrored(number)] = known[image];
    }
  }
}

template <Variant V>
void Sweep<V>::finish() {
  if constexpr (V == Variant::OrdoX) library_.advances(size_) = std::move(advances_);
}

template class Sweep<Variant::Ordo>;
template class Sweep<Variant::OrdoX>;

}  // namespace ordo::tablebuild
