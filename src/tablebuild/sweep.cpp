// Rows of positions at a time.
#include "tablebuild/sweep.h"

#include <algorithm>
#include <array>

#include "rules/view.h"
#include "tablebase/split.h"
#include "tablebuild/blocked.h"
#include "tablebuild/crew.h"

namespace ordo::tablebuild {
namespace {

using tablebase::kDrawn;
using tablebase::kLost;
using tablebase::kWinsAtOnce;

constexpr std::uint32_t kStretch = Stretches::kMost;
constexpr std::uint64_t kNever = ~std::uint64_t{0};
constexpr std::uint64_t kBandBytes = std::uint64_t{64} << 20;  ///< rows that are solved before they are read
constexpr std::uint64_t kBatchBytes = std::uint64_t{256}
                                      << 20;  ///< what captures lead to, some squares at a time

}  // namespace

template <Variant V>
Sweep<V>::Sweep(Library& library, Size size, int threads)
    : library_(library),
      size_(size),
      threads_(threads),
      movers_(library.sets(size.own)),
      enemies_(library.enemies(size.enemy)),
      start_(movers_.rows(), enemies_.size(), kWinsAtOnce) {
  if constexpr (V == Variant::OrdoX) {
    preparation_ = Grid(movers_.rows(), enemies_.size(), kLost);
    advances_ = Grid(movers_.rows(), enemies_.size(), kDrawn);
  }
}

template <Variant V>
std::uint64_t Sweep<V>::bytes_to_prepare(const ConnectedSets& movers, const ConnectedSets& waiting) {
  const std::uint64_t cells = std::uint64_t{movers.rows()} * waiting.size();
  // A batch has one square at least, which some sets have, and all of those are listed.
  const std::uint64_t square = cells * static_cast<std::uint64_t>(movers.pieces() * waiting.pieces()) / 2000;
  return (V == Variant::Ordo ? 1 : 3) * cells + std::max(kBatchBytes, (V == Variant::Ordo ? 1 : 2) * square);
}

template <Variant V>
std::uint64_t Sweep<V>::bytes_to_run(const ConnectedSets& movers, const ConnectedSets& waiting) {
  const std::uint64_t cells = std::uint64_t{movers.rows()} * waiting.size();
  return (V == Variant::Ordo ? 1 : 3) * cells + std::min(kBandBytes, cells);
}

/// The squares of the board in parts, so that what captures on them lead to finds room at a time.
template <Variant V>
std::vector<Bitboard> Sweep<V>::batches_of_squares() const {
  std::array<std::uint64_t, 128> sets_with{};
  for (Row row = 0; row < movers_.rows(); ++row) {
    movers_[movers_.of_row(row)].for_each(
        [&](Square square) { ++sets_with[static_cast<std::size_t>(square.bit())]; });
  }
  std::vector<Bitboard> batches(1);
  std::uint64_t bytes = 0;
  rules::kBoard.for_each([&](Square square) {
    const std::uint64_t more = (V == Variant::Ordo ? 1 : 2) * enemies_.taken(square).size() *
                               sets_with[static_cast<std::size_t>(square.bit())];
    if (bytes + more > kBatchBytes) {
      batches.emplace_back();
      bytes = 0;
    }
    bytes += more;
    batches.back() |= rules::bitboard(square);
  });
  return batches;
}

template <Variant V>
void Sweep<V>::prepare() {
  std::vector<Aftermath> after(movers_.rows());
  for (const Bitboard squares : batches_of_squares()) {
    share(threads_, after.size(), 16,
          [&](std::size_t row) { after[row] = aftermath(static_cast<Row>(row), squares); });
    share(threads_, after.size(), 16,
          [&](std::size_t row) { take_in_captures(static_cast<Row>(row), squares, after); });
  }
  share(threads_, after.size(), 16, [&](std::size_t row) { take_in_wins(static_cast<Row>(row)); });
}

template <Variant V>
typename Sweep<V>::Aftermath Sweep<V>::aftermath(Row row, Bitboard squares) const {
  Aftermath after;
  const Bitboard own = movers_[movers_.of_row(row)];
  std::size_t count = 0;
  (own & squares).for_each([&](Square square) { count += enemies_.taken(square).size(); });
  after.advance.reserve(count);
  if constexpr (V == Variant::OrdoX) after.preparation.reserve(count);
  (own & squares).for_each([&](Square square) {
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
void Sweep<V>::take_in_captures(Row row, Bitboard squares, const std::vector<Aftermath>& after) {
  Moves<V> moves(movers_);
  for (const Move& move : moves.of(movers_.of_row(row))) {
    if (!move.reaches_home_row() && move.part.is_singleton()) take_in(move, squares, after, row);
  }
}

template <Variant V>
void Sweep<V>::take_in(const Move& move, Bitboard squares, const std::vector<Aftermath>& after, Row row) {
  const Square square = move.part.to();
  // The list that belongs to the set the move leads to, or to its mirror image.
  const Row next = movers_.row(move.next);
  const Square listed = movers_.is_folded(move.next) ? square.mirrored() : square;
  if (!squares.has(listed)) return;
  const std::vector<Taken>& taken = enemies_.taken(square);
  std::size_t at = 0;
  bool found = false;
  (movers_[movers_.of_row(next)] & squares).for_each([&](Square other) {
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
void Sweep<V>::take_in_wins(Row row) {
  Moves<V> moves(movers_);
  const Bitboard own = movers_[movers_.of_row(row)];
  Code* start = start_.row(row);
  for (const Move& move : moves.of(movers_.of_row(row))) {
    if (!move.reaches_home_row()) continue;
    for (std::uint32_t enemy = 0; enemy < enemies_.size(); ++enemy) {
      if ((enemies_.seen(enemy) & move.before_end).none()) start[enemy] = kLost;
    }
  }
  // No position at all: whatever it is, it must not change.
  for (std::uint32_t enemy = 0; enemy < enemies_.size(); ++enemy) {
    if ((enemies_.seen(enemy) & own).any()) start[enemy] = kLost;
  }
}

template <Variant V>
typename Sweep<V>::Row Sweep<V>::band_rows() const {
  const std::uint64_t rows = std::max<std::uint64_t>(kBandBytes / enemies_.size(), 64);
  return static_cast<Row>(std::min<std::uint64_t>(rows, movers_.rows()));
}

template <Variant V>
Changes Sweep<V>::run(const Changes& replies, Task task) {
  task_ = task;
  is_everywhere_ = is_everywhere_ || task != Task::Solve;
  first_change_ = kNever;
  const std::uint32_t stretches = enemies_.stretches().size();
  Changes advances_changed(V == Variant::OrdoX ? movers_.rows() : 0, stretches);
  if constexpr (V == Variant::OrdoX) {
    share(threads_, movers_.rows(), 16,
          [&](std::size_t row) { keep_advances(static_cast<Row>(row), replies, advances_changed); });
  }
  Changes changed(enemies_.sets().rows(), library_.enemies(size_.own).stretches().size());
  Band band{0, 0, Grid(band_rows(), enemies_.size(), kDrawn), Changes(band_rows(), stretches)};
  while (band.end < movers_.rows()) {
    band.begin = band.end;
    band.end = std::min(band.begin + band_rows(), movers_.rows());
    band.solved.clear();
    share(threads_, band.end - band.begin, 16, [&](std::size_t i) {
      if constexpr (V == Variant::Ordo) {
        advance(static_cast<Row>(i), replies, band);
      } else {
        prepare_and_advance(static_cast<Row>(i), advances_changed, band);
      }
    });
    constexpr Row kAtOnce = 64;
    share(threads_, (enemies_.sets().rows() + kAtOnce - 1) / kAtOnce, 1, [&](std::size_t i) {
      const Row first = static_cast<Row>(i) * kAtOnce;
      publish(band, first, std::min(first + kAtOnce, enemies_.sets().rows()), changed);
    });
  }
  is_everywhere_ = false;
  return changed;
}

template <Variant V>
std::optional<tablebase::Cell> Sweep<V>::first_change() const noexcept {
  if (first_change_ == kNever) return std::nullopt;
  return tablebase::Cell{static_cast<Row>(first_change_ / movers_.size()),
                         static_cast<Row>(first_change_ % movers_.size())};
}

/// Whether a stretch of a row is affected by what has changed, through one of the moves that `leads`.
template <Variant V>
template <class Leads>
bool Sweep<V>::is_affected(const std::vector<Move>& moves, std::uint32_t stretch, const Changes& changes,
                           Leads&& leads) const {
  const std::uint32_t mirrored = enemies_.stretches()[stretch].mirrored_index;
  return is_everywhere_ || std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
           return !move.reaches_home_row() && leads(move) &&
                  changes.has(movers_.row(move.next), movers_.is_folded(move.next) ? mirrored : stretch);
         });
}

/// A stretch of a row by all moves that end the turn.
template <Variant V>
void Sweep<V>::solve(const std::vector<Move>& moves, Row row, const Stretch& stretch, Blocked& blocked,
                     Code* least) const {
  const Grid& replies = library_.table(size_.turned());
  blocked.start(stretch);
  std::copy_n(start_.row(row) + stretch.begin, stretch.size(), least);
  for (const Move& move : moves) {
    if (move.reaches_home_row() || Moves<V>::prepares(move)) continue;
    const std::uint8_t* in_the_way = blocked(move.path);
    const Code* reply = replies.row(movers_.row(move.next)) +
                        (movers_.is_folded(move.next) ? stretch.mirrored : stretch.begin);
    take_least(least, reply, in_the_way, stretch.size());
  }
  go_back(least, stretch.size());
}

template <Variant V>
void Sweep<V>::advance(Row at, const Changes& replies, Band& band) const {
  Moves<V> list(movers_);
  Blocked blocked(enemies_);
  const Row row = band.begin + at;
  const std::vector<Move>& moves = list.of(movers_.of_row(row));
  for (std::uint32_t i = 0; i < enemies_.stretches().size(); ++i) {
    if (!is_affected(moves, i, replies, [](const Move&) { return true; })) continue;
    const Stretch& stretch = enemies_.stretches()[i];
    solve(moves, row, stretch, blocked, band.fresh.row(at) + stretch.begin);
    band.solved.mark(at, i);
  }
}

/// Ordo X: what a row is worth if only the advance is left.
template <Variant V>
void Sweep<V>::keep_advances(Row row, const Changes& replies, Changes& changed) {
  Moves<V> list(movers_);
  Blocked blocked(enemies_);
  std::array<Code, kStretch> codes;
  const std::vector<Move>& moves = list.of(movers_.of_row(row));
  for (std::uint32_t i = 0; i < enemies_.stretches().size(); ++i) {
    if (!is_affected(moves, i, replies, [](const Move& move) { return !Moves<V>::prepares(move); })) continue;
    const Stretch& stretch = enemies_.stretches()[i];
    solve(moves, row, stretch, blocked, codes.data());
    Code* known = advances_.row(row) + stretch.begin;
    if (std::equal(known, known + stretch.size(), codes.data())) continue;
    std::copy_n(codes.data(), stretch.size(), known);
    changed.mark(row, i);
  }
}

/// Ordo X: one row by what an advance is worth, at once or after a preparation.
template <Variant V>
void Sweep<V>::prepare_and_advance(Row at, const Changes& advances_changed, Band& band) const {
  Moves<V> list(movers_);
  Blocked blocked(enemies_);
  const Row row = band.begin + at;
  const std::vector<Move>& moves = list.of(movers_.of_row(row));
  for (std::uint32_t i = 0; i < enemies_.stretches().size(); ++i) {
    if (!advances_changed.has(row, i) && !is_affected(moves, i, advances_changed, Moves<V>::prepares))
      continue;
    const Stretch& stretch = enemies_.stretches()[i];
    blocked.start(stretch);
    Code* most = band.fresh.row(at) + stretch.begin;
    for (std::uint32_t k = 0; k < stretch.size(); ++k)
      most[k] = std::max(preparation_.row(row)[stretch.begin + k], advances_.row(row)[stretch.begin + k]);
    for (const Move& move : moves) {
      if (!Moves<V>::prepares(move)) continue;
      const std::uint8_t* in_the_way = blocked(move.path);
      const Code* then = advances_.row(movers_.row(move.next)) +
                         (movers_.is_folded(move.next) ? stretch.mirrored : stretch.begin);
      take_most(most, then, in_the_way, stretch.size());
    }
    band.solved.mark(at, i);
  }
}

template <Variant V>
void Sweep<V>::note_change(std::uint64_t place) noexcept {
  std::uint64_t first = first_change_.load(std::memory_order_relaxed);
  while (place < first && !first_change_.compare_exchange_weak(first, place, std::memory_order_relaxed)) {
  }
}

/// Puts a band into some rows of the table, where the sets of the mover are columns.
template <Variant V>
void Sweep<V>::publish(const Band& band, Row first, Row end, Changes& changed) {
  const ConnectedSets& waiting = enemies_.sets();
  const Stretches& columns = library_.enemies(size_.own).stretches();
  constexpr Row kBlock = 256;  // of the band, so that what is read stays in the nearest caches
  for (Row begin = band.begin; begin < band.end; begin += kBlock) {
    for (Row row = first; row < end; ++row) {
      const std::uint32_t enemy = waiting.of_row(row);
      const std::uint32_t image = waiting.mirrored(enemy);
      const std::uint32_t stretch = enemies_.stretches().of(enemy);
      const std::uint32_t image_stretch = enemies_.stretches().of(image);
      Code* cells = library_.table(size_).row(row);
      const auto put = [&](std::uint32_t column, Code code) {
        if (cells[column] == code || (task_ == Task::Fill && cells[column] != kDrawn)) return;
        if (task_ != Task::Check) cells[column] = code;
        changed.mark(row, columns.of(column));
        note_change(std::uint64_t{row} * movers_.size() + column);
      };
      for (Row mover = begin; mover < std::min(begin + kBlock, band.end); ++mover) {
        const Row at = mover - band.begin;
        const std::uint32_t number = movers_.of_row(mover);
        if (band.solved.has(at, stretch)) put(number, band.fresh.at(at, enemy));
        if (band.solved.has(at, image_stretch)) put(movers_.mirrored(number), band.fresh.at(at, image));
      }
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
