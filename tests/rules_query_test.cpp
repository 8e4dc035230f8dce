// The questions of query.h, answered a second time by trying.
#include <algorithm>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "rules/query.h"
#include "support/convert.h"
#include "support/random_positions.h"
#include "support/scale.h"

namespace ordo {
namespace {

using naive::Board;
using naive::Cell;
using naive::Color;
using naive::Variant;
using rules::Bitboard;
using rules::Square;
using support::to_rules;
using support::to_set;

constexpr std::array<Color, 2> kColors = {Color::White, Color::Black};

/// Calls check(position) for games, thin groups, split and tied ones; stops at the first failure.
void for_many_positions(Variant variant, int size, const std::function<void(const naive::Position&)>& check) {
  support::RandomGames games(variant, 11);
  support::Random random(12);
  const support::Wish rich{.fewest = 3, .most = 14, .split_percent = 50, .tied_percent = 0};
  const support::Wish tied{.fewest = 3, .most = 14, .split_percent = 0, .tied_percent = 60};
  for (int i = support::scaled(size); i > 0 && !testing::Test::HasFailure(); --i) {
    const naive::Position position =
        random.chance(50) ? games.next()
                          : support::build_position(variant, variant == Variant::Ordo ? rich : tied, random);
    SCOPED_TRACE(naive::to_fen(position));
    check(position);
  }
}

Board without(const Board& board, int cell) {
  Board rest = board;
  rest[cell] = Cell::Empty;
  return rest;
}

/// The squares of the enemy home row on which the side to move can stand after one turn.
Bitboard squares_won(const naive::Position& position) {
  const int row = position.to_move == Color::White ? naive::kCells - naive::kFiles : 0;
  std::vector<int> cells;
  for (const naive::Turn& turn : naive::turns(position)) {
    const Board next = naive::after(position, turn).board;
    for (int cell = row; cell < row + naive::kFiles; ++cell) {
      if (next[cell] == naive::piece_of(position.to_move)) cells.push_back(cell);
    }
  }
  return to_set(cells);
}

TEST(Query, GroupsAreWhatAFloodFillFinds) {
  for_many_positions(Variant::Ordo, 5000, [](const naive::Position& position) {
    for (const Color color : kColors) {
      const auto groups = naive::groups(position.board, color);
      const Bitboard pieces = to_rules(position).pieces(color);
      EXPECT_EQ(rules::count_groups(pieces), static_cast<int>(groups.size()));
      EXPECT_EQ(rules::is_split(pieces), groups.size() > 1);
      EXPECT_EQ(rules::is_split(to_rules(position), color), groups.size() > 1);
      for (const auto& group : groups) {
        for (const int cell : group)
          EXPECT_EQ(rules::group_of(pieces, Square::from_index(cell)), to_set(group));
      }
    }
  });
}

TEST(Query, TheGroupOfAnEmptySquareIsEmpty) {
  const auto position = rules::Position::initial(Variant::Ordo);
  EXPECT_TRUE(rules::group_of(position.pieces(Color::White), Square(0, 0)).none());
}

TEST(Query, CutPointsAreThePiecesWhoseLossLeavesMoreGroups) {
  for_many_positions(Variant::Ordo, 5000, [](const naive::Position& position) {
    for (const Color color : kColors) {
      const auto before = naive::groups(position.board, color).size();
      std::vector<int> cuts;
      for (int cell = 0; cell < naive::kCells; ++cell) {
        if (position.board[cell] != naive::piece_of(color)) continue;
        if (naive::groups(without(position.board, cell), color).size() > before) cuts.push_back(cell);
      }
      EXPECT_EQ(rules::cut_points(to_rules(position).pieces(color)), to_set(cuts));
    }
  });
}

TEST(Query, NoCutPointIsMissedByTheQuickLook) {
  for_many_positions(Variant::Ordo, 5000, [](const naive::Position& position) {
    for (const Color color : kColors) {
      const Bitboard pieces = to_rules(position).pieces(color);
      int passed_over = 0;
      pieces.for_each([&](Square square) {
        const bool may_be = rules::may_be_cut_point(pieces, square);
        EXPECT_TRUE(may_be || !rules::cut_points(pieces).has(square)) << square.text();
        passed_over += may_be ? 0 : 1;
      });
      if (pieces.count() == 1) {
        EXPECT_EQ(passed_over, 1);
      }
    }
  });
}

TEST(Query, AGroupStaysWholeWhereFloodingSaysSo) {
  for_many_positions(Variant::OrdoX, 1000, [](const naive::Position& position) {
    const Bitboard pieces = to_rules(position).pieces(Color::White);
    if (rules::is_split(pieces)) return;
    pieces.for_each([&](Square from) {
      ASSERT_EQ(rules::is_split_without(pieces, from), rules::is_split(pieces - rules::bitboard(from)));
      (rules::kBoard - pieces).for_each([&](Square to) {
        const Bitboard after = (pieces - rules::bitboard(from)) | rules::bitboard(to);
        ASSERT_EQ(rules::stays_whole(pieces, from, to), !rules::is_split(after)) << from.text() << to.text();
      });
    });
  });
}

/// Legal or not, as the mover sees them.
std::vector<rules::Part> parts_of(const rules::Position& position, rules::Connection connection) {
  rules::GroupCache groups(position.variant(), 1, connection);
  rules::PartList parts;
  rules::generate_parts(rules::View::of(position).as_white(position.variant()), groups, parts);
  std::vector<rules::Part> sorted(parts.begin(), parts.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

TEST(Query, WhatIsHopedForAndStaysWholeIsWhatIsLegal) {
  std::size_t too_many = 0;
  for (const Variant variant : {Variant::Ordo, Variant::OrdoX}) {
    for_many_positions(variant, 3000, [&](const naive::Position& naive_position) {
      const rules::Position position = to_rules(naive_position);
      if (rules::is_decided(position) || rules::is_split(position.own())) return;
      std::vector<rules::Part> hoped = parts_of(position, rules::Connection::Hoped);
      too_many +=
          std::erase_if(hoped, [&](rules::Part part) { return !rules::stays_whole(position.own(), part); });
      EXPECT_EQ(hoped, parts_of(position, rules::Connection::Proven));
    });
  }
  EXPECT_GT(too_many, 1'000U);  // else there was nothing to ask
}

template <Variant V>
void expect_home_row_seen(const naive::Position& position) {
  const rules::Position fast = to_rules(position);
  if (rules::is_decided(fast)) return;
  rules::PartList parts;
  rules::generate_parts(fast, parts);
  const Bitboard row = fast.to_move() == Color::White ? rules::kRank8 : rules::kRank1;
  const bool reaches = std::any_of(parts.begin(), parts.end(),
                                   [&](rules::Part part) { return (part.destination() & row).any(); });
  EXPECT_EQ(rules::can_enter_home_row<V>(fast.own(), fast.enemy()), reaches);
}

TEST(Query, APartThatEntersTheHomeRowIsSeen) {
  for_many_positions(Variant::Ordo, 20000, expect_home_row_seen<Variant::Ordo>);
  for_many_positions(Variant::OrdoX, 5000, expect_home_row_seen<Variant::OrdoX>);
}

TEST(Query, LargestSubgroupsAreNamedByLowestFileThenLowestRank) {
  for_many_positions(Variant::OrdoX, 3000, [](const naive::Position& position) {
    for (const Color color : kColors) {
      for (int captured = 0; captured < naive::kCells; ++captured) {
        if (position.board[captured] != naive::piece_of(color)) continue;
        const auto groups = naive::groups(without(position.board, captured), color);
        std::size_t largest = 0;
        for (const auto& group : groups) largest = std::max(largest, group.size());
        std::vector<int> names;
        for (const auto& group : groups) {
          if (group.size() != largest) continue;
          names.push_back(*std::min_element(group.begin(), group.end(), [](int a, int b) {
            return std::pair(a % naive::kFiles, a / naive::kFiles) <
                   std::pair(b % naive::kFiles, b / naive::kFiles);
          }));
        }
        EXPECT_EQ(rules::largest_subgroups(to_rules(position).pieces(color), Square::from_index(captured)),
                  to_set(names));
      }
    }
  });
}

void expect_wins_found(const naive::Position& position) {
  const rules::Position fast = to_rules(position);
  EXPECT_EQ(rules::winning_squares(fast), squares_won(position));
  bool can_win = false;
  for (const naive::Turn& turn : naive::turns(position)) {
    const auto outcome = naive::outcome_by_pieces(naive::after(position, turn).board);
    can_win = can_win || (outcome && outcome->winner == position.to_move);
  }
  const auto turn = rules::winning_turn(fast);
  EXPECT_EQ(turn.has_value(), can_win);
  if (!turn) return;
  EXPECT_TRUE(rules::is_legal(fast, *turn)) << rules::to_text(*turn);
  const auto outcome = rules::outcome_by_pieces(fast.after(*turn));
  ASSERT_TRUE(outcome.has_value()) << rules::to_text(*turn);
  EXPECT_EQ(outcome->winner, position.to_move);
}

TEST(Query, WinningTurnsAndSquaresOfOrdoAreFound) {
  for_many_positions(Variant::Ordo, 20000, expect_wins_found);
}

TEST(Query, WinningTurnsAndSquaresOfOrdoXAreFound) {
  for_many_positions(Variant::OrdoX, 3000, expect_wins_found);
}

void expect_threats_found(const naive::Position& position) {
  naive::Position passed = position;
  passed.to_move = opponent(position.to_move);
  EXPECT_EQ(rules::threatened_squares(to_rules(position)), squares_won(passed));
}

TEST(Query, ThreatsAreWhatTheOpponentCouldReachInOrdo) {
  for_many_positions(Variant::Ordo, 20000, expect_threats_found);
}

TEST(Query, ThreatsAreWhatTheOpponentCouldReachInOrdoX) {
  for_many_positions(Variant::OrdoX, 3000, expect_threats_found);
}

/// The pieces of one side that are gone.
Bitboard lost(const Board& before, const Board& after, Color color) {
  std::vector<int> cells;
  for (int cell = 0; cell < naive::kCells; ++cell) {
    if (before[cell] == naive::piece_of(color) && after[cell] != naive::piece_of(color))
      cells.push_back(cell);
  }
  return to_set(cells);
}

void expect_removals_found(const naive::Position& position) {
  const rules::Position fast = to_rules(position);
  std::string seen;
  for (const naive::Turn& turn : naive::turns(position)) {
    const std::string text = naive::to_text(turn.first);
    if (text == seen) continue;  // turns with the same first part come together
    seen = text;
    const auto parsed = rules::parse_turn(text);
    ASSERT_TRUE(parsed.ok());
    const auto part = rules::resolve_part(fast, parsed->first);
    ASSERT_TRUE(part.ok()) << part.error().message;
    EXPECT_EQ(fast.removed_by(*part),
              lost(position.board, naive::after_preparation(position, turn.first).board,
                   opponent(position.to_move)))
        << text;
  }
}

TEST(Query, APartRemovesTheCapturedPieceInOrdo) {
  for_many_positions(Variant::Ordo, 3000, expect_removals_found);
}

TEST(Query, APartRemovesTheSmallerSubgroupsInOrdoX) {
  for_many_positions(Variant::OrdoX, 1500, expect_removals_found);
}

}  // namespace
}  // namespace ordo
