// Sets of squares against sets of numbers.
#include <gtest/gtest.h>

#include "rules/bitboard_pair.h"
#include "support/convert.h"
#include "support/random_positions.h"

namespace ordo {
namespace {

using rules::Bitboard;
using rules::Direction;
using rules::kFiles;
using rules::kRanks;
using rules::kSquares;
using rules::Shape;
using rules::Square;
using support::to_cells;
using support::to_set;

constexpr int kSamples = 500;

std::vector<int> random_cells(support::Random& random) {
  const int percent = random.between(0, 100);
  std::vector<int> cells;
  for (int cell = 0; cell < kSquares; ++cell) {
    if (random.chance(percent)) cells.push_back(cell);
  }
  return cells;
}

bool contains(const std::vector<int>& cells, int cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

/// Each cell one step away in direction D, without what leaves the board.
template <Direction D>
std::vector<int> stepped(const std::vector<int>& cells, int steps = 1) {
  std::vector<int> moved;
  for (const int cell : cells) {
    const int file = cell % kFiles + steps * rules::file_step(D);
    const int rank = cell / kFiles + steps * rules::rank_step(D);
    if (file >= 0 && file < kFiles && rank >= 0 && rank < kRanks) moved.push_back(rank * kFiles + file);
  }
  return moved;
}

TEST(Bitboard, SquaresAreCountedAndListedFromRankOneOn) {
  support::Random random(1);
  for (int i = 0; i < kSamples; ++i) {
    const std::vector<int> cells = random_cells(random);
    const Bitboard set = to_set(cells);
    EXPECT_EQ(set.count(), static_cast<int>(cells.size()));
    EXPECT_EQ(set.any(), !cells.empty());
    EXPECT_EQ(set.none(), cells.empty());
    EXPECT_EQ(set.several(), cells.size() > 1);
    if (!cells.empty()) {
      EXPECT_EQ(set.first().index(), cells.front());
    }
    std::vector<int> listed;
    set.for_each([&](Square square) { listed.push_back(square.index()); });
    EXPECT_EQ(listed, cells);
    EXPECT_EQ(to_cells(set), cells);
  }
}

TEST(Bitboard, SetsMeetJoinAndDiffer) {
  support::Random random(2);
  for (int i = 0; i < kSamples; ++i) {
    const std::vector<int> a = random_cells(random);
    const std::vector<int> b = random_cells(random);
    std::vector<int> both;
    std::vector<int> either;
    std::vector<int> only_a;
    std::vector<int> one;
    for (int cell = 0; cell < kSquares; ++cell) {
      const bool in_a = contains(a, cell);
      const bool in_b = contains(b, cell);
      if (in_a && in_b) both.push_back(cell);
      if (in_a || in_b) either.push_back(cell);
      if (in_a && !in_b) only_a.push_back(cell);
      if (in_a != in_b) one.push_back(cell);
    }
    EXPECT_EQ(to_set(a) & to_set(b), to_set(both));
    EXPECT_EQ(to_set(a) | to_set(b), to_set(either));
    EXPECT_EQ(to_set(a) - to_set(b), to_set(only_a));
    EXPECT_EQ(to_set(a) ^ to_set(b), to_set(one));
    EXPECT_EQ(to_set(a) == to_set(b), a == b);
  }
}

template <Direction D>
void expect_shifts() {
  support::Random random(3);
  for (int i = 0; i < kSamples; ++i) {
    const std::vector<int> cells = random_cells(random);
    EXPECT_EQ(to_set(cells).shift<D>() & rules::kBoard, to_set(stepped<D>(cells)));
    EXPECT_EQ((to_set(cells).shift<D, 2>() & rules::kBoard), to_set(stepped<D>(cells, 2)));
    EXPECT_EQ((to_set(cells).shift<D, 4>() & rules::kBoard), to_set(stepped<D>(cells, 4)));
  }
}

TEST(Bitboard, ShiftsNeverWrapAround) {
  expect_shifts<Direction::N>();
  expect_shifts<Direction::NE>();
  expect_shifts<Direction::NW>();
  expect_shifts<Direction::E>();
  expect_shifts<Direction::W>();
  expect_shifts<Direction::S>();
  expect_shifts<Direction::SE>();
  expect_shifts<Direction::SW>();
}

template <Direction D>
void expect_slides() {
  support::Random random(4);
  for (int i = 0; i < kSamples; ++i) {
    const std::vector<int> sources = random_cells(random);
    std::vector<int> free;
    for (const int cell : random_cells(random)) {
      if (!contains(sources, cell)) free.push_back(cell);
    }
    std::vector<int> reached = sources;
    for (const int source : sources) {
      for (auto next = stepped<D>({source}); !next.empty() && contains(free, next[0]);
           next = stepped<D>(next)) {
        reached.push_back(next[0]);
      }
    }
    EXPECT_EQ(rules::slide<D>(to_set(sources), to_set(free)), to_set(reached));
  }
}

TEST(Bitboard, SlidesStopAtTheFirstSquareThatIsNotFree) {
  expect_slides<Direction::N>();
  expect_slides<Direction::NE>();
  expect_slides<Direction::NW>();
  expect_slides<Direction::E>();
  expect_slides<Direction::W>();
  expect_slides<Direction::S>();
  expect_slides<Direction::SE>();
  expect_slides<Direction::SW>();
}

TEST(Bitboard, ASlideCrossesTheWholeBoard) {
  const Bitboard a1 = rules::bitboard(Square(0, 0));
  const Bitboard j1 = rules::bitboard(Square(9, 0));
  EXPECT_EQ(rules::slide<Direction::E>(a1, rules::kBoard - a1), rules::kRank1);
  EXPECT_EQ(rules::slide<Direction::W>(j1, rules::kBoard - j1), rules::kRank1);
  EXPECT_EQ(rules::slide<Direction::N>(a1, rules::kBoard - a1), rules::line(Shape::column(8), Square(0, 0)));
}

TEST(Bitboard, TurningAndMirroringTwiceChangeNothing) {
  support::Random random(5);
  for (int i = 0; i < kSamples; ++i) {
    const std::vector<int> cells = random_cells(random);
    std::vector<int> turned;
    std::vector<int> mirrored;
    for (const int cell : cells) {
      turned.push_back(Square::from_index(cell).turned().index());
      mirrored.push_back(Square::from_index(cell).mirrored().index());
    }
    const Bitboard set = to_set(cells);
    EXPECT_EQ(set.turned(), to_set(turned));
    EXPECT_EQ(set.mirrored(), to_set(mirrored));
    EXPECT_EQ(set.turned().turned(), set);
    EXPECT_EQ(set.mirrored().mirrored(), set);
  }
}

TEST(Bitboard, DilationAddsAllNeighbours) {
  support::Random random(6);
  for (int i = 0; i < kSamples; ++i) {
    const std::vector<int> cells = random_cells(random);
    std::vector<int> near;
    for (const int cell : cells) {
      for (int other = 0; other < kSquares; ++other) {
        if (std::abs(cell % kFiles - other % kFiles) <= 1 && std::abs(cell / kFiles - other / kFiles) <= 1) {
          near.push_back(other);
        }
      }
    }
    EXPECT_EQ(rules::dilated(to_set(cells)) & rules::kBoard, to_set(near));
  }
}

TEST(Bitboard, AFloodFillsTheGroupOfItsSeed) {
  support::Random random(7);
  for (int i = 0; i < kSamples; ++i) {
    naive::Board board;
    for (const int cell : random_cells(random)) board[cell] = naive::Cell::White;
    const auto groups = naive::groups(board, naive::Color::White);
    Bitboard all;
    for (const auto& group : groups) all |= to_set(group);
    for (const auto& group : groups) {
      EXPECT_EQ(rules::flood(rules::bitboard(Square::from_index(random.pick(group))), all), to_set(group));
    }
  }
}

TEST(Bitboard, LinesHaveTheirLengthInEitherOrientation) {
  for (int cell = 0; cell < kSquares; ++cell) {
    const Square first = Square::from_index(cell);
    std::vector<int> row;
    for (int length = 1; first.file() + length <= kFiles; ++length) {
      row.push_back(cell + length - 1);
      ASSERT_EQ(rules::line(Shape::row(length), first), to_set(row));
    }
    std::vector<int> column;
    for (int length = 1; first.rank() + length <= kRanks; ++length) {
      column.push_back(cell + (length - 1) * kFiles);
      ASSERT_EQ(rules::line(Shape::column(length), first), to_set(column));
    }
  }
}

template <Direction D>
void expect_the_same_of_a_pair(const std::array<Bitboard, 2>& sources, const std::array<Bitboard, 2>& free) {
  const rules::BitboardPair pair(sources[0], sources[1]);
  const rules::BitboardPair room(free[0], free[1]);
  EXPECT_EQ(pair.shift<D>().first() & rules::kBoard, sources[0].shift<D>() & rules::kBoard);
  EXPECT_EQ(pair.shift<D>().second() & rules::kBoard, sources[1].shift<D>() & rules::kBoard);
  EXPECT_EQ(rules::slide<D>(pair, room).first(), rules::slide<D>(sources[0], free[0]));
  EXPECT_EQ(rules::slide<D>(pair, room).second(), rules::slide<D>(sources[1], free[1]));
}

TEST(BitboardPair, ItsHalvesAreWhatEachSetWouldBeAlone) {
  using enum Direction;
  support::Random random(11);
  for (int i = 0; i < kSamples; ++i) {
    const std::array<Bitboard, 2> sets = {to_set(random_cells(random)), to_set(random_cells(random))};
    const std::array<Bitboard, 2> free = {to_set(random_cells(random)), to_set(random_cells(random))};
    expect_the_same_of_a_pair<N>(sets, free);
    expect_the_same_of_a_pair<NE>(sets, free);
    expect_the_same_of_a_pair<NW>(sets, free);
    expect_the_same_of_a_pair<E>(sets, free);
    expect_the_same_of_a_pair<W>(sets, free);
    expect_the_same_of_a_pair<S>(sets, free);
    const rules::BitboardPair pair(sets[0], sets[1]);
    const rules::BitboardPair other(free[0], free[1]);
    EXPECT_EQ((pair - other).first(), sets[0] - free[0]);
    EXPECT_EQ((pair & other).second(), sets[1] & free[1]);
    EXPECT_EQ((pair | other).second(), sets[1] | free[1]);
    EXPECT_EQ(rules::dilated(pair).second(), rules::dilated(sets[1]));
  }
}

TEST(Shape, CodesGoBackAndForth) {
  for (int length = 1; length <= kFiles; ++length) {
    EXPECT_EQ(Shape::from_code(Shape::row(length).code()).length(), length);
    EXPECT_FALSE(Shape::row(length).is_column());
  }
  for (int length = 2; length <= kRanks; ++length) {
    EXPECT_EQ(Shape::from_code(Shape::column(length).code()).length(), length);
    EXPECT_TRUE(Shape::column(length).is_column());
  }
}

TEST(Square, TextAndNumbersGoBackAndForth) {
  for (int index = 0; index < kSquares; ++index) {
    const Square square = Square::from_index(index);
    EXPECT_EQ(square.index(), index);
    EXPECT_EQ(square.text(), naive::cell_text(index));
    EXPECT_EQ(Square::parse(square.text()), square);
    EXPECT_EQ(Square::from_bit(square.bit()), square);
    EXPECT_EQ(square.turned().turned(), square);
    EXPECT_EQ(square.mirrored().mirrored(), square);
  }
}

TEST(Square, TextOutsideTheBoardIsNoSquare) {
  for (const char* const text : {"", "a", "a0", "a9", "k1", "A1", "a10", "1a", "  "}) {
    EXPECT_FALSE(Square::parse(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace ordo
