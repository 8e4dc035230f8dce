// The fast generator against the naive one, on many positions of every kind.
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "support/agreement.h"
#include "support/convert.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo {
namespace {

using naive::Variant;

/// Whether the pieces of the side to move surround squares that no step along a row or column leads out of.
bool has_hole(const naive::Position& position) {
  const naive::Cell own = naive::piece_of(position.to_move);
  std::array<bool, naive::kCells> outside{};
  for (bool changed = true; changed;) {
    changed = false;
    for (int cell = 0; cell < naive::kCells; ++cell) {
      bool& out = outside[static_cast<std::size_t>(cell)];
      if (out || position.board[cell] == own) continue;
      const int file = cell % naive::kFiles;
      const int rank = cell / naive::kFiles;
      const auto is_out = [&](int other) { return outside[static_cast<std::size_t>(other)]; };
      out = file == 0 || file == naive::kFiles - 1 || rank == 0 || rank == naive::kRanks - 1 ||
            is_out(cell - 1) || is_out(cell + 1) || is_out(cell - naive::kFiles) ||
            is_out(cell + naive::kFiles);
      changed = changed || out;
    }
  }
  for (int cell = 0; cell < naive::kCells; ++cell) {
    if (!outside[static_cast<std::size_t>(cell)] && position.board[cell] != own) return true;
  }
  return false;
}

/// What a sample was made of, as shares of its size.
struct Shares {
  int positions = 0;
  int split = 0;      ///< the side to move has to reconnect
  int thin = 0;       ///< a side with five pieces or fewer
  int tied = 0;       ///< a turn with a choice of the subgroup that stays
  int ringed = 0;     ///< the side to move encloses a hole
  int long_ordo = 0;  ///< a turn with an ordo of nine or ten pieces
  int over = 0;
  std::uint64_t turns = 0;

  void add(const naive::Position& position, const std::vector<naive::Turn>& list) {
    ++positions;
    turns += list.size();
    if (naive::is_split(position.board, position.to_move)) ++split;
    if (std::min(naive::count_pieces(position.board, naive::Color::White),
                 naive::count_pieces(position.board, naive::Color::Black)) <= 5) {
      ++thin;
    }
    for (const naive::Turn& turn : list) {
      if (turn.first.keep < 0 && turn.second.keep < 0) continue;
      ++tied;
      break;
    }
    if (std::any_of(list.begin(), list.end(), [](const naive::Turn& turn) {
          return turn.first.length >= 9 || turn.second.length >= 9;
        })) {
      ++long_ordo;
    }
    if (has_hole(position)) ++ringed;
    if (list.empty()) ++over;
  }
  [[nodiscard]] double percent(int part) const { return 100.0 * part / positions; }
};

/// Compares `size` positions (scaled) and reports what they were; stops at the first difference.
Shares expect_agreement(int size, const std::function<naive::Position()>& next) {
  Shares shares;
  support::Random random(99);
  for (int i = support::scaled(size); i > 0; --i) {
    const naive::Position position = next();
    const std::vector<naive::Turn> turns = naive::turns(position);
    shares.add(position, turns);
    if (const auto difference = support::disagreement(position, turns, random)) {
      ADD_FAILURE() << *difference;
      break;
    }
  }
  std::cout << shares.positions << " positions, " << shares.turns
            << " turns: " << shares.percent(shares.split) << " % split, " << shares.percent(shares.thin)
            << " % thin, " << shares.percent(shares.tied) << " % tied, " << shares.percent(shares.ringed)
            << " % ringed, " << shares.percent(shares.long_ordo) << " % with long ordos, "
            << shares.percent(shares.over) << " % over\n";
  return shares;
}

TEST(Movegen, AgreesWithTheNaiveOneOnRandomGamesOfOrdo) {
  support::RandomGames games(Variant::Ordo, 1);
  const Shares shares = expect_agreement(50000, [&] { return games.next(); });
  EXPECT_GE(shares.percent(shares.split), 5);
  EXPECT_GE(shares.percent(shares.thin), 10);
  EXPECT_GE(shares.percent(shares.over), 0.5);
}

TEST(Movegen, AgreesWithTheNaiveOneOnThinGroupsOfOrdo) {
  support::Random random(2);
  const Shares shares =
      expect_agreement(25000, [&] { return support::build_position(Variant::Ordo, {}, random); });
  EXPECT_GE(shares.percent(shares.thin), 75);
}

TEST(Movegen, AgreesWithTheNaiveOneOnSplitGroupsOfOrdo) {
  support::Random random(3);
  const support::Wish wish{.fewest = 3, .most = 12, .split_percent = 100};
  const Shares shares =
      expect_agreement(30000, [&] { return support::build_position(Variant::Ordo, wish, random); });
  EXPECT_GE(shares.percent(shares.split), 99);
  EXPECT_GE(shares.percent(shares.thin), 40);
  EXPECT_GE(shares.percent(shares.over), 1);
}

TEST(Movegen, AgreesWithTheNaiveOneOnLongLinesOfOrdo) {
  support::Random random(7);
  const support::Wish wish{.fewest = 4, .most = 20, .split_percent = 30, .of_lines = true};
  const Shares shares =
      expect_agreement(10000, [&] { return support::build_position(Variant::Ordo, wish, random); });
  EXPECT_GE(shares.percent(shares.split), 20);
  EXPECT_GE(shares.percent(shares.long_ordo), 0.5);
}

TEST(Movegen, AgreesWithTheNaiveOneOnRingsOfOrdo) {
  support::Random random(9);
  const support::Wish wish{.fewest = 2, .most = 8, .split_percent = 20, .ringed_percent = 100};
  const Shares shares =
      expect_agreement(10000, [&] { return support::build_position(Variant::Ordo, wish, random); });
  EXPECT_GE(shares.percent(shares.ringed), 60);
  EXPECT_GE(shares.percent(shares.split), 8);
}

TEST(Movegen, AgreesWithTheNaiveOneOnRandomGamesOfOrdoX) {
  support::RandomGames games(Variant::OrdoX, 4);
  const Shares shares = expect_agreement(4000, [&] { return games.next(); });
  EXPECT_GE(shares.percent(shares.thin), 10);
  EXPECT_GE(shares.percent(shares.tied), 2);
  EXPECT_GE(shares.percent(shares.over), 1);
}

TEST(Movegen, AgreesWithTheNaiveOneOnThinGroupsOfOrdoX) {
  support::Random random(5);
  const Shares shares =
      expect_agreement(5000, [&] { return support::build_position(Variant::OrdoX, {}, random); });
  EXPECT_GE(shares.percent(shares.thin), 75);
  EXPECT_GE(shares.percent(shares.tied), 5);
}

TEST(Movegen, AgreesWithTheNaiveOneOnTiedSubgroupsOfOrdoX) {
  support::Random random(6);
  const support::Wish wish{.fewest = 3, .most = 12, .tied_percent = 100};
  const Shares shares =
      expect_agreement(5000, [&] { return support::build_position(Variant::OrdoX, wish, random); });
  EXPECT_GE(shares.percent(shares.tied), 40);
}

TEST(Movegen, AgreesWithTheNaiveOneOnRingsOfOrdoX) {
  support::Random random(10);
  const support::Wish wish{.fewest = 2, .most = 8, .ringed_percent = 100};
  const Shares shares =
      expect_agreement(2000, [&] { return support::build_position(Variant::OrdoX, wish, random); });
  EXPECT_GE(shares.percent(shares.ringed), 70);
}

TEST(Movegen, AgreesWithTheNaiveOneOnLongLinesOfOrdoX) {
  support::Random random(8);
  const support::Wish wish{.fewest = 4, .most = 20, .tied_percent = 20, .of_lines = true};
  const Shares shares =
      expect_agreement(2000, [&] { return support::build_position(Variant::OrdoX, wish, random); });
  EXPECT_GE(shares.percent(shares.tied), 10);
  EXPECT_GE(shares.percent(shares.long_ordo), 0.5);
}

}  // namespace
}  // namespace ordo
